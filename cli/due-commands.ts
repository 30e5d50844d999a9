import type { Command } from 'commander'
import { projectID } from './whole-id.ts'

type Tools = {
  examples: (...lines: string[]) => string
  wholeNumber: (most: number, least?: number) => (text: string) => number
}

const ID = '01890000-0000-7000-8000-000000000001'

/** Adds the commands about what a project owes. */
export const addDues = (program: Command, { examples, wholeNumber }: Tools): void => {
  const due = program
    .command('due')
    .helpCommand(false)
    .description('Lists what a project owes, and records it as paid.')
    .addHelpText('after', examples(`due list ${ID} --late`, `due pay ${ID} 12 13`))
  due
    .command('list')
    .description('Prints who is owed what and by when, the earliest pay date first.')
    .argument('<project>', 'the ID of the project', projectID)
    .option('--late', 'lists only what is late')
    .addHelpText('after', examples(`due list ${ID}`, `due list ${ID} --late --json`))
    .action(async (project: string, _: unknown, command: Command) =>
      (await import('./commands/dues/dues.ts')).listDues(project, command.optsWithGlobals()),
    )
  due
    .command('pay')
    .description('Records all that is owed for these tasks as paid elsewhere: all of them, or none.')
    .argument('<project>', 'the ID of the project', projectID)
    .argument('<numbers...>', "the project's numbers of the tasks, at most 50")
    .option('--method <text>', 'how it was paid')
    .option('--note <text>', 'what it was for')
    .option('-y, --yes', 'records without asking')
    .addHelpText('after', examples(`due pay ${ID} 12`, `due pay ${ID} 12 13 --method "Bank transfer" --yes`))
    .action(async (project: string, numbers: string[], _: unknown, command: Command) => {
      const read = numbers.map(wholeNumber(1_000_000_000))
      await (await import('./commands/dues/dues.ts')).payDues(project, read, command.optsWithGlobals())
    })
}
