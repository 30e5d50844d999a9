import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { firstInCircle } from './circles.ts'
import { draftsOf, guessColumns, readTable } from './csv.ts'
import { type DraftTask, UnreadableImport } from './drafts.ts'
import {
  dayOrderOf,
  proposePriority,
  proposeStatus,
  readDay,
  readHours,
  readLines,
  readPriority,
  readStatus,
} from './fields.ts'
import { planOf, statusWordsOf } from './plan.ts'
import { readImport } from './read.ts'
import { draftsOfTrello, peopleOfTrello } from './trello.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')
const kofi = { userID: 'u1', username: 'kofi', name: 'Kofi Mensah' }
const lena = { userID: 'u2', username: 'lena', name: 'Lena Novak' }
const members = [kofi, lena]

describe('a CSV', () => {
  const read = (name: string) => {
    const table = readTable(sample(name))
    return draftsOf(table, guessColumns(table.columns))
  }
  test('of another tracker becomes tasks; each row that loses something is named with its line', () => {
    const { tasks, problems } = read('linear.csv')
    expect(tasks.map(({ title, dueOn, priority, estimateHours, labels }) => [title, dueOn, priority, estimateHours, labels])).toEqual([
      ['Draw the coast', '2026-12-05', 'High', 2, ['Maps', 'Coast']],
      ['Hang it', '2026-12-05', 'Urgent', 0.5, []],
      ['Ask the harbour', null, 'Low', null, []],
      ['Say "thank you"', '2026-12-24', 'No priority', null, []],
    ]) // prettier-ignore
    // The first task's text goes over two lines of the file.
    expect(problems).toEqual([
      { line: 5, where: 'Line 5', text: 'It has no title.', isRefused: true },
      { line: 6, where: 'Line 6', text: 'Due date: 5/6/2026 could be 5 June or 6 May. The description has the text.', isRefused: false },
    ]) // prettier-ignore
    const plan = planOf({ tasks, problems, labels: [] }, { members, statuses: new Map([['Todo', 1], ['In Progress', 2], ['Done', 4]]), labels: [] }) // prettier-ignore
    expect(plan.tasks).toMatchObject([
      { assignedToID: 'u1', status: 1, blockedBy: [], description: 'By hand,\nin two colours.' },
      { assignedToID: 'u2', status: 2, blockedBy: [0], description: 'Hang it' },
      { dueOn: null, priority: 'low', description: 'Assigned to: nobody.here\n\nDue date: 5/6/2026' },
      { status: 4 },
    ])
  })
  test('with semicolons, and with columns in another language, is mapped by hand', () => {
    const table = readTable(sample('semicolons.csv'))
    expect(table.columns).toEqual(['Name', 'Liste', 'Frist'])
    expect(guessColumns(table.columns)).toEqual(['title', 'ignored', 'ignored'])
    const { tasks } = draftsOf(table, ['title', 'status', 'dueOn'])
    expect(tasks).toMatchObject([{ title: 'Karte zeichnen', status: 'Offen', dueOn: '2027-01-31' }, { status: 'Fertig', dueOn: null }]) // prettier-ignore
    expect(statusWordsOf(tasks)).toEqual([{ word: 'Offen', means: 1, isKnown: false }, { word: 'Fertig', means: 1, isKnown: false }]) // prettier-ignore
  })
  test('of 5 MB is read within two seconds, and what is over 2,000 tasks is left out with one sentence at the top', () => {
    const long = 'A long text, with "quotes" and lines.\n'.repeat(30).replaceAll('"', '""')
    const text = `Title,Description\n${Array.from({ length: 4_500 }, (_, n) => `Task ${n},"${long}"`).join('\n')}\n`
    expect(text.length).toBeGreaterThan(5_000_000)
    const before = process.cpuUsage()
    const table = readTable(text)
    const plan = planOf(draftsOf(table, guessColumns(table.columns)), { members, statuses: new Map(), labels: [] })
    // Processor time is the same on a busy machine.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
    expect(plan.tasks).toHaveLength(2_000)
    expect(plan.problems).toEqual([
      {
        line: 0,
        where: '',
        text: expect.stringMatching(
          /^An import takes 2,000 tasks\. 2,500 more, from Line \d+ on, are left out/,
        ) as string,
        isRefused: true,
        rows: 2_500,
      },
    ])
  })
  test.each(['', '\n\n', 'a,"b\nnever closed'])('that is none says so: %j', (text) => {
    expect(() => readTable(text)).toThrow(UnreadableImport)
  })
})

describe('a board of Trello', () => {
  const value: unknown = JSON.parse(sample('trello.json'))
  const { tasks, problems, labels } = draftsOfTrello(value)
  test('becomes tasks in the order of lists and cards, checklists lines, comments name who wrote them', () => {
    expect(tasks.map(({ title, status, dueOn }) => [title, status, dueOn])).toEqual([
      ['Draw the coast', 'To Do', '2026-12-05'],
      ['Count the gulls', 'To Do', null],
      ['Learn to sail', 'Someday maybe', null],
      ['Buy paper', 'Done', '2026-11-01'],
    ])
    expect(tasks[0]).toMatchObject({
      labels: ['Field work'],
      doneWhen: [
        { text: 'Drawing: Sketched', isDone: true },
        { text: 'Drawing: Inked', isDone: false },
        { text: 'Paper: Bought', isDone: true },
      ],
      comments: ['**Kofi Mensah** wrote on 2026-11-01:\n\nI have begun.', '**Somebody Else** wrote on 2026-11-03:\n\nLooks good.'],
    }) // prettier-ignore
    expect(labels).toEqual([{ name: 'Field work', colour: 'green' }, { name: 'red', colour: 'red' }]) // prettier-ignore
    expect(problems.map(({ where, text }) => `${where}: ${text}`)).toEqual([
      '“Archived”: It is in the archive of Trello.',
      '“Of an archived list”: It is in the archive of Trello.',
    ])
  })
  test('people are members by their full names; others are named in the description', () => {
    const statuses = new Map(statusWordsOf(tasks).map(({ word, means }) => [word, means]))
    const plan = planOf({ tasks, problems, labels }, { members, statuses, names: peopleOfTrello(value), labels: [] })
    expect(plan.tasks).toMatchObject([
      { assignedToID: 'u1', status: 1 },
      { status: 1, description: 'Assigned to: Somebody Else', labels: ['red'] },
      { status: 1 },
      { status: 4 },
    ])
    expect(plan.tasks[1]).not.toHaveProperty('assignedToID')
  })
  test('anything else is refused with a sentence', () => {
    expect(() => draftsOfTrello({ lists: [], cards: [{}] })).toThrow(
      'This is not a board that Trello has exported as JSON.',
    )
  })
})

test.each([
  ['2026-12-05', '2026-12-05'],
  ['2026-12-05T23:00:00Z', '2026-12-05'],
  ['5.12.2026', '2026-12-05'],
  ['25/12/2026', '2026-12-25'],
  ['12/25/2026', '2026-12-25'],
  ['Dec 5, 2026', '2026-12-05'],
  ['5 December 2026', '2026-12-05'],
  // As Jira, Notion, Linear, ClickUp and mail programs write a day.
  ['18/Sep/25 12:00 AM', '2025-09-18'],
  ['05-Jan-2026', '2026-01-05'],
  ['January 2, 2026 3:00 PM', '2026-01-02'],
  ['Sept 2nd, 2026', '2026-09-02'],
  ['Thu Apr 24 2025 10:17:06 GMT+0000 (GMT)', '2025-04-24'],
  ['Mon, 05 Jan 2026 10:00:00 +0000', '2026-01-05'],
  ['20260105T000000Z', '2026-01-05'],
  ['1767600000000', '2026-01-05'],
  ['12/25/2026 9:30 am', '2026-12-25'],
  ['Wednesday, 5. December 2026', '2026-12-05'],
  ['', null],
  ['5/6/2026', undefined],
  ['2026-02-30', undefined],
  ['31 Feb 2026', undefined],
  ['5 Decision 2026', undefined],
  ['20261399', undefined],
  ['soon', undefined],
])('the day of %j is %j', (text, day) => expect(readDay(text)).toBe(day))

test.each([
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['2h 30m', 2.5],
  ['90 min', 1.5],
  ['', null],
  ['0', null],
  ['0h', null],
  ['1000', undefined],
  ['many', undefined],
])('the hours of %j are %j', (text, hours) => expect(readHours(text)).toBe(hours))

test('a column of dates says which number is the day; one that does not is asked about', () => {
  expect(dayOrderOf(['01/02/2026', '12/31/2026', ''])).toEqual({ isAsked: true, order: 'month' })
  expect(dayOrderOf(['01/02/2026 10:00', '31/12/2026'])).toEqual({ isAsked: true, order: 'day' })
  expect(dayOrderOf(['01/02/2026'])).toEqual({ isAsked: true, order: undefined })
  expect(dayOrderOf(['31/12/2026', '12/31/2026', '1/2/2026'])).toEqual({ isAsked: true, order: undefined })
  expect(dayOrderOf(['2026-01-02', '5/5/2026'])).toEqual({ isAsked: false, order: undefined })
  expect([readDay('1/2/2026', 'day'), readDay('1/2/2026', 'month')]).toEqual(['2026-02-01', '2026-01-02'])
  // What can be one day only stays that, whatever the others of the column are.
  expect(readDay('12/31/2026', 'day')).toBe('2026-12-31')
})

/** A field, and texts of it that nobody can read. */
test.each([
  ['Due date', ['12/03/2026', 'soon', '31/31/2026', 'Q3', '→']],
  ['Priority', ['so so', '17', 'P9', '🔥']],
  ['Estimate', ['1d', '-3', '1e9', '14400', 'a while']],
])('a %s that cannot be read never costs the task: it is noted and stands in the description', (column, texts) => {
  const table = readTable(`Title,${column}\n${texts.map((text) => `Task,"${text}"`).join('\n')}\n`)
  const plan = planOf(draftsOf(table, guessColumns(table.columns)), { members, statuses: new Map(), labels: [] })
  expect(plan.tasks.map(({ dueOn, priority, estimateHours, description }) => [dueOn, priority, estimateHours, description])).toEqual(
    texts.map((text) => [null, 'none', null, `${column}: ${text}`]),
  ) // prettier-ignore
  for (const [at, text] of texts.entries())
    expect(plan.problems.find(({ line }) => line === at + 2)).toMatchObject({
      where: `Line ${at + 2}`,
      text: expect.stringMatching(new RegExp(`^${column}: .*${text.replace(/[/→]/g, '.')}`)) as string,
      isRefused: false,
    })
  expect(plan.problems).toHaveLength(texts.length)
})

test('the end of a range is the due date, and the note says where it begins', () => {
  const table = readTable('Name,Due\nBuy,"October 8, 2026 → October 29, 2026"\n')
  const { tasks, problems } = draftsOf(table, guessColumns(table.columns))
  expect(tasks[0]).toMatchObject({ dueOn: '2026-10-29', unread: ['Due date: October 8, 2026 → October 29, 2026'] })
  expect(problems[0]?.text).toContain('2026-10-08')
})

test('a member is found by username, address, name with address, or a name that only one has', () => {
  const team = [{ ...kofi, email: 'Kofi@Example.org' }, lena, { userID: 'u3', username: 'lena2', name: 'Lena Novak' }]
  const of = (assignee: string) => {
    const table = readTable(`Title,Assignee\nTask,${assignee}\n`)
    return planOf(draftsOf(table, ['title', 'assignee']), { members: team, statuses: new Map(), labels: [] }).tasks[0]
  }
  for (const said of ['kofi', '@kofi', 'kofi@example.org', 'Somebody Else <kofi@example.org>', 'KOFI MENSAH'])
    expect(of(said)).toMatchObject({ assignedToID: 'u1' })
  for (const said of ['Lena Novak', 'kofi@example.com', 'ofi@example.org']) {
    expect(of(said)).not.toHaveProperty('assignedToID')
    expect(of(said)?.description).toBe(`Assigned to: ${said}`)
  }
})

test('a board may have any number of labels: those that tasks use come while there is room', () => {
  const labels = Array.from({ length: 60 }, (_, n) => ({ id: `b${n}`, name: `Label ${n}`, color: 'green_dark' }))
  const cards = [
    { id: 'c1', name: 'One', idList: 'l', idLabels: ['b40', 'b41'] },
    { id: 'c2', name: 'Two', idList: 'l', idLabels: labels.slice(0, 35).map(({ id }) => id) },
  ]
  const drafts = draftsOfTrello({ name: 'B', lists: [{ id: 'l', name: 'To Do' }], cards, labels })
  const plan = planOf(drafts, { members, statuses: new Map(), labels: ['Old', 'label 41'] })
  expect(plan.tasks[0]?.labels).toEqual(['Label 40', 'Label 41'])
  expect(plan.tasks[1]?.labels).toHaveLength(27)
  expect(plan.labels).toHaveLength(28)
  expect(plan.labels.map(({ name }) => name)).not.toContain('Label 41')
  expect(plan.tasks[1]?.description).toContain('Labels: Label 27, Label 28')
  expect(plan.problems).toEqual([
    { line: 2, where: '“Two”', text: expect.stringContaining('‘Label 34’: a project has at most 30 labels') as string, isRefused: false },
  ]) // prettier-ignore
})

test('what a card leaves in Trello is said by its title', () => {
  const card = (id: string, badges: object) => ({ id, name: `Card ${id}`, idList: 'l', badges })
  const comment = { type: 'commentCard', date: '2026-01-01', data: { text: 'Yes.', card: { id: '1' } } }
  const { problems } = draftsOfTrello({
    name: 'B',
    lists: [{ id: 'l', name: 'To Do' }],
    cards: [card('1', { comments: 5, attachments: 2 }), card('2', { comments: 0, attachments: 0 }), card('3', {})],
    actions: [comment],
  })
  expect(problems.map(({ where, text }) => `${where}: ${text}`)).toEqual([
    '“Card 1”: 4 of its 5 comments are not in the file: Trello exports the newest 1,000 actions of a board.',
    '“Card 1”: Its 2 attachments stay in Trello.',
  ])
})

test('an emoji is never cut in half, wherever a text is cut', () => {
  const draft = (n: number) => ({
    ...draftsOf(readTable('Title\nx\n'), ['title']).tasks[0],
    title: `${'a'.repeat(150 + n)}${'😀'.repeat(40)}`,
    description: `${'b'.repeat(19_980 + n)}${'👩‍🚀'.repeat(40)}`,
    labels: [`${'c'.repeat(10 + n)}${'🇵🇹'.repeat(10)}`],
    comments: [`${'d'.repeat(9_980 + n)}${'😀'.repeat(40)}`],
  })
  const tasks = Array.from({ length: 20 }, (_, n) => draft(n) as DraftTask)
  const plan = planOf({ tasks, problems: [], labels: [] }, { members, statuses: new Map(), labels: [] })
  expect(JSON.stringify(plan.tasks)).not.toMatch(/\\ud[89a-f]/i)
  for (const task of plan.tasks) {
    expect(task.title.length).toBeLessThanOrEqual(200)
    expect(task.title).toMatch(/^a+(?:😀)*…$/u)
    expect(task.description).toMatch(/(?:👩‍🚀|b|a|😀|\n)…$/u)
    expect(task.labels?.[0]).toMatch(/^c+(?:🇵🇹)*…$/u)
    expect(task.comments?.[0]).toMatch(/^d+(?:😀)*…$/u)
  }
})

test('a file is known by what is in it, and any other is refused with a sentence', () => {
  expect(readImport(sample('trello.json'))).toMatchObject({ source: 'trello', drafts: { tasks: { length: 4 } } })
  expect(readImport(sample('linear.csv')).source).toBe('csv')
  const exported = { format: 'project-tasks', version: 1, project: { title: 'A' }, labels: [], tasks: [] }
  expect(readImport(`\ufeff ${JSON.stringify(exported)}`)).toMatchObject({ source: 'project', drafts: { tasks: [] } })
  expect(() => readImport(JSON.stringify({ ...exported, version: 2 }))).toThrow('This export cannot be read: version')
  expect(() => readImport('{"a":1}')).toThrow('This JSON is neither a board of Trello nor an exported project.')
  expect(() => readImport('{"a":')).toThrow('This JSON is not complete.')
})

test('words for statuses and priorities are known whatever their case', () => {
  expect(['To Do', 'IN_PROGRESS', 'in review', 'Done', "won't do", 'Whatever'].map(readStatus)).toEqual([1, 2, 3, 4, 5, undefined]) // prettier-ignore
  expect(['Done ✅', '✅ Done', 'In-Progress!', '🚀'].map(readStatus)).toEqual([4, 4, 2, undefined])
  expect(['Waiting for review', 'Done this week', 'Not done', 'Review of what is done', 'To-do (Anna)'].map(proposeStatus)).toEqual([3, 4, undefined, undefined, 1]) // prettier-ignore
  expect(['P2-High', 'P1-Immediate', 'High or low', 'Must Have'].map(proposePriority)).toEqual(['high', 'urgent', undefined, undefined]) // prettier-ignore
  expect(['', 'No priority', 'P1', 'Blocker', 'so so'].map(readPriority)).toEqual(['none', 'none', 'high', 'urgent', undefined]) // prettier-ignore
  expect(readLines('[x] Drawn\n- [ ] Hung\n\nSaid')).toEqual([
    { text: 'Drawn', isDone: true },
    { text: 'Hung', isDone: false },
    { text: 'Said', isDone: false },
  ])
})

test('what does not fit is kept in the description, and said', () => {
  const draft = {
    line: 7,
    where: 'Line 7',
    key: '1',
    title: 'T'.repeat(250),
    description: '',
    status: '',
    assignees: [],
    dueOn: null,
    priority: 'so so',
    estimateHours: null,
    labels: ['L'.repeat(40)],
    doneWhen: [{ text: 'x'.repeat(300), isDone: true }],
    blockedBy: ['1', '9'],
    comments: ['c'.repeat(10_001)],
    unread: ['Due date: soon'],
  }
  const { tasks, problems } = planOf(
    { tasks: [draft], problems: [], labels: [] },
    { members, statuses: new Map(), labels: [] },
  )
  expect(tasks[0]?.title).toHaveLength(200)
  expect(tasks[0]?.description).toContain('T'.repeat(250))
  expect(tasks[0]?.description).toContain(`- [x] ${'x'.repeat(300)}`)
  expect(tasks[0]).toMatchObject({ blockedBy: [], labels: [`${'L'.repeat(29)}…`], doneWhen: [], priority: 'none' })
  expect(tasks[0]?.description).toContain('Priority: so so\n\nDue date: soon')
  expect(tasks[0]?.comments?.[0]).toHaveLength(10_000)
  // Blockers (two), title, lines, label, priority, comment.
  expect(problems).toHaveLength(7)
  expect(problems.every(({ line, isRefused }) => line === 7 && !isRefused)).toBe(true)
})

test('a circle is found exactly where there is one', () => {
  const graph = fc.integer({ min: 1, max: 8 }).chain((n) => fc.array(fc.uniqueArray(fc.integer({ min: 0, max: n - 1 }), { maxLength: 3 }), { minLength: n, maxLength: n })) // prettier-ignore
  fc.assert(
    fc.property(graph, (blockedBy) => {
      const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
        (blockedBy[from] ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
      const hasCircle = [...blockedBy.keys()].some((at) => reaches(at, at))
      expect(firstInCircle(blockedBy) !== null).toBe(hasCircle)
    }),
  )
  expect(firstInCircle([[1]])).toBe(0)
  expect(firstInCircle(Array.from({ length: 2_000 }, (_, at) => (at === 0 ? [] : [at - 1])))).toBeNull()
})
