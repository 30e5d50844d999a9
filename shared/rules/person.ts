/** A person as a sentence calls them: `Ada Lovelace (@ada)`; by the username alone where no other name is known. */
export const personText = ({ name, username }: { name?: string | null | undefined; username: string }): string =>
  name && name !== username ? `${name} (@${username})` : username
