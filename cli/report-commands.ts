import { type Command, Argument, Option } from 'commander'
import type { ReportDecision } from '../shared/contract/reports.ts'
import { wholeID } from './whole-id.ts'

type Tools = { examples: (...lines: string[]) => string }

const ID = '01890000-0000-7000-8000-000000000001'

/** Adds the commands about reports, for administrators. */
export const addReports = (program: Command, { examples }: Tools): void => {
  const report = program
    .command('report')
    .helpCommand(false)
    .description('Shows what people report to the administrators, who decide it.')
    .addHelpText('after', examples('report list', `report decide ${ID} dismiss --text "This is fine."`))
  report
    .command('list')
    .description('Prints the reports that wait for a decision, and appeals, the oldest first.')
    .addOption(new Option('--state <state>', 'only these').choices(['open', 'decided', 'appealed', 'final']))
    .addHelpText('after', examples('report list', 'report list --state decided --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/reports/reports.ts')).listReports(command.optsWithGlobals()),
    )
  report
    .command('decide')
    .description('Decides all open reports of a thing, or an appeal: dismiss grants it, the former decision keeps it.')
    .argument('<report>', 'the ID of the report', wholeID('a report', 'report list --json'))
    .addArgument(new Argument('<decision>', 'what is decided').choices(['dismiss', 'hide', 'suspend']))
    .requiredOption('--text <text>', 'why, for the reported person')
    .option('-y, --yes', 'decides without asking')
    .addHelpText('after', examples(`report decide ${ID} hide --text "It asks people for money first."`))
    .action(async (id: string, decision: ReportDecision, _: unknown, command: Command) =>
      (await import('./commands/reports/reports.ts')).decideReport(id, decision, command.optsWithGlobals()),
    )
}
