import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circlesIn, firstInCircle } from './circles.ts'
import { readLines } from './cells.ts'
import { guessColumns } from './columns.ts'
import { type DraftTask, emptyDraft } from './drafts.ts'
import { groupNotes } from './notes.ts'
import { partsOf } from './parts.ts'
import { planOf, priorityWordsOf, statusWordsOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { readTable } from './table.ts'
import { proposePriority, readPriority } from './words/priorities.ts'
import { proposeStatus, readStatus } from './words/statuses.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')
const kofi = { userID: 'u1', username: 'kofi', name: 'Kofi Mensah' }
const lena = { userID: 'u2', username: 'lena', name: 'Lena Novak' }
const members = [kofi, lena]
const draftsIn = (text: string) => {
  const table = readTable(text)
  return draftsOf(table, guessColumns(table.columns))
}
const sentOf = (text: string, given: Partial<Parameters<typeof planOf>[1]> = {}) =>
  planOf(draftsIn(text), { members, labels: [], ...given }).tasks.map(({ sent }) => sent)

describe('a CSV', () => {
  test('[MOVE-01] of another tracker becomes tasks; each task that loses something is named', () => {
    const { tasks, notes, refused } = planOf(draftsIn(sample('linear.csv')), { members, labels: [] })
    expect(tasks.map(({ sent }) => sent)).toMatchObject([
      { title: 'Draw the coast', dueOn: '2026-12-05', priority: 'high', estimateHours: 2, labels: ['Maps', 'Coast'], assignedToID: 'u1', status: 1 },
      { title: 'Hang it', dueOn: '2026-12-05', priority: 'urgent', estimateHours: 0.5, assignedToID: 'u2', status: 2, blockedBy: [0] },
      { title: 'Ask the harbour', dueOn: null, priority: 'low', status: 1 },
      { title: 'Say "thank you"', dueOn: '2026-12-24', priority: 'none', status: 4 },
    ]) // prettier-ignore
    expect(tasks[0]?.sent.description).toMatch(/^By hand,\nin two colours\.\n\n\*\*From the file\*\*/)
    expect(tasks[2]?.sent.description).toBe(
      '**From the file**\n\n- Status: Waiting for an answer\n- Assigned to: nobody.here\n- ID: ATL-4\n- Due date: 5/6/2026',
    )
    // The first task's text goes over two lines of the file.
    expect(refused).toEqual([{ line: 5, text: 'It has no title.' }])
    expect(notes).toEqual([
      { task: 'Ask the harbour', text: 'Due date: 5/6/2026 could be 5 June or 6 May. The description has the text.' },
      { task: 'Ask the harbour', text: '‘nobody.here’ isn’t a member; we’ll note the name in the description.' },
    ])
  })
  test('[MOVE-16] with semicolons and heads in German is known', () => {
    const { tasks } = draftsIn(sample('semicolons.csv'))
    expect(tasks).toMatchObject([{ title: 'Karte zeichnen', status: 'Offen', dueOn: '2027-01-31' }, { status: 'Fertig', dueOn: null }]) // prettier-ignore
    expect(statusWordsOf(tasks)).toEqual([{ word: 'Offen', means: 1, isKnown: true, count: 1 }, { word: 'Fertig', means: 4, isKnown: true, count: 1 }]) // prettier-ignore
  })
  /** A field, and texts of it that nobody can read. */
  test.each([
    ['Due date', ['12/03/2026', 'soon', '31/31/2026', 'Q3', '→']],
    ['Priority', ['so so', '17', 'P9', '🔥']],
    ['Estimate', ['-3', '1e9', '14400', 'a while']],
  ])(
    '[MOVE-01] a %s that cannot be read never costs the task: it is noted and stands in the description',
    (column, texts) => {
      const plan = planOf(draftsIn(`Title,${column}\n${texts.map((text, at) => `Task ${at},"${text}"`).join('\n')}\n`), { members, labels: [] }) // prettier-ignore
      expect(plan.tasks.map(({ sent: { dueOn, priority, estimateHours, description } }) => [dueOn, priority, estimateHours, description])).toEqual(
      texts.map((text) => [null, 'none', null, `**From the file**\n\n- ${column}: ${text}`]),
    ) // prettier-ignore
      expect(plan.notes.map(({ task }) => task)).toEqual(texts.map((_, at) => `Task ${at}`))
      for (const [at, text] of texts.entries()) expect(plan.notes[at]?.text).toContain(text)
    },
  )
  test('[MOVE-17] the end of a range is the due date, and the note says where it begins', () => {
    const { tasks, notes } = draftsIn('Name,Due\nBuy,"October 8, 2026 → October 29, 2026"\n')
    expect(tasks[0]).toMatchObject({ dueOn: '2026-10-29', extras: [{ name: 'Due date', text: 'October 8, 2026 → October 29, 2026' }] }) // prettier-ignore
    expect(notes).toEqual([{ task: 'Buy', text: expect.stringContaining('2026-10-08') as string }])
  })
})

test('[MOVE-19] a member is found by username, address, name with address, or a name that only one has', () => {
  const team = [{ ...kofi, email: 'Kofi@Example.org' }, lena, { userID: 'u3', username: 'lena2', name: 'Lena Novak' }]
  const of = (assignee: string) => {
    const plan = planOf(draftsIn(`Title,Assignee\nTask,${assignee}\n`), { members: team, labels: [] })
    return { ...plan.tasks[0]?.sent, notes: plan.notes.map(({ text }) => text) }
  }
  for (const said of [
    'kofi',
    '@kofi',
    'kofi@example.org',
    'Somebody Else <kofi@example.org>',
    'KOFI MENSAH',
    'Kofi (kofi@example.org)',
  ])
    expect(of(said)).toMatchObject({ assignedToID: 'u1', description: 'Task' })
  for (const said of ['Lena Novak', 'kofi@example.com', 'ofi@example.org']) {
    expect(of(said)).not.toHaveProperty('assignedToID')
    expect(of(said).description).toContain(`Assigned to: ${said}`)
  }
  expect(of('Lena Novak').notes).toEqual(['‘Lena Novak’ is the name of several members; the description names them.'])
  const [gitlab] = sentOf('Title,Assignee,Assignee Username\nTask,Somebody,lena\n')
  expect(gitlab?.assignedToID).toBe('u2')
})

test('[MOVE-26] of a thousand labels those that tasks use come, most used first, while there is room', () => {
  const labels = Array.from({ length: 1_000 }, (_, n) => ({ id: `b${n}`, name: `Label ${n}`, color: 'green_dark' }))
  const cards = [
    { id: 'c1', name: 'One', idList: 'l', idLabels: ['b40', 'b41'] },
    { id: 'c2', name: 'Two', idList: 'l', idLabels: [...labels.slice(0, 35).map(({ id }) => id), 'b40'] },
  ]
  const read = readText(JSON.stringify({ name: 'B', lists: [{ id: 'l', name: 'To Do' }], cards, labels }))
  if ('table' in read) throw new Error('A board is no table.')
  const plan = planOf(read.drafts, { members, labels: ['Old', 'label 41'] })
  expect(plan.tasks[0]?.sent.labels).toEqual(['Label 40', 'Label 41'])
  expect(plan.tasks[1]?.sent.labels).toHaveLength(28)
  expect(plan.labels).toHaveLength(29)
  expect(plan.labels[0]).toEqual({ name: 'Label 40', colour: 'green' })
  expect(plan.tasks[1]?.sent.description).toContain('Labels: Label 27, Label 28')
  expect(plan.notes).toHaveLength(8)
  expect(plan.notes[7]).toEqual({ task: 'Two', text: expect.stringContaining('‘Label 34’ is left out: a project has at most 30') as string }) // prettier-ignore
})

test('[MOVE-05] an emoji is never cut in half, wherever a text is cut', () => {
  const draft = (n: number): DraftTask => ({
    ...emptyDraft,
    line: n,
    title: `${'a'.repeat(150 + n)}${'😀'.repeat(40)}`,
    description: `${'b'.repeat(19_980 + n)}${'👩‍🚀'.repeat(40)}`,
    labels: [`${'c'.repeat(10 + n)}${'🇵🇹'.repeat(10)}`],
    comments: [{ author: null, on: null, body: `${'d'.repeat(9_980 + n)}${'😀'.repeat(40)}` }],
  })
  const tasks = Array.from({ length: 20 }, (_, n) => draft(n))
  const plan = planOf({ program: 'the file', tasks, notes: [], refused: [], labels: [] }, { members, labels: [] })
  expect(JSON.stringify(plan.tasks.map(({ sent }) => sent))).not.toMatch(/\\ud[89a-f]/i)
  for (const { sent } of plan.tasks) {
    expect(sent.title.length).toBeLessThanOrEqual(200)
    expect(sent.title).toMatch(/^a+(?:😀)*…$/u)
    expect(sent.description).toMatch(/(?:👩‍🚀|b|a|😀|\n)…$/u)
    expect(sent.labels?.[0]).toMatch(/^c+(?:🇵🇹)*…(?: \d+)?$/u)
    expect(sent.comments?.[0]).toMatch(/^d+(?:😀)*…$/u)
  }
})

test('[MOVE-12] [MOVE-13] what words mean, and what becomes of finished and archived tasks, can be chosen', () => {
  const text =
    'Card Name,List Name,Archived,Due Complete,Priority\nA,QA,false,false,Must Have\nB,QA,false,true,\nC,Old,true,false,\n'
  expect(statusWordsOf(draftsIn(text).tasks).map(({ word, count }) => [word, count])).toEqual([['QA', 2], ['Old', 1]]) // prettier-ignore
  expect(priorityWordsOf(draftsIn(text).tasks)).toEqual([{ word: 'Must Have', means: null, isKnown: false, count: 1 }])
  const plain = planOf(draftsIn(text), { members, labels: [] })
  expect(plain.tasks.map(({ sent: { title, status, priority } }) => [title, status, priority])).toEqual([['A', 3, 'none'], ['B', 4, 'none']]) // prettier-ignore
  expect(plain.notes).toContainEqual({ task: 'C', text: 'It is in the archive of Trello, and left out.' })
  const chosen = sentOf(text, { statuses: new Map([['QA', 2]]), priorities: new Map([['Must Have', 'high']]), finished: 'asTheyAre', archived: 'completed' }) // prettier-ignore
  expect(chosen.map(({ title, status, priority }) => [title, status, priority])).toEqual([['A', 2, 'high'], ['B', 2, 'none'], ['C', 4, 'none']]) // prettier-ignore
  // The description names the list where it is not the status' own word.
  expect(chosen[0]?.description).toContain('- List: QA\n- Priority: Must Have')
})

test('[MOVE-05] what does not fit is kept in the description, and said', () => {
  const draft: DraftTask = {
    ...emptyDraft,
    line: 7,
    key: '1',
    title: 'T'.repeat(250),
    priority: 'so so',
    labels: ['L'.repeat(40)],
    doneWhen: [{ text: 'x'.repeat(300), isDone: true }],
    blockedBy: ['1', '9'],
    comments: [{ author: null, on: null, body: 'c'.repeat(10_001) }],
    extras: [{ name: 'Due date', text: 'soon' }],
  }
  const { tasks, notes } = planOf({ program: 'Jira', tasks: [draft], notes: [], refused: [], labels: [] }, { members, labels: [] }) // prettier-ignore
  const [{ sent } = { sent: undefined }] = tasks
  expect(sent?.title).toHaveLength(200)
  expect(sent?.description).toContain('T'.repeat(250))
  expect(sent?.description).toContain(`- [x] ${'x'.repeat(300)}`)
  expect(sent).toMatchObject({ blockedBy: [], labels: [`${'L'.repeat(29)}…`], doneWhen: [], priority: 'none' })
  expect(sent?.description).toContain('- Priority: so so')
  expect(sent?.description).toContain('- Due date: soon')
  expect(sent?.comments?.[0]).toHaveLength(10_000)
  // Blockers (two), title, lines, label, priority, comment.
  expect(notes).toHaveLength(7)
  expect(notes.every(({ task }) => task === sent?.title)).toBe(true)
})

test('[MOVE-14] more comments than an import takes share some, the oldest first, and none is lost', () => {
  const comments = Array.from({ length: 250 }, (_, at) => ({ author: 'Ada', on: '2026-01-01', body: `Said ${at}.` }))
  const draft = { ...emptyDraft, line: 1, title: 'Much', comments }
  const { tasks, notes } = planOf({ program: 'Jira', tasks: [draft], notes: [], refused: [], labels: [] }, { members, labels: [] }) // prettier-ignore
  const sent = tasks[0]?.sent.comments ?? []
  expect(sent.length).toBeLessThanOrEqual(100)
  expect(sent.every(({ length }) => length <= 10_000)).toBe(true)
  expect([...sent.join('\n').matchAll(/Said (\d+)\./g)].map(([, number]) => Number(number))).toEqual(comments.map((_, at) => at)) // prettier-ignore
  expect(notes).toHaveLength(1)
})

test('[MOVE-04] equal notes are one, with the titles of their tasks', () => {
  expect(groupNotes([{ task: 'A', text: 'x' }, { task: '', text: 'y' }, { task: 'B', text: 'x' }])).toEqual([
    { text: 'y', tasks: [] },
    { text: 'x', tasks: ['A', 'B'] },
  ]) // prettier-ignore
})

test('[MOVE-28] a plan of more than 2,000 tasks, or of more than 12 MB, goes in parts in its order', () => {
  const text = `Key,Title,Blocked by\n${Array.from({ length: 4_500 }, (_, n) => `K${n},Task ${n},K${n === 0 ? 4_400 : ''}`).join('\n')}\n`
  const parts = partsOf(planOf(draftsIn(text), { members, labels: [] })).parts.map(({ tasks }) => tasks)
  expect(parts.map(({ length }) => length)).toEqual([2_000, 2_000, 500])
  expect(parts.flat().map(({ title }) => title)).toEqual(Array.from({ length: 4_500 }, (_, n) => `Task ${n}`))
  expect(parts[0]?.[0]?.blockedBy).toEqual([])
  expect(parts[2]?.[400]).toMatchObject({ title: 'Task 4400', blocks: [0] })
  const long = `Title,Description\n${Array.from({ length: 1_500 }, (_, n) => `Task ${n},${'é '.repeat(5_000)}`).join('\n')}\n`
  const large = partsOf(planOf(draftsIn(long), { members, labels: [] })).parts.map(({ tasks }) => tasks)
  expect(large.length).toBeGreaterThan(1)
  for (const part of large) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(12 * 1024 * 1024)
})

test('words for statuses and priorities are known whatever their case', () => {
  expect(['To Do', 'IN_PROGRESS', 'in review', 'Done', "won't do", 'Whatever'].map(readStatus)).toEqual([1, 2, 3, 4, 5, undefined]) // prettier-ignore
  expect(['Done ✅', '✅ Done', 'In-Progress!', '🚀'].map(readStatus)).toEqual([4, 4, 2, undefined])
  expect(['Terminé', 'En curso', 'W toku', 'Fertig', '完了', '进行中', '50%'].map(readStatus)).toEqual([4, 2, 2, 4, 4, 2, 2]) // prettier-ignore
  expect(['Waiting for approval by QA', 'Done this week', 'Not done', 'Review of what is done', 'To-do (Anna)'].map(proposeStatus)).toEqual([3, 4, undefined, undefined, 1]) // prettier-ignore
  expect(['P2-High', 'P1-Immediate', 'High or low', 'Must Have', '1', '4'].map(proposePriority)).toEqual(['high', 'urgent', undefined, undefined, 'urgent', 'low']) // prettier-ignore
  expect(['', 'No priority', 'P1', 'Blocker', 'Hoch', 'so so'].map(readPriority)).toEqual(['none', 'none', 'high', 'urgent', 'high', undefined]) // prettier-ignore
  expect(readLines('[x] Drawn\n- [ ] Hung\n\nSaid')).toEqual([
    { text: 'Drawn', isDone: true },
    { text: 'Hung', isDone: false },
    { text: 'Said', isDone: false },
  ])
})

test('a circle is found exactly where there is one', () => {
  const graph = fc.integer({ min: 1, max: 8 }).chain((n) => fc.array(fc.uniqueArray(fc.integer({ min: 0, max: n - 1 }), { maxLength: 3 }), { minLength: n, maxLength: n })) // prettier-ignore
  fc.assert(
    fc.property(graph, (blockedBy) => {
      const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
        (blockedBy[from] ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
      const hasCircle = [...blockedBy.keys()].some((at) => reaches(at, at))
      expect(firstInCircle(blockedBy) !== null).toBe(hasCircle)
      const cut = new Set(circlesIn(blockedBy))
      expect(firstInCircle(blockedBy.map((places, at) => (cut.has(at) ? [] : places)))).toBeNull()
    }),
  )
  expect(firstInCircle([[1]])).toBe(0)
  expect(firstInCircle(Array.from({ length: 2_000 }, (_, at) => (at === 0 ? [] : [at - 1])))).toBeNull()
})
