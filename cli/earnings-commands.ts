import { type Command, Option } from 'commander'

type Tools = {
  examples: (...lines: string[]) => string
  wholeNumber: (most: number, least?: number) => (text: string) => number
}

/** Adds the commands about what the caller was paid. How they are paid is in none. */
export const addEarnings = (program: Command, { examples, wholeNumber }: Tools): void => {
  const earnings = program
    .command('earnings')
    .helpCommand(false)
    .description('Lists what you are owed, work for and were paid.')
    .addHelpText('after', examples('earnings list', 'earnings statement --year 2026 --csv'))
  const year = () => new Option('--year <year>', 'only this year').argParser(wholeNumber(9998, 2000))
  earnings
    .command('list')
    .description('Prints what is owed to you, what is coming, and what was paid, the newest first.')
    .option('--csv', 'prints it as CSV')
    .addHelpText('after', examples('earnings list', 'earnings list --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/earnings/earnings.ts')).listEarnings(command.optsWithGlobals()),
    )
  earnings
    .command('statement')
    .description('Prints all that was paid to you, and the sum of each currency.')
    .addOption(year())
    .option('--csv', 'prints it as CSV')
    .addHelpText('after', examples('earnings statement', 'earnings statement --year 2026 --csv'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/earnings/earnings.ts')).printStatement(command.optsWithGlobals()),
    )
}
