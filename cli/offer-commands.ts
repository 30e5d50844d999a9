import { type Command, Option } from 'commander'
import { amountIn } from './amount.ts'
import { projectID } from './whole-id.ts'
import { aiRuleWords, offerModeWords, offerTakersWords, tierWords } from './words.ts'

type Tools = {
  examples: (...lines: string[]) => string
  wholeNumber: (most: number, least?: number) => (text: string) => number
}

const ID = '01890000-0000-7000-8000-000000000001'

const amount = amountIn('0 is for reputation')
const skillNames = (text: string): string[] =>
  text
    .split(',')
    .map((skill) => skill.trim())
    .filter((skill) => skill !== '')

/** Adds the commands about what tasks are worth. */
export const addOffers = (program: Command, { examples, wholeNumber }: Tools): void => {
  const offer = program
    .command('offer')
    .helpCommand(false)
    .description('Sets what a task is worth and under which terms, and closes that.')
    .addHelpText('after', examples(`offer set ${ID} 12 40`, `offer clear ${ID} 12`))
  const number = wholeNumber(1_000_000_000)
  offer
    .command('set')
    .description('Sets the whole offer of a task: what you do not name takes its default.')
    .argument('<project>', 'the ID of the project', projectID)
    .argument('<number>', "the project's number of the task", number)
    .argument('<amount>', "the reward in the project's currency, such as 40 or 40.50; 0 is for reputation", amount)
    .addOption(new Option('--mode <mode>', 'how somebody comes to it').choices(offerModeWords).default('claim'))
    .addOption(new Option('--takers <takers>', 'who may take it').choices(offerTakersWords).default('anyone'))
    .addOption(new Option('--min-tier <tier>', 'the least tier, with --takers tier').choices(tierWords))
    .option('--skills <names>', "up to five, with commas between (default: the project's)", skillNames)
    .option('--lease-days <days>', 'for how many days it is whose it is (default: 7)', wholeNumber(30))
    .option('--review-days <days>', 'within how many days a hand-in is answered (default: 14)', wholeNumber(30, 3))
    .option('--pay-days <days>', 'within how many days it is paid (default: 14)', wholeNumber(60))
    .addOption(new Option('--ai-rule <rule>', 'whether generators may be used').choices(aiRuleWords).default('declare'))
    .addHelpText('after', examples(`offer set ${ID} 12 40`, `offer set ${ID} 12 0 --mode apply --pay-days 7 --json`))
    .action(async (project: string, task: number, cents: number, _: unknown, command: Command) =>
      (await import('./commands/tasks/offers.ts')).setOffer(project, task, cents, command.optsWithGlobals()),
    )
  offer
    .command('clear')
    .description('Closes the offer of a task. What was reserved is free again.')
    .argument('<project>', 'the ID of the project', projectID)
    .argument('<number>', "the project's number of the task", number)
    .addHelpText('after', examples(`offer clear ${ID} 12`))
    .action(async (project: string, task: number, _: unknown, command: Command) =>
      (await import('./commands/tasks/offers.ts')).clearOffer(project, task, command.optsWithGlobals()),
    )
}
