import { projectID, taskName, wholeIDs } from './whole-id.ts'
import { type Command, Option } from 'commander'
import { inboxViews, noticeMarks, taskStatusWords } from './words.ts'

type Tools = {
  examples: (...lines: string[]) => string
  wholeNumber: (most: number) => (text: string) => number
}

const addWork = (program: Command, { examples }: Tools): void => {
  program
    .command('work')
    .description('Prints what is yours to do now and next, what you wait for, and what waits for you.')
    .addHelpText('after', examples('work', 'work --json | jq -r ".now[].title"'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/own-work/own-work.ts')).printWork(command.optsWithGlobals()),
    )
}

const addEvents = (program: Command, { examples }: Tools): void => {
  program
    .command('events')
    .helpCommand(false)
    .description('Follows what changes in everything that you may see.')
    .addHelpText('after', examples('events follow --json'))
    .command('follow')
    .description('Prints each change on a line, as it happens, until Ctrl-C.')
    .option('--after <cursor>', 'goes on behind that place: the cursor of the last line that was read')
    .addHelpText('after', examples('events follow', 'events follow --json | jq -r .kind'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/events/follow.ts')).followAll(command.optsWithGlobals()),
    )
}

const addDoctor = (program: Command, { examples }: Tools): void => {
  program
    .command('doctor')
    .description('Checks server, version, capabilities, mail, clock and keychain, and says what to do.')
    .addHelpText('after', examples('doctor', 'doctor --server https://guildhall.example.org --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/doctor.ts')).examine(command.optsWithGlobals()),
    )
}

const addInbox = (program: Command, { examples, wholeNumber }: Tools): void => {
  const inbox = program
    .command('inbox')
    .helpCommand(false)
    .description('Lists the notices of your inbox, and marks them.')
    .addHelpText('after', examples('inbox list', 'inbox mark done 01890000-0000-7000-8000-000000000001'))
  inbox
    .command('list')
    .description('Prints the newest notices.')
    .addOption(new Option('--view <view>', 'which of them').choices(inboxViews).default('forYou'))
    .option('--limit <number>', 'how many to print', wholeNumber(100), 20)
    .addHelpText('after', examples('inbox list', 'inbox list --view following --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/inbox/inbox.ts')).listInbox(command.optsWithGlobals()),
    )
  const mark = inbox
    .command('mark')
    .helpCommand(false)
    .description('Marks notices read, unread or done.')
    .addHelpText('after', examples('inbox mark read 01890000-0000-7000-8000-000000000001'))
  for (const as of noticeMarks)
    mark
      .command(as)
      .description(`Marks notices ${as}.`)
      .argument('<id...>', 'IDs of notices, as inbox list prints them', wholeIDs('a notice', 'inbox list --json'))
      .addHelpText('after', examples(`inbox mark ${as} 01890000-0000-7000-8000-000000000001`))
      .action(async (ids: string[], _: unknown, command: Command) =>
        (await import('./commands/inbox/inbox.ts')).markInbox(as, ids, command.optsWithGlobals()),
      )
}

const addProjects = (program: Command, { examples }: Tools): void => {
  const project = program
    .command('project')
    .helpCommand(false)
    .description('Lists your projects, and shows one.')
    .addHelpText('after', examples('project list', 'project show 01890000-0000-7000-8000-000000000001'))
  project
    .command('list')
    .description('Prints the projects that you own or are a member of.')
    .addHelpText('after', examples('project list --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/projects/projects.ts')).listProjects(command.optsWithGlobals()),
    )
  project
    .command('show')
    .description('Prints one project.')
    .argument('<id>', 'the ID of the project, as project list prints it', projectID)
    .addHelpText('after', examples('project show 01890000-0000-7000-8000-000000000001'))
    .action(async (id: string, _: unknown, command: Command) =>
      (await import('./commands/projects/projects.ts')).showProject(id, command.optsWithGlobals()),
    )
}

const PROJECT = '01890000-0000-7000-8000-000000000001'
const addTasks = (program: Command, { examples }: Tools): void => {
  const task = program
    .command('task')
    .helpCommand(false)
    .description('Lists, shows, creates, moves, comments and hands in tasks.')
    .addHelpText('after', examples(`task list --project ${PROJECT}`, `task move 12 in-progress --project ${PROJECT}`))
  /** A command about one task, which is named by its ID, or by its number and the project. */
  const ofOne = (name: string, description: string) =>
    task
      .command(name)
      .description(description)
      .argument('<task>', 'the ID of the task, or its number with --project', taskName)
      .option('--project <id>', 'the project whose task has that number', projectID)
  task
    .command('list')
    .description('Prints the tasks of a project, last changed first.')
    .requiredOption('--project <id>', 'the project', projectID)
    .addOption(new Option('--status <status>', 'lists only tasks of that status').choices(taskStatusWords))
    .option('--csv', 'prints the result as CSV')
    .addHelpText(
      'after',
      examples(`task list --project ${PROJECT} --status under-review`, `task list --project ${PROJECT} --csv`),
    )
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/tasks/tasks.ts')).listTasks(command.optsWithGlobals()),
    )
  ofOne('show', 'Prints one task.')
    .addHelpText('after', examples(`task show 12 --project ${PROJECT}`))
    .action(async (named: string, _: unknown, command: Command) =>
      (await import('./commands/tasks/tasks.ts')).showTask(named, command.optsWithGlobals()),
    )
  task
    .command('create')
    .description('Creates a task.')
    .requiredOption('--project <id>', 'the project', projectID)
    .requiredOption('--title <text>', 'the title')
    .requiredOption('--description <text>', 'what is to be done')
    .option(
      '--key <text>',
      'your own name for it, 8 to 100 characters: the command run again with it makes no second task',
    )
    .addHelpText(
      'after',
      examples(
        `task create --project ${PROJECT} --title "Draw the map" --description "With all harbours."`,
        `task create --project ${PROJECT} --title "Ship 1.4" --description "All of it." --key release-1.4`,
      ),
    )
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/tasks/tasks.ts')).createTask(command.optsWithGlobals()),
    )
  ofOne('move', 'Moves a task to another status.')
    .argument('<status>', `one of ${taskStatusWords.join(', ')}`)
    .addHelpText('after', examples(`task move 12 in-progress --project ${PROJECT}`))
    .action(async (named: string, status: string, _: unknown, command: Command) => {
      const { moveTask, toStatusWord } = await import('./commands/tasks/tasks.ts')
      await moveTask(named, toStatusWord(status), command.optsWithGlobals())
    })
  ofOne('comment', 'Writes a comment on a task.')
    .requiredOption('--text <text>', 'the comment, in Markdown')
    .addHelpText('after', examples(`task comment 12 --project ${PROJECT} --text "The first sketch is there."`))
    .action(async (named: string, _: unknown, command: Command) =>
      (await import('./commands/tasks/tasks.ts')).commentTask(named, command.optsWithGlobals()),
    )
  ofOne('submit', 'Hands a task in for review.')
    .option('--note <text>', 'what you say about the work')
    .option('--link <url...>', 'https links to the work')
    .addHelpText('after', examples(`task submit 12 --project ${PROJECT} --note "Done." --link https://example.org/map`))
    .action(async (named: string, _: unknown, command: Command) =>
      (await import('./commands/tasks/tasks.ts')).submitTask(named, command.optsWithGlobals()),
    )
}

/** What adds each command for everybody's day. */
export const everyday: Readonly<Record<string, (program: Command, tools: Tools) => void>> = {
  inbox: addInbox,
  work: addWork,
  project: addProjects,
  task: addTasks,
  events: addEvents,
  doctor: addDoctor,
}
