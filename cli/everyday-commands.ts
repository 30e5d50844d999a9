import { projectID, taskName, wholeIDs } from './whole-id.ts'
import { type Command, Option } from 'commander'
import { aiUseWords, inboxViews, noticeMarks, taskStatusWords } from './words.ts'

type Tools = {
  examples: (...lines: string[]) => string
  wholeNumber: (most: number, least?: number) => (text: string) => number
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

const addEvents = (program: Command, { examples, wholeNumber }: Tools): void => {
  const events = program
    .command('events')
    .helpCommand(false)
    .description('Tells what changes in everything that you may see.')
    .addHelpText('after', examples('events follow --json', 'events list --wait 20 --json'))
  events
    .command('follow')
    .description('Prints each change on a line, as it happens, until Ctrl-C.')
    .option('--after <cursor>', 'goes on behind that place: the cursor of the last line that was read')
    .addHelpText('after', examples('events follow', 'events follow --json | jq -r .kind'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/events/follow.ts')).followAll(command.optsWithGlobals()),
    )
  events
    .command('list')
    .description('Prints what has changed behind a place, once, and the place to go on from.')
    .option('--after <cursor>', 'behind that place; without it, from now on')
    .option('--project <id>', 'only that of a project', projectID)
    .option('--kinds <kinds>', 'only these kinds, comma-separated (task.moved,task.assigned)')
    .option('--wait <seconds>', 'waits so long for the next change where there is none', wholeNumber(25, 0))
    .addHelpText('after', examples('events list --wait 20', 'events list --after MDE5 --json | jq -r .nextCursor'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/events/list.ts')).listEvents(command.optsWithGlobals()),
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
    .description('Lists your projects, shows one, and exports its tasks.')
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
  project
    .command('stages')
    .description("Prints the stages of a project's board.")
    .argument('<id>', 'the ID of the project, as project list prints it', projectID)
    .addHelpText('after', examples('project stages 01890000-0000-7000-8000-000000000001'))
    .action(async (id: string, _: unknown, command: Command) =>
      (await import('./commands/projects/stages.ts')).listStages(id, command.optsWithGlobals()),
    )
  project
    .command('export')
    .description('Writes all tasks of a project to a file, or to standard output.')
    .argument('<id>', 'the ID of the project, as project list prints it', projectID)
    .addOption(new Option('--format <format>', 'which of the two').choices(['csv', 'json']).default('json'))
    .option('--output <file>', 'the file to write (default: standard output)')
    .addHelpText(
      'after',
      examples(
        'project export 01890000-0000-7000-8000-000000000001 --output tasks.json',
        'project export 01890000-0000-7000-8000-000000000001 --format csv > tasks.csv',
      ),
    )
    .action(async (id: string, _: unknown, command: Command) =>
      (await import('./commands/projects/export.ts')).exportProject(id, command.optsWithGlobals()),
    )
}

const PROJECT = '01890000-0000-7000-8000-000000000001'
const collect = (one: string, before: string[]): string[] => [...before, one]
const addImport = (task: Command, { examples, wholeNumber }: Tools): void => {
  task
    .command('import')
    .description('Imports the tasks of a file: CSV, Excel, or JSON of Trello, GitHub, Planka, WeKan or an export.')
    .argument('<file>', 'the file')
    .option('--project <id>', 'the project that gets the tasks', projectID)
    .option('--dry-run', 'prints what would become of the file, and imports nothing')
    .option(
      '--map <choice>',
      'what a word or a column means: status=QA=Under Review, priority=P1=urgent, column=Was=title',
      collect,
      [],
    )
    .addOption(
      new Option('--finished <how>', 'what tasks become that a date or a tick calls done')
        .choices(['completed', 'as-they-are'])
        .default('completed'),
    )
    .addOption(
      new Option(
        '--lists <how>',
        'what lists become that are no known status (default: stages where the server has them)',
      ).choices(['stages', 'labels']),
    )
    .addOption(
      new Option('--archived <how>', 'what becomes of tasks of the archive')
        .choices(['left-out', 'completed'])
        .default('left-out'),
    )
    .addOption(
      new Option(
        '--day-order <first>',
        'what stands first in 5/12/2026 (default: as the others of the column)',
      ).choices(['day', 'month']),
    )
    .option('--zone <name>', 'the time zone in which moments become days (default: that of this computer)')
    .option('--encoding <name>', 'the encoding of the file (default: found)')
    .addOption(
      new Option('--separator <name>', 'what divides the cells (default: found)').choices([
        'comma',
        'semicolon',
        'tab',
        'bar',
        'caret',
      ]),
    )
    .option(
      '--head-line <number>',
      'the line with the names of the columns, 0 for none (default: found)',
      wholeNumber(1_000_000, 0),
    )
    .option('--sheet <name>', 'the sheet of an Excel file (default: the first)')
    .option('--again', 'imports the same file once more')
    .addHelpText(
      'after',
      examples(
        `task import board.json --project ${PROJECT} --dry-run`,
        `task import jira.csv --project ${PROJECT} --map status='QA=Under Review'`,
      ),
    )
    .action(async (file: string, _: unknown, command: Command) =>
      (await import('./commands/tasks/import.ts')).importTasks(file, command.optsWithGlobals()),
    )
}
const addTasks = (program: Command, tools: Tools): void => {
  const { examples } = tools
  const task = program
    .command('task')
    .helpCommand(false)
    .description('Lists, imports, shows, creates, moves, comments and hands in tasks.')
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
    .option('--stage <name>', 'lists only tasks of that stage of the board')
    .option('--csv', 'prints the result as CSV')
    .addHelpText(
      'after',
      examples(
        `task list --project ${PROJECT} --status under-review`,
        `task list --project ${PROJECT} --stage QA`,
        `task list --project ${PROJECT} --csv`,
      ),
    )
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/tasks/tasks.ts')).listTasks(command.optsWithGlobals()),
    )
  addImport(task, tools)
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
    .option('--stage <name>', 'the stage of the board in which it begins')
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
  ofOne('stage', 'Moves a task to a stage of its board, at the top, and with that to the status of the stage.')
    .argument('<stage>', 'the name of the stage, as project stages prints it')
    .addHelpText('after', examples(`task stage 12 QA --project ${PROJECT}`))
    .action(async (named: string, stage: string, _: unknown, command: Command) =>
      (await import('./commands/tasks/tasks.ts')).stageTask(named, stage, command.optsWithGlobals()),
    )
  ofOne('comment', 'Writes a comment on a task.')
    .requiredOption('--text <text>', 'the comment, in Markdown')
    .addHelpText('after', examples(`task comment 12 --project ${PROJECT} --text "The first sketch is there."`))
    .action(async (named: string, _: unknown, command: Command) =>
      (await import('./commands/tasks/tasks.ts')).commentTask(named, command.optsWithGlobals()),
    )
  ofOne('submit', 'Hands a task in for review.')
    .option('--note <text>', 'what you say about the work')
    .option('--link <url...>', 'https links to the work')
    .addOption(new Option('--ai-use <use>', 'whether a generator was used, where the offer asks').choices(aiUseWords))
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
