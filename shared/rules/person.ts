/** What people call a person: their name, or the username of who has given none. */
export const nameOf = ({ name, username }: { name?: string | null | undefined; username: string }): string =>
  name?.trim() || username

/** How a sentence names a person: `Ada Lovelace (@ada)`, or only the username when no other name is known. */
export const personText = ({ name, username }: { name?: string | null | undefined; username: string }): string =>
  name && name !== username ? `${name} (@${username})` : username
