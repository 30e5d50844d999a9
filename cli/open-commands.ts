import { type Command, Option } from 'commander'
import { projectID, wholeID } from './whole-id.ts'
import { claimStateWords, openTaskModeWords, openTaskSortWords } from './words.ts'

type Tools = {
  examples: (...lines: string[]) => string
  wholeNumber: (most: number, least?: number) => (text: string) => number
  searchText: (text: string) => string
}

const ID = '01890000-0000-7000-8000-000000000001'
const openTaskID = wholeID('an open task', 'open list --json')
const claimID = wholeID('a claim or a project', 'claim list --json')

/** Adds the commands about tasks that are free to take. */
export const addOpen = (program: Command, { examples, wholeNumber, searchText }: Tools): void => {
  const open = program
    .command('open')
    .helpCommand(false)
    .description('Lists and shows tasks that you can take or apply for.')
    .addHelpText('after', examples('open list --for-me', `open show ${ID}`))
  open
    .command('list')
    .description('Prints open tasks, newest first, with the reason where you may not take one.')
    .option('--search <text>', 'words of title, text, skills or project', searchText)
    .option('--skill <name>', 'lists only tasks that ask for this skill')
    .option('--min-reward <amount>', 'the least reward, in whole units of the currency', wholeNumber(10_000_000, 0))
    .option('--currency <code>', 'the currency of --min-reward and of --sort reward (default: USD)')
    .option('--max-hours <hours>', 'the most hours by estimate', wholeNumber(168))
    .addOption(new Option('--mode <mode>', 'how they are given out').choices(openTaskModeWords))
    .option('--for-me', 'lists only those that you may take and that ask for a skill of yours')
    .option('--project <id>', 'lists only tasks of this project', projectID)
    .addOption(new Option('--sort <order>', 'what comes first').choices(openTaskSortWords))
    .option('--limit <number>', 'how many to print', wholeNumber(1000), 20)
    .addHelpText('after', examples('open list --for-me --sort reward', 'open list --skill Maps --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/open-tasks/open.ts')).listOpen(command.optsWithGlobals()),
    )
  open
    .command('show')
    .description('Prints what is to be done, the terms, and why you may not take it.')
    .argument('<id>', 'the ID of the task, as open list prints it', openTaskID)
    .addHelpText('after', examples(`open show ${ID}`))
    .action(async (id: string, _: unknown, command: Command) =>
      (await import('./commands/open-tasks/open.ts')).showOpen(id, command.optsWithGlobals()),
    )
}

/** Adds the commands about what one has taken. */
export const addClaims = (program: Command, { examples, wholeNumber }: Tools): void => {
  const claim = program
    .command('claim')
    .helpCommand(false)
    .description(
      'Takes an open task, lists what you have taken, extends it, gives it back, and takes tasks from others.',
    )
    .addHelpText('after', examples(`claim make ${ID} 12`, 'claim list --state active'))
  claim
    .command('make')
    .description('Takes an open task.')
    .argument('<id>', 'the ID of the project, or of the task', wholeID('a project or a task', 'open list --json'))
    .argument('[number]', "the project's number of the task", wholeNumber(1_000_000_000))
    .addHelpText('after', examples(`claim make ${ID} 12`, `claim make ${ID}`))
    .action(async (id: string, number: number | undefined, _: unknown, command: Command) =>
      (await import('./commands/open-tasks/claims.ts')).makeClaim(id, number, command.optsWithGlobals()),
    )
  claim
    .command('list')
    .description('Prints what you have taken, newest first.')
    .addOption(new Option('--state <state>', 'lists only claims of that state').choices(claimStateWords))
    .option('--limit <number>', 'how many to print', wholeNumber(1000), 20)
    .addHelpText('after', examples('claim list --state active', 'claim list --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/open-tasks/claims.ts')).listClaims(command.optsWithGlobals()),
    )
  claim
    .command('extend')
    .description('Takes as many days more as the offer had, once, before the first hand-in.')
    .argument('<id>', 'the ID of the claim, as claim list prints it, or of the project', claimID)
    .argument('[number]', "the project's number of the task", wholeNumber(1_000_000_000))
    .requiredOption('--reason <text>', 'why; owners and admins read it')
    .addHelpText('after', examples(`claim extend ${ID} 12 --reason "The numbers come on Tuesday."`))
    .action(async (id: string, number: number | undefined, _: unknown, command: Command) =>
      (await import('./commands/open-tasks/claims.ts')).extendClaim(id, number, command.optsWithGlobals()),
    )
  claim
    .command('return')
    .description('Gives a task back: it is open again.')
    .argument('<id>', 'the ID of the claim, as claim list prints it, or of the project', claimID)
    .argument('[number]', "the project's number of the task", wholeNumber(1_000_000_000))
    .option('--reason <text>', 'why; owners and admins read it')
    .addHelpText('after', examples(`claim return ${ID} 12`))
    .action(async (id: string, number: number | undefined, _: unknown, command: Command) =>
      (await import('./commands/open-tasks/claims.ts')).returnClaim(id, number, command.optsWithGlobals()),
    )
  claim
    .command('take-back')
    .description('Takes a task from its holder, before the first hand-in under an offer; for owners and admins.')
    .argument('<project>', 'the ID of the project', projectID)
    .argument('<number>', "the project's number of the task", wholeNumber(1_000_000_000))
    .requiredOption('--reason <text>', 'why; the holder reads it')
    .addHelpText('after', examples(`claim take-back ${ID} 12 --reason "We need it on Monday."`))
    .action(async (project: string, number: number, _: unknown, command: Command) =>
      (await import('./commands/open-tasks/claims.ts')).takeBackClaim(project, number, command.optsWithGlobals()),
    )
}

/** Adds the command about people whom a project knows: it vouches for them, or blocks them. */
export const addVouch = (program: Command, { examples }: Pick<Tools, 'examples'>): void => {
  program
    .command('vouch')
    .description('Vouches for a person in your project, or blocks them; without a username it lists both.')
    .argument('<project>', 'the ID of the project', projectID)
    .argument('[username]', 'who may then take tasks for known people')
    .addOption(new Option('--remove', 'vouches for them no more').conflicts(['block', 'unblock']))
    .addOption(new Option('--block', 'lets them neither apply nor take tasks; ends a vouch').conflicts('unblock'))
    .option('--unblock', 'blocks them no more')
    .addHelpText('after', examples(`vouch ${ID}`, `vouch ${ID} ada`, `vouch ${ID} ada --block`))
    .action(async (project: string, username: string | undefined, _: unknown, command: Command) =>
      (await import('./commands/open-tasks/vouch.ts')).vouch(project, username, command.optsWithGlobals()),
    )
}
