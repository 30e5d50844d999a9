import { type Command, InvalidArgumentError, Option } from 'commander'

type Tools = {
  examples: (...lines: string[]) => string
  wholeNumber: (most: number, least?: number) => (text: string) => number
}

/** Errors: InvalidArgumentError for what is no day. */
const day = (text: string): string => {
  // Node reads February 30 as a day in March.
  if (Number.isNaN(Date.parse(text)) || new Date(text).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('Give a day, such as 2026-03-01.')
  return text
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
    .description(
      'Prints what is owed to you, what is coming, what was paid, the newest first, and what your projects owe.',
    )
    .option('--csv', 'prints it as CSV')
    .addHelpText('after', examples('earnings list', 'earnings list --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/earnings/earnings.ts')).listEarnings(command.optsWithGlobals()),
    )
  earnings
    .command('statement')
    .description('Prints all that was paid to you, and the sum of each currency.')
    .addOption(year())
    .option('--from <day>', 'nothing before this day (2026-03-01)', day)
    .option('--to <day>', 'nothing after this day', day)
    .option('--csv', 'prints it as CSV')
    .addHelpText(
      'after',
      examples(
        'earnings statement',
        'earnings statement --year 2026 --csv',
        'earnings statement --from 2026-03-01 --to 2026-03-31',
      ),
    )
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/earnings/earnings.ts')).printStatement(command.optsWithGlobals()),
    )
}
