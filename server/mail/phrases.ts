import { paths } from '../../shared/rules/addresses.ts'
import { appLink } from './compose.ts'

/** The first line of a mail. It calls a person without a name by their username. */
export const hello = ({ name, username }: { name: string; username: string }): string => `Hello ${name || username},`

/**
 * The lines that say where such mails are switched off: in the settings of the project with that ID. There are none for
 * a person who is in no project yet.
 */
export const switchOffLines = (origin: string, projectID: string | null): string[] =>
  projectID
    ? [
        `You can switch this kind of mail off in the settings of a project of yours: ${appLink(origin, paths.projectTab(projectID, 'settings'))}`,
      ]
    : []
