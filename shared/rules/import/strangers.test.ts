import { describe, expect, test } from 'vitest'
import { dayOrderOfTable } from './columns.ts'
import { planOf, priorityWordsOf, statusWordsOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'

/* Values that real files have and that were once read as something else, or lost without a note. */

const draftsIn = (file: string | object) => {
  const read = readText(typeof file === 'string' ? file : JSON.stringify(file), { zone: 'UTC' })
  if (!('table' in read)) return read.drafts
  return draftsOf(read.table, read.columns, { zone: 'UTC', order: dayOrderOfTable(read.table, read.columns).order })
}
const plan = (file: string | object) => planOf(draftsIn(file), { members: [], labels: [] })
const shown = (file: string | object) => showPlan('csv', plan(file))

describe('[MOVE-14] labels', () => {
  test.each([
    ['hull、blue', ['hull', 'blue']],
    ['hull，blue；red', ['hull', 'blue', 'red']],
    ['قارب، أزرق', ['قارب', 'أزرق']],
    ['#hull #blue', ['hull', 'blue']],
    ['"#hull, #blue"', ['hull', 'blue']],
    ['"{hull,""deep blue""}"', ['hull', 'deep blue']],
    ['C#', ['C#']],
    ['hull blue', ['hull blue']],
    ['#1 goal', ['#1 goal']],
  ])('of %s are %j', (cell, labels) => {
    expect(shown(`Title,Labels\nPaint,${cell}\n`).tasks[0]?.labels).toEqual(labels)
  })
})

describe('[MOVE-22] what blocks a task', () => {
  const notesOf = (file: string) => plan(file).notes.map(({ text }) => text)
  test('is left out and named where several have its key or its title', () => {
    const keyed = 'ID,Title,Blocked by\n1,Paint,3\n3,Rope,\n3,Sail,\n'
    expect(plan(keyed).tasks.map(({ sent }) => sent.blockedBy)).toEqual([[], [], []])
    expect(notesOf(keyed)).toEqual(['It is blocked by ‘3’, which several tasks are called. That is left out.'])
    const titled = 'Name,Blocked by\nPaint,Sew\nSew,\nSew,\n'
    expect(plan(titled).tasks[0]?.sent.blockedBy).toEqual([])
    expect(notesOf(titled)).toEqual(['It is blocked by ‘Sew’, which several tasks are called. That is left out.'])
  })
  test('is named where it is the task itself', () => {
    expect(notesOf('ID,Title,Blocked by\n4,Self,4\n')).toEqual(['It is blocked by ‘4’, which it is itself. That is left out.']) // prettier-ignore
  })
  test('is found by a key that is also a title, and by one of two titles that has the key', () => {
    expect(plan('ID,Title,Blocked by\n7,Paint,Sew\nSew,Rope,\n8,Sew,\n').tasks[0]?.sent.blockedBy).toEqual([1])
  })
})

test('[MOVE-22] a column Ref beside an ID is the key in Taiga’s files alone', () => {
  const blockers = (file: string) => plan(file).tasks.map(({ sent }) => sent.blockedBy)
  expect(blockers('ID,Ref,Title,Blocked by\nT-1,see drawing 7,Paint,T-2\nT-2,see drawing 8,Sew,\n')).toEqual([[1], []])
  expect(blockers('id,ref,subject,Blocked by\n901,7,Paint,8\n902,8,Sew,\n')).toEqual([[1], []])
})

describe('[MOVE-11] numbers', () => {
  test('a share in percent is a known status, and is told once', () => {
    const file = 'Task Name,% Complete\nPaint,100%\nSew,50%\n'
    expect(statusWordsOf(draftsIn(file).tasks).map(({ isKnown }) => isKnown)).toEqual([true, true])
    expect(shown(file).tasks[0]?.description).toBe('**From the file**\n\n- % Complete: 100%')
  })
  test('a status that is a number is a proposal, and the description has it', () => {
    const { tasks } = draftsIn('Title,Status\nPaint,3\nSew,Done\n')
    expect(statusWordsOf(tasks)).toMatchObject([{ word: '3', isKnown: false }, { word: 'Done', isKnown: true }]) // prettier-ignore
    expect(shown('Title,Status\nPaint,3\nSew,Done\n').tasks[0]?.description).toContain('- Status: 3')
  })
  test('a negative priority is none of ours', () => {
    expect(priorityWordsOf(draftsIn('Title,Priority\nPaint,-1\nSew,1\n').tasks).map(({ means }) => means)).toEqual([null, 'urgent']) // prettier-ignore
  })
  test('[MOVE-13] a percentage keeps its parts', () => {
    const { tasks } = shown('Task,% Complete\nPaint,0.5\nSew,33.3\nRope,100.0\nTar,57\n')
    expect(tasks.map(({ status, description }) => [status, /% Complete: (.*)/.exec(description)?.[1]])).toEqual([
      ['In Progress', '0.5%'],
      ['In Progress', '33.3%'],
      ['Completed', '100%'],
      ['In Progress', '57%'],
    ])
    expect(shown('Task,% Complete\nPaint,0.57\nSew,1\n').tasks[0]?.description).toContain('% Complete: 57%')
  })
  test('[MOVE-14] of subtasks and attachments are no lines and no links', () => {
    const [task] = shown('Title,Subtasks,Attachments\nPaint,"1,2",0\n').tasks
    expect(task?.doneWhen).toEqual([])
    expect(task?.description).toContain('- Subtasks: 1,2\n- Attachments: 0')
  })
})

test('[MOVE-16] Jira in Russian has a due date and keys', () => {
  const file = 'Тема,Ключ проблемы,Тип задачи,Статус,Срок исполнения,Описание\nПокрасить,B-1,Задача,В работе,18/мая/26 12:00 AM,h2. Шаги\n' // prettier-ignore
  expect(draftsIn(file)).toMatchObject({ program: 'Jira', tasks: [{ key: 'B-1', dueOn: '2026-05-18', description: '## Шаги' }] }) // prettier-ignore
})

test('[MOVE-22] Taiga calls a story by its ref, whatever its ID', () => {
  expect(draftsIn('id,ref,subject,status\n900,1,Paint,New\n').tasks).toMatchObject([{ key: '1', title: 'Paint' }])
})

describe('[MOVE-24] [MOVE-33] JSON', () => {
  const titlesOf = (file: object) => shown(file).tasks.map(({ title }) => title)
  const notesOf = (file: object) => shown(file).notes.map(({ text }) => text)
  test('of to-do lists has its to-dos, not lists with JSON in them', () => {
    const todo = { content: 'Paint', completed: false, due_on: '2026-03-18', assignees: [] }
    const file = [{ id: 1, title: 'Launch', description: '', completed: false, todos: [todo, { ...todo, content: 'Sew', completed: true }] }] // prettier-ignore
    expect(shown(file).tasks).toMatchObject([{ title: 'Paint', dueOn: '2026-03-18', status: 'Assigned' }, { title: 'Sew', status: 'Completed' }]) // prettier-ignore
    expect(shown(file).tasks[0]?.description).toContain('Launch')
  })
  test('says who owns the projects of a list, and what else it says of them', () => {
    const tasks = [{ title: 'Paint' }]
    const notes = [
      'The owner of “Boat”: ada',
      'The owners of “Boat”: ada, ben',
      'The lead of “Boat”: Cy',
      'The list “wiki” of the file is not read: it has 1 entry.',
    ]
    const boat = { id: 7, name: 'Boat', owner: 'ada', owners: ['ada', { name: 'ben' }], lead: { name: 'Cy' }, url: 'https://b.example', wiki: [{ body: 'x' }], tasks } // prettier-ignore
    const sails = { name: 'Sails', tasks: [{ title: 'Sew' }] }
    for (const file of [[boat, sails], { projects: [boat, sails] }, { data: { projects: [boat, sails] } }]) {
      expect(notesOf(file)).toEqual(notes)
      expect(shown(file).tasks.map(({ description }) => /project: (.*)/.exec(description)?.[1])).toEqual(['Boat', 'Sails']) // prettier-ignore
    }
  })
  test('says what stands beside the tasks, however deep they are', () => {
    expect(notesOf({ project: 'Boat', version: 2, exportedBy: { name: 'Ada' }, notes: 'hello', tasks: [{ title: 'a' }] })).toEqual([
      'The project of the project: Boat',
      'The exportedBy of the project: Ada',
      'The notes of the project: hello',
    ]) // prettier-ignore
    expect(notesOf({ data: { project: { name: 'Boat', issues: { nodes: [{ title: 'a' }], pageInfo: { hasNextPage: true } } } } })).toEqual(['The name of the project: Boat']) // prettier-ignore
  })
  test('names what is among its tasks and is none, and reads texts as titles', () => {
    const file = [{ title: 'Paint' }, null, 7, 'text', { title: 'Sew' }]
    expect(titlesOf(file)).toEqual(['Paint', 'Sew'])
    expect(notesOf(file)).toEqual(['It is no task, and left out: “7”.', 'It is no task, and left out: “text”.'])
    expect(titlesOf(['Paint', 5, null, 'Sew'])).toEqual(['Paint', '5', 'Sew'])
  })
  test('of a list where one text belongs has the text', () => {
    const file = [{ title: ['Paint'], description: ['a', 'b'], due: ['2026-03-18'], status: ['Done'] }]
    expect(shown(file).tasks).toMatchObject([{ title: 'Paint', dueOn: '2026-03-18', status: 'Completed', description: expect.stringMatching(/^a\nb/) as string }]) // prettier-ignore
  })
  test('keeps ticks and addresses of Keep, and leaves out what is in its bin', () => {
    const note = { title: 'Boat', isTrashed: false, listContent: [{ text: 'Paint', isChecked: false }, { text: 'Sew', isChecked: true }], annotations: [{ title: 'Shop', url: 'https://shop.example' }] } // prettier-ignore
    const [task] = shown([note]).tasks
    expect(task?.doneWhen).toEqual([{ text: 'Paint', isDone: false }, { text: 'Sew', isDone: true }]) // prettier-ignore
    expect(task?.description).toContain('- annotations: [Shop](https://shop.example)')
    expect(titlesOf([note, { ...note, title: 'Old', isTrashed: true }])).toEqual(['Boat'])
  })
  test('counts seconds where Jira does, and has YouTrack’s estimate', () => {
    const jira = { issues: [{ key: 'B-1', fields: { summary: 'Paint', timeoriginalestimate: 900 } }] }
    expect(shown(jira).tasks[0]?.estimateHours).toBe(0.25)
    const youTrack = [{ idReadable: 'B-1', id: '2-1', summary: 'Paint', customFields: [{ name: 'Estimation', value: { minutes: 150, presentation: '2h 30m' } }] }] // prettier-ignore
    expect(draftsIn(youTrack).tasks).toMatchObject([{ key: 'B-1', estimateHours: 2.5 }])
  })
  test('finds what blocks a task of Asana, and comments and projects that are beside the tasks', () => {
    const asana = { data: [{ gid: '1', name: 'Paint', dependencies: [{ gid: '2', resource_type: 'task' }] }, { gid: '2', name: 'Sew' }] } // prettier-ignore
    expect(plan(asana).tasks[0]?.sent.blockedBy).toEqual([1])
    const todoist = { items: [{ id: '1', content: 'Paint', project_id: 'p' }], projects: [{ id: 'p', name: 'Boat' }], notes: [{ item_id: '1', content: 'Which?' }] } // prettier-ignore
    expect(shown(todoist)).toMatchObject({ tasks: [{ comments: [{ body: 'Which?' }], description: expect.stringContaining('project: Boat') as string }], notes: [] }) // prettier-ignore
  })
})

describe('[MOVE-21] [MOVE-33] lists', () => {
  const tasksOf = (text: string) => shown(text).tasks.map(({ title, status }) => [title, status])
  const open = [['Paint', 'Assigned'], ['Sew', 'Assigned']] // prettier-ignore
  test.each(['・', '1、', '一、', '１．', '١. ', '(1) ', '– ', '○ ', '● ', '□ ', '▪ ', '• '])('with %j before each point', (sign) => {
    expect(tasksOf(`${sign}Paint\n${sign}Sew\n`)).toEqual(open)
  }) // prettier-ignore
  test.each([
    ['Logseq', '- TODO Paint\n- DONE Sew\n'],
    ['Roam', '- {{[[TODO]]}} Paint\n- {{[[DONE]]}} Sew\n'],
    ['boxes', '□ Paint\n☑ Sew\n'],
    ['two points with a table between them', '- [ ] Paint\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n- [x] Sew\n'],
    ['notes around the points', '<!-- x -->\n# Boat\n\nIntro text here.\n\n- [ ] Paint\n- [x] Sew\n\nOutro\n'],
  ])('of %s', (_, text) => {
    expect(tasksOf(text)).toEqual([['Paint', 'Assigned'], ['Sew', 'Completed']]) // prettier-ignore
  })
  test('keep the table and the lines around the points', () => {
    expect(shown('- [ ] Paint\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n- [x] Sew\n').tasks[0]?.description).toContain('| 1 | 2 |') // prettier-ignore
    const { tasks, notes } = shown('# Boat\n\nIntro text here.\n\n- [ ] Paint\n- [x] Sew\n\nOutro\n')
    expect(notes).toEqual([{ task: '', text: 'Above the list stands: Intro text here.' }])
    expect(tasks[1]?.description).toMatch(/^Outro/)
  })
  test('of TaskPaper have each point in its project', () => {
    const { tasks } = shown('Boat:\n\t- Paint @due(2026-03-18)\n\t\ta note\n\t- Sew\nSails:\n\t- Rope\n')
    expect(tasks.map(({ title, stage }) => [title, stage])).toEqual([['Paint', 'Boat'], ['Sew', 'Boat'], ['Rope', 'Sails']]) // prettier-ignore
  })
})

describe('[MOVE-14] comments', () => {
  const commentsOf = (file: string | object) => shown(file).tasks[0]?.comments
  test('have the days of their own file, and none where a day has two readings', () => {
    const row = 'Title,Comment,Due\nPaint,"3/4/2026;ben;Hi",'
    expect(commentsOf(`${row}3/25/2026\n`)).toEqual([{ author: 'ben', on: '2026-03-04', body: 'Hi' }])
    expect(commentsOf(`${row}25/3/2026\n`)).toEqual([{ author: 'ben', on: '2026-04-03', body: 'Hi' }])
    expect(commentsOf(`${row}\n`)).toEqual([{ author: null, on: null, body: '3/4/2026;ben;Hi' }])
  })
  test('are read whatever calls their text, with their answers', () => {
    const comments = [{ message: 'One', user: 'ben' }, 'Two', { text: 'Three', replies: [{ text: 'Four' }] }]
    expect(commentsOf([{ title: 'Paint', comments }, { title: 'Sew' }])?.map(({ body }) => body)).toEqual(['One', 'Two', 'Three', 'Four']) // prettier-ignore
  })
})

test('[MOVE-33] links in JSON keep their addresses, whether or not all have a title', () => {
  const [task] = shown([{ title: 'Paint', links: [{ title: 'T', url: 'https://t.example' }, { url: 'https://u.example' }] }, { title: 'Sew' }]).tasks // prettier-ignore
  expect(task?.description).toContain('- links: [T](https://t.example), https://u.example')
})

/** Files that once took 7 to 50 s; each test has 5. */
describe('[MOVE-31] a large file of one kind takes its time once', () => {
  const times = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at))
  test.each<[string, () => string, number]>([
    ['columns', () => `Title,${times(40_000, (at) => `Field ${at}`).join(',')}\nPaint,${times(40_000, (at) => `v${at}`).join(',')}\n`, 1],
    ['properties of a calendar', () => `BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A\n${times(20_000, (at) => `X-P${at}:v`).join('\n')}\nEND:VTODO\nEND:VCALENDAR\n`, 1],
    ['circles', () => `ID,Title,Blocked by\n${times(20_000, (at) => `${at},t${at},${at ^ 1}`).join('\n')}\n`, 20_000],
    ['labels with one beginning', () => `Title,Labels\n${times(10_000, (at) => `t${at},${'x'.repeat(35)}${at}`).join('\n')}\n`, 10_000],
    ['numbers for a date', () => `Title,Due\nPaint,"${'1 '.repeat(20_000)}"\n`, 1],
    ['letters for a tag', () => `Title,Labels\nPaint,"#${'a'.repeat(60_000)}!"\n`, 1],
    ['blanks in a cell', () => `Title,Checklist\nPaint,"${' '.repeat(60_000)}x"\n`, 1],
  ])('of %s', (_, file, count) => expect(plan(file()).tasks).toHaveLength(count)) // prettier-ignore
})

test('[MOVE-33] what a subtask says besides its name and tick is a line of the description', () => {
  const subtasks = [{ id: 1, title: 'Sand', done: true, assignee: { name: 'Ada' }, due: '2026-03-05' }, { title: 'Prime', done: false, position: 2, status: 'open' }, { title: 'Tar', subtasks: [{ title: 'Boil' }] }] // prettier-ignore
  const [task] = shown([{ title: 'Paint', subtasks }, { title: 'Sew' }]).tasks
  expect(task?.doneWhen.map(({ text }) => text)).toEqual(['Sand', 'Prime', 'Tar'])
  expect(task?.description).toBe('**From the file**\n\n- subtasks: Sand: assignee: Ada, due: 2026-03-05\n  Tar: subtasks: Boil') // prettier-ignore
})

test('[MOVE-33] one point that begins with DONE makes no keyword of another that begins with TODO', () => {
  const titles = (file: string) => draftsIn(file).tasks.map(({ title }) => title)
  expect(titles('- TODO list cleanup\n- Paint\n- DONE is better than perfect\n- Sew\n')).toContain('TODO list cleanup')
  expect(titles('- TODO Paint\n- DONE Sew\n- Rope\n')).toEqual(['Paint', 'Sew', 'Rope'])
})

test('[MOVE-21] what kind of thing a subtask is for programs is told nowhere', () => {
  const subtasks = [{ gid: '2', name: 'Sand', resource_type: 'task', resource_subtype: 'default_task' }]
  const { tasks } = shown({ data: [{ gid: '1', name: 'Paint', completed: false, subtasks }] })
  expect(JSON.stringify(tasks)).not.toMatch(/resource|default_task/)
})

test('[MOVE-14] a person that a cell writes as JSON is called by their name', () => {
  expect(draftsIn('Title,Assignee\nPaint,"{""name"":""Ada"",""id"":7}"\n').tasks[0]?.assignees).toMatchObject([
    { name: 'Ada' },
  ])
})
