import { expect, test } from 'vitest'
import { guessColumns } from './columns.ts'
import { renumbered, writtenNumbers } from './numbers.ts'
import { partsOf } from './parts.ts'
import { planOf } from './plan.ts'
import { draftsOf } from './rows.ts'
import { readTable } from './table.ts'

const draftsIn = (text: string) => {
  const table = readTable(text)
  return draftsOf(table, guessColumns(table.columns))
}
type Given = Partial<Parameters<typeof planOf>[1]>
const planText = (text: string, given: Given = {}) =>
  planOf(draftsIn(text), { members: [], labels: [], lists: 'stages', ...given })
const rows = (text: string, given: Given = {}) => {
  const { tasks, stages } = planText(text, given)
  return { stages, tasks: tasks.map(({ sent }) => [sent.title, sent.status, sent.stage]) }
}
const board =
  'Card Name,List Name,Due Complete\nA,To Do,false\nB,Harbour office,false\nC,Doing,false\nD,Done,false\nE,Harbour office,true\n'

test('[MOVE-12] lists that are no known status become stages, with the known ones of their status, in the order of the board', () => {
  expect(rows(board)).toEqual({
    stages: [
      { name: 'To Do', status: 1 },
      { name: 'Harbour office', status: 1 },
    ],
    // What is finished is in no list of its own any more.
    tasks: [['A', 1, 'To Do'], ['B', 1, 'Harbour office'], ['C', 2, undefined], ['D', 4, undefined], ['E', 4, undefined]],
  }) // prettier-ignore
})

test('[MOVE-12] stages that the project has are used, and tasks that are there keep a column of their own', () => {
  const stages = { existing: [{ name: 'harbour OFFICE', status: 3 }], busy: [2] }
  expect(rows(board, { stages })).toEqual({
    stages: [],
    tasks: [['A', 1, undefined], ['B', 3, 'harbour OFFICE'], ['C', 2, undefined], ['D', 4, undefined], ['E', 4, undefined]],
  }) // prettier-ignore
  expect(rows('Title,Status\nA,Waiting room\n', { stages: { existing: [], busy: [1] } })).toEqual({
    stages: [
      { name: 'Assigned', status: 1 },
      { name: 'Waiting room', status: 1 },
    ],
    tasks: [['A', 1, 'Waiting room']],
  })
})

test('[MOVE-12] lists become labels where one chooses so; where there is no room the description says the list', () => {
  const { tasks, stages } = planText(board, { lists: 'labels' })
  expect(stages).toEqual([])
  expect(tasks.map(({ sent }) => [sent.stage, sent.labels])).toEqual([[undefined, ['To Do']], [undefined, ['Harbour office']], [undefined, []], [undefined, ['Done']], [undefined, ['Harbour office']]]) // prettier-ignore
  const many = `Title,Status\n${Array.from({ length: 25 }, (_, at) => `T${at},Customer ${at}`).join('\n')}\n`
  const plan = planText(many)
  expect(plan.stages).toHaveLength(20)
  expect(plan.tasks.map(({ sent }) => sent.stage ?? null).filter((stage) => stage === null)).toHaveLength(5)
  for (const [at, { sent }] of plan.tasks.entries()) expect(sent.description).toContain(`Customer ${at}`)
})

test('[MOVE-12] a plan is the same after its stages were made', () => {
  const before = planText(board)
  const after = planText(board, { stages: { existing: before.stages, busy: [1, 2] } })
  expect(after.tasks.map(({ sent }) => sent)).toEqual(before.tasks.map(({ sent }) => sent))
})

test('[MOVE-22] the numbers that texts name go along, with the places of their tasks, also in later parts', () => {
  const count = 2_500
  const text = `Number,Title,Description\n${Array.from({ length: count }, (_, at) => `${at + 1},Task ${at + 1},${at === 0 ? 'See #2400 and #9999 and `#7`' : at === 2_400 ? 'After #1' : ''}`).join('\n')}\n`
  const { parts, total } = partsOf(planText(text))
  expect(total).toBe(count)
  expect(parts.map(({ numbers }) => numbers)).toEqual([[{ written: 2_400, place: 2_399 }], [{ written: 1, place: 0 }]])
})

test.each([
  ['See #12.', 'See #40.'],
  ['#12, #13 and #12', '#40, #\u206013 and #40'],
  ['`#12` and ```\n#12\n```', '`#12` and ```\n#12\n```'],
  [
    '[#12](https://example.org/12) https://example.org/#12 a#12 #12a',
    '[#12](https://example.org/12) https://example.org/#12 a#12 #12a',
  ],
])('[MOVE-22] %j is %j where 12 is 40 here and 13 is not in the file', (text, changed) => {
  expect(renumbered(text, (written) => (written === 12 ? 40 : undefined))).toBe(changed)
  expect(new Set(writtenNumbers(text)).has(12)).toBe(changed !== text)
})
