import type { Command } from 'commander'
import { amountIn } from './amount.ts'
import { wholeID } from './whole-id.ts'

type Tools = { examples: (...lines: string[]) => string }

const ID = '01890000-0000-7000-8000-000000000001'
const disputeID = wholeID('a dispute', 'dispute list --json')

/** Adds the commands about disputes. */
export const addDisputes = (program: Command, { examples }: Tools): void => {
  const dispute = program
    .command('dispute')
    .helpCommand(false)
    .description('Shows what two sides cannot agree on; administrators rule it.')
    .addHelpText('after', examples('dispute list', `dispute show ${ID}`))
  dispute
    .command('list')
    .description('Prints the disputes of your tasks and projects, open ones first.')
    .option('--all', 'lists all disputes of the server, for administrators')
    .addHelpText('after', examples('dispute list', 'dispute list --all --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/disputes/disputes.ts')).listDisputes(command.optsWithGlobals()),
    )
  dispute
    .command('show')
    .description('Prints what both sides say, and the ruling. Both sides see when an administrator has read it.')
    .argument('<dispute>', 'the ID of the dispute', disputeID)
    .addHelpText('after', examples(`dispute show ${ID}`, `dispute show ${ID} --json`))
    .action(async (id: string, _: unknown, command: Command) =>
      (await import('./commands/disputes/disputes.ts')).showDispute(id, command.optsWithGlobals()),
    )
  dispute
    .command('rule')
    .description('Decides what is owed for the task in all, which ends the dispute. For administrators.')
    .argument('<dispute>', 'the ID of the dispute', disputeID)
    .argument('<amount>', "in the reward's currency, such as 40 or 40.50", amountIn('0 is for nothing'))
    .requiredOption('--text <text>', 'why, in 50 to 3,000 characters, for both sides')
    .option('-y, --yes', 'rules without asking')
    .addHelpText(
      'after',
      examples(`dispute rule ${ID} 300 --text "The map is complete but for its legend, which is a quarter."`),
    )
    .action(async (id: string, amount: number, _: unknown, command: Command) =>
      (await import('./commands/disputes/disputes.ts')).ruleDispute(id, amount, command.optsWithGlobals()),
    )
}
