import { paths } from '#shared/rules/addresses.ts'
import { appLink } from './compose.ts'

/** The first line of a mail. It calls a person without a name by their username. */
export const hello = ({ name, username }: { name: string; username: string }): string => `Hello ${name || username},`

/** The lines that say where a person chooses what they are mailed about. */
export const switchOffLines = (origin: string): string[] => [
  `You can switch this kind of mail off in your notification settings:\n${appLink(origin, paths.settings('notifications'))}`,
]
