import { projectID } from './whole-id.ts'
import { type Command, Option } from 'commander'
import { type RejectionWord, rejectionWords, requestWords } from './words.ts'

type Tools = { examples: (...lines: string[]) => string }

const PROJECT = '01890000-0000-7000-8000-000000000001'
const REQUEST = '01890000-0000-7000-8000-000000000002'

/** Adds the commands about applications to a project, for its owners and admins. */
export const addRequests = (program: Command, { examples }: Tools): void => {
  const request = program
    .command('request')
    .helpCommand(false)
    .description('Lists the applications to a project, and approves or rejects them.')
    .addHelpText('after', examples(`request list --project ${PROJECT}`, 'request decide approve --help'))
  request
    .command('list')
    .description('Prints the applications to a project, newest first, with letters and answers.')
    .requiredOption('--project <id>', 'the project', projectID)
    .addOption(new Option('--status <status>', 'lists only applications of that status').choices(requestWords))
    .option(
      '--open',
      'opens letters that nobody has opened: their applicants see that, and cannot change them any more',
    )
    .addHelpText(
      'after',
      examples(`request list --project ${PROJECT} --status pending --open`, `request list --project ${PROJECT} --json`),
    )
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/requests/list.ts')).listRequests(command.optsWithGlobals()),
    )
  const decide = request
    .command('decide')
    .helpCommand(false)
    .description('Approves or rejects applications, and reports each one.')
    .addHelpText('after', examples(`request decide approve ${REQUEST} --project ${PROJECT}`))
  const deciding = (name: string, description: string) =>
    decide
      .command(name)
      .description(description)
      .argument('[id...]', 'IDs of applications, as request list prints them; - reads them from standard input')
      .requiredOption('--project <id>', 'the project', projectID)
      .option('-n, --dry-run', 'says what would be done, and does nothing')
  deciding('approve', 'Approves applications; each applicant becomes a member.')
    .addHelpText(
      'after',
      examples(
        `request decide approve ${REQUEST} --project ${PROJECT}`,
        `request list --project ${PROJECT} --status pending --json | jq -r ".data[].id" | guildhall request decide approve - --project ${PROJECT}`,
      ),
    )
    .action(async (ids: string[], _: unknown, command: Command) =>
      (await import('./commands/requests/decide.ts')).approveRequests(ids, command.optsWithGlobals()),
    )
  deciding('reject', 'Rejects applications; each applicant reads reason and text.')
    .addOption(
      new Option('--reason <reason>', 'why, as the applicant reads it').choices(
        Object.keys(rejectionWords) as RejectionWord[],
      ),
    )
    .option('--text <text>', 'what the applicant reads beside the reason')
    .addHelpText(
      'after',
      examples(
        `request decide reject ${REQUEST} --project ${PROJECT} --reason skills --text "Please apply in spring."`,
      ),
    )
    .action(async (ids: string[], _: unknown, command: Command) =>
      (await import('./commands/requests/decide.ts')).rejectRequests(ids, command.optsWithGlobals()),
    )
}
