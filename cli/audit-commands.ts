import { projectID } from './whole-id.ts'
import type { Command } from 'commander'

type Tools = { examples: (...lines: string[]) => string; wholeNumber: (most: number) => (text: string) => number }

/** Adds the commands about the audit, for administrators and owners of projects. */
export const addAudit = (program: Command, { examples, wholeNumber }: Tools): void => {
  const audit = program
    .command('audit')
    .helpCommand(false)
    .description('Tells who did what, when and from where.')
    .addHelpText('after', examples('audit list --kind account', 'audit list --follow --json'))
  audit
    .command('list')
    .description('Prints the audit, newest first: all of it for administrators, that of a project for its owners.')
    .option('--project <id>', 'only that of a project', projectID)
    .option('--person <person>', 'only what that person (username or ID) did, or what is about them')
    .option('--kind <kind>', 'only this kind (member.role), or all kinds of a noun (member)')
    .option('--from <time>', 'nothing before (2026-11-01T00:00:00Z)')
    .option('--to <time>', 'nothing from then on')
    .option('--limit <number>', 'how many to print (default: 50)', wholeNumber(100))
    .option('--follow', 'goes on with new ones until Ctrl-C, also over restarts of the server')
    .addHelpText('after', examples('audit list --person ada', 'audit list --follow --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/audit/list.ts')).listAudit(command.optsWithGlobals()),
    )
}
