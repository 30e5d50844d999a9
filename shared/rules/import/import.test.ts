import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { firstInCircle } from './circles.ts'
import { draftsOf, guessColumns, readTable } from './csv.ts'
import { UnreadableImport } from './drafts.ts'
import { readDay, readHours, readLines, readPriority, readStatus } from './fields.ts'
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
  test('of another tracker becomes tasks; each bad row is named with its line', () => {
    const { tasks, problems } = read('linear.csv')
    expect(tasks.map(({ title, dueOn, priority, estimateHours, labels }) => [title, dueOn, priority, estimateHours, labels])).toEqual([
      ['Draw the coast', '2026-12-05', 'high', 2, ['Maps', 'Coast']],
      ['Hang it', '2026-12-05', 'urgent', 0.5, []],
      ['Say "thank you"', '2026-12-24', 'none', null, []],
    ]) // prettier-ignore
    // The first task's text goes over two lines of the file.
    expect(problems).toEqual([
      { line: 5, text: 'It has no title.', isRefused: true },
      { line: 6, text: '‘5/6/2026’ can be more than one day, or none. Please write it like 2026-12-05.', isRefused: true },
    ]) // prettier-ignore
    const plan = planOf({ tasks, problems, labels: [] }, { members, statuses: new Map([['Todo', 1], ['In Progress', 2], ['Done', 4]]), labels: [] }) // prettier-ignore
    expect(plan.tasks).toMatchObject([
      { assignedToID: 'u1', status: 1, blockedBy: [], description: 'By hand,\nin two colours.' },
      { assignedToID: 'u2', status: 2, blockedBy: [0], description: 'Hang it' },
      { status: 4 },
    ])
  })
  test('with semicolons, and with columns in another language, is mapped by hand', () => {
    const table = readTable(sample('semicolons.csv'))
    expect(table.columns).toEqual(['Name', 'Liste', 'Frist'])
    expect(guessColumns(table.columns)).toEqual(['title', 'ignored', 'ignored'])
    const { tasks } = draftsOf(table, ['title', 'status', 'dueOn'])
    expect(tasks).toMatchObject([{ title: 'Karte zeichnen', status: 'Offen', dueOn: '2027-01-31' }, { status: 'Fertig', dueOn: null }]) // prettier-ignore
    expect(statusWordsOf(tasks)).toEqual([{ word: 'Offen', status: 1, isKnown: false }, { word: 'Fertig', status: 1, isKnown: false }]) // prettier-ignore
  })
  test('of 5 MB is read within two seconds, and what is over 2,000 tasks is refused by name', () => {
    const long = 'A long text, with "quotes" and lines.\n'.repeat(30).replaceAll('"', '""')
    const text = `Title,Description\n${Array.from({ length: 4_500 }, (_, n) => `Task ${n},"${long}"`).join('\n')}\n`
    expect(text.length).toBeGreaterThan(5_000_000)
    const began = performance.now()
    const table = readTable(text)
    const plan = planOf(draftsOf(table, guessColumns(table.columns)), { members, statuses: new Map(), labels: [] })
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(plan.tasks).toHaveLength(2_000)
    expect(plan.problems.filter(({ isRefused }) => isRefused)).toHaveLength(2_500)
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
    expect(problems.map(({ text }) => text)).toEqual([
      'Archived: It is in the archive of Trello.',
      'Of an archived list: It is in the archive of Trello.',
    ])
  })
  test('people are members by their full names; others are named in the description', () => {
    const statuses = new Map(statusWordsOf(tasks).map(({ word, status }) => [word, status]))
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
  ['', null],
  ['5/6/2026', undefined],
  ['2026-02-30', undefined],
  ['soon', undefined],
])('the day of %j is %j', (text, day) => expect(readDay(text)).toBe(day))

test.each([
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['2h 30m', 2.5],
  ['90 min', 1.5],
  ['', null],
  ['0', undefined],
  ['1000', undefined],
  ['many', undefined],
])('the hours of %j are %j', (text, hours) => expect(readHours(text)).toBe(hours))

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
    key: '1',
    title: 'T'.repeat(250),
    description: '',
    status: '',
    assignees: [],
    dueOn: null,
    priority: 'none' as const,
    estimateHours: null,
    labels: ['L'.repeat(40)],
    doneWhen: [{ text: 'x'.repeat(300), isDone: true }],
    blockedBy: ['1', '9'],
    comments: [],
  }
  const { tasks, problems } = planOf(
    { tasks: [draft], problems: [], labels: [] },
    { members, statuses: new Map(), labels: [] },
  )
  expect(tasks[0]?.title).toHaveLength(200)
  expect(tasks[0]?.description).toContain('T'.repeat(250))
  expect(tasks[0]?.description).toContain(`- [x] ${'x'.repeat(300)}`)
  expect(tasks[0]).toMatchObject({ blockedBy: [], labels: ['L'.repeat(30)], doneWhen: [] })
  expect(problems).toHaveLength(4)
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
