import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOrderOfTable, guessColumns } from './columns.ts'
import { type Plan, planOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'
import { tableOf } from './table.ts'
import { readDay } from './days.ts'

const zone = 'Europe/Berlin'
/** A word that no other text of a run has. */
const mark = fc.integer({ min: 1e8, max: 9e8 }).map((number) => `w${number.toString(36)}`)
const odd = fc.constantFrom(null, 17, true, [], {}, [null], { a: 1 }, '', ' ', 'null')
const emoji = fc.constantFrom('', ' 🎉', '👩‍🚀', '🇵🇹'.repeat(60), 'é'.repeat(220))
const said = fc.tuple(mark, emoji).map(([word, sign]) => `${word}${sign}`)
const day = fc.constantFrom('2026-03-05', '18/Sep/25 12:00 AM', 'soon', '31/31/2026', '5/6/2026', '2026-03-06T03:31:00.000Z', 'January 2, 2026 3:00 PM', '1767600000000', '2026-10-08 → 2026-10-29') // prettier-ignore

/** Whether a plan has a word anywhere. */
const standsIn = (plan: Plan, word: string): boolean =>
  JSON.stringify([showPlan('csv', plan), plan.tasks.map(({ sent }) => [sent.doneWhen, sent.comments])]).includes(word)

const heads = [
  'Summary,Issue key,Issue id,Status,Priority,Assignee,Due date,Labels,Labels,Description,Original estimate,Comment,Comment,Attachment,Custom field (Berth)',
  'Title,Description,Issue ID,URL,State,Assignee,Assignee Username,Due Date,Labels,Time Estimate,Time Spent',
  'Task ID,Completed At,Name,Section/Column,Assignee,Assignee Email,Due Date,Tags,Notes,Blocking (Dependencies)',
  'Task Name,Bucket Name,Progress,Priority,Assigned To,Due Date,Checklist Items,Labels,Description',
  '#,Tracker,Status,Priority,Subject,Assignee,Due date,Estimated time,% Done,Description',
  'Id,Title,Labels,Current State,Owned By,Owned By,Task,Task Status,Comment,Deadline',
  'Card ID,Card Name,Card Description,Labels,Members,Due Date,List Name,Archived,Due Complete',
  'Name,Status,Due,Tags,Anything,,Anything',
].map((line) => line.split(','))

const row = (names: readonly string[]) =>
  fc.tuple(
    ...names.map((name) =>
      fc.oneof(
        { weight: 3, arbitrary: said },
        { weight: 1, arbitrary: fc.constant('') },
        ...(/due|date|deadline/i.test(name) ? [{ weight: 3, arbitrary: day }] : []),
      ),
    ),
  )

test('[MOVE-33] random sheets of each program: every row is a task or refused, and every cell stands somewhere', () => {
  const sheet = fc
    .constantFrom(...heads)
    .chain((names) => fc.tuple(fc.constant(names), fc.array(row(names), { minLength: 1, maxLength: 6 })))
  fc.assert(
    fc.property(sheet, ([names, cells]) => {
      const table = tableOf(
        [names, ...cells].map((line, at) => ({ line: at + 1, cells: line })),
        1,
      )
      const mapping = guessColumns(table.columns)
      const drafts = draftsOf(table, mapping, { zone, order: dayOrderOfTable(table, mapping).order })
      const plan = planOf(drafts, { members: [], labels: [], archived: 'completed' })
      const title = mapping.indexOf('title')
      const filled = cells.filter((line) => line.some((cell) => cell.trim() !== ''))
      expect([plan.tasks.length, plan.refused.length]).toEqual([
        filled.filter((line) => line[title] !== '').length,
        filled.filter((line) => line[title] === '').length,
      ])
      for (const [place, line] of cells.entries())
        for (const [at, cell] of line[title] === '' ? [] : line.entries()) {
          const word = /w[0-9a-z]{5,}/.exec(cell)?.[0]
          if (word !== undefined && mapping[at] !== 'doneWhenState')
            expect([names[at], standsIn(plan, word)]).toEqual([names[at], true])
          // A cell of a date is a day, or is in the description.
          if (cell !== '' && word === undefined && mapping[at] === 'dueOn') {
            const task = plan.tasks.find(({ draft }) => draft.line === place + 2)
            expect(task?.sent.dueOn === readDay(cell, { zone }) || task?.sent.description.includes(cell)).toBe(true)
          }
        }
    }),
    { numRuns: 300 },
  )
})

const orOdd = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: arbitrary }, { weight: 1, arbitrary: odd })
const card = fc.record({
  id: orOdd(fc.constantFrom('c1', 'c2', 'c3')),
  name: orOdd(said),
  desc: orOdd(said),
  closed: orOdd(fc.boolean()),
  idList: orOdd(fc.constantFrom('l1', 'l2', 'gone')),
  pos: orOdd(fc.integer()),
  due: orOdd(day),
  dueComplete: orOdd(fc.boolean()),
  start: orOdd(day),
  idMembers: orOdd(fc.array(fc.constantFrom('m1', 'm2'), { maxLength: 2 })),
  idLabels: orOdd(fc.array(fc.constantFrom('b1', 'b2', 'b3'), { maxLength: 3 })),
  labels: orOdd(
    fc.array(fc.record({ id: fc.constantFrom('b8', 'b9'), name: orOdd(said), color: orOdd(fc.constant('red')) }), {
      maxLength: 2,
    }),
  ),
  badges: orOdd(fc.record({ comments: orOdd(fc.nat(9)), votes: orOdd(fc.nat(3)) })),
  attachments: orOdd(
    fc.array(fc.record({ name: orOdd(said), url: orOdd(fc.constant('https://x.example.org/a')) }), { maxLength: 2 }),
  ),
  customFieldItems: orOdd(
    fc.array(fc.record({ idCustomField: orOdd(fc.constant('f1')), value: orOdd(fc.record({ text: said })) }), {
      maxLength: 2,
    }),
  ),
  isTemplate: orOdd(fc.constant(false)),
})
const board = fc.record({
  name: orOdd(said),
  lists: fc.array(
    fc.record({
      id: fc.constantFrom('l1', 'l2'),
      name: orOdd(said),
      pos: orOdd(fc.integer()),
      closed: orOdd(fc.boolean()),
    }),
    { maxLength: 3 },
  ),
  cards: fc.array(fc.oneof({ weight: 9, arbitrary: card }, { weight: 1, arbitrary: odd }), { maxLength: 6 }),
  labels: orOdd(
    fc.array(
      fc.record({ id: fc.constantFrom('b1', 'b2', 'b3'), name: orOdd(said), color: orOdd(fc.constant('sky_dark')) }),
      { maxLength: 4 },
    ),
  ),
  members: orOdd(
    fc.array(fc.record({ id: fc.constantFrom('m1', 'm2'), fullName: orOdd(said), username: orOdd(said) }), {
      maxLength: 2,
    }),
  ),
  checklists: orOdd(
    fc.array(
      fc.record({
        idCard: orOdd(fc.constantFrom('c1', 'c2')),
        name: orOdd(said),
        checkItems: orOdd(
          fc.array(fc.record({ name: orOdd(said), state: orOdd(fc.constantFrom('complete', 'incomplete')) }), {
            maxLength: 30,
          }),
        ),
      }),
      { maxLength: 3 },
    ),
  ),
  actions: orOdd(
    fc.array(
      fc.record({
        type: fc.constantFrom('commentCard', 'updateCard'),
        date: orOdd(day),
        data: orOdd(fc.record({ text: orOdd(said), card: fc.constant({ id: 'c1' }) })),
        memberCreator: orOdd(fc.record({ fullName: orOdd(said) })),
      }),
      { maxLength: 4 },
    ),
  ),
})

/** The texts of one card that a plan has to have. */
const wordsOf = (one: Record<string, unknown>): string[] =>
  JSON.stringify([one['name'], one['desc'], one['attachments'], one['customFieldItems']]).match(/w[0-9a-z]{5,}/g) ?? []

test('[MOVE-27] random boards with nulls and odd values: every card is a task or a note names it, and nothing throws', () => {
  fc.assert(
    fc.property(board, (value) => {
      const read = readText(JSON.stringify(value), { zone })
      if ('table' in read) throw new Error('A board is no table.')
      const plan = planOf(read.drafts, { members: [], labels: [] })
      const cards = value.cards.filter(
        (one): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one),
      )
      const leftOut = plan.notes.filter(({ text }) => text.includes('left out') && text.startsWith('It is'))
      expect(plan.tasks.length + leftOut.length + plan.refused.length).toBe(cards.length)
      const shown = JSON.stringify([showPlan('trello', plan), plan.tasks.map(({ sent }) => sent)])
      for (const one of cards) {
        const title = typeof one['name'] === 'string' ? (/w[0-9a-z]{5,}/.exec(one['name'])?.[0] ?? '') : ''
        if (title === '') continue
        expect(shown).toContain(title)
        const isLeftOut = leftOut.some(({ task }) => task.includes(title))
        if (!isLeftOut) for (const word of wordsOf(one)) expect([word, shown.includes(word)]).toEqual([word, true])
      }
    }),
    { numRuns: 300 },
  )
})

test('[MOVE-31] a sheet of 2,300 columns is planned with every cell of it', () => {
  const names = ['Summary', ...Array.from({ length: 2_299 }, (_, at) => `Custom field (${at})`)]
  const rows = Array.from({ length: 20 }, (_, line) => [
    `Task ${line}`,
    ...names.slice(1).map((_, at) => (at % 400 === 0 ? `w${line}x${at}` : '')),
  ])
  const text = [names, ...rows].map((cells) => cells.join(',')).join('\n')
  const read = readText(text)
  if (!('table' in read)) throw new Error('It is a table.')
  const plan = planOf(draftsOf(read.table, read.columns), { members: [], labels: [] })
  expect(plan.tasks).toHaveLength(20)
  for (const [line, { sent }] of plan.tasks.entries())
    for (const at of [0, 400, 2_000]) expect(sent.description).toContain(`- ${at}: w${line}x${at}`)
})
