import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plankaBoard, sheet, trelloBoard, wekanBoard } from './samples/random-files.ts'
import { dayOrderOfTable, guessColumns } from './columns.ts'
import { type Plan, planOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'
import { tableOf } from './table.ts'
import { readDay } from './days.ts'

const zone = 'Europe/Berlin'
const numRuns = Number(process.env['GUILDHALL_PROPERTY_RUNS'] ?? 300)

/** Whether a plan has a word anywhere. */
const standsIn = (plan: Plan, word: string): boolean =>
  JSON.stringify([showPlan('csv', plan), plan.tasks.map(({ sent }) => [sent.doneWhen, sent.comments])]).includes(word)

test('[MOVE-33] random sheets of each program: every row is a task or refused, and every cell stands somewhere', () => {
  fc.assert(
    fc.property(sheet, ([names, cells]) => {
      const table = tableOf(
        [names, ...cells].map((line, at) => ({ line: at + 1, cells: line })),
        1,
      )
      const mapping = guessColumns(table.columns)
      const drafts = draftsOf(table, mapping, { zone, order: dayOrderOfTable(table, mapping).order })
      const plan = planOf(drafts, { members: [], labels: [], archived: 'completed' })
      // Azure DevOps has a column of titles for each level.
      const isTitled = (line: readonly string[]) => line.some((cell, at) => mapping[at] === 'title' && cell !== '')
      const filled = cells.filter((line) => line.some((cell) => cell.trim() !== ''))
      expect([plan.tasks.length, plan.refused.length]).toEqual([
        filled.filter((line) => isTitled(line)).length,
        filled.filter((line) => !isTitled(line)).length,
      ])
      for (const [place, line] of cells.entries())
        for (const [at, cell] of isTitled(line) ? line.entries() : []) {
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
    { numRuns },
  )
})

/** The texts of one card that a plan has to have. */
const wordsOf = (one: Record<string, unknown>): string[] =>
  JSON.stringify([one['name'], one['desc'], one['attachments'], one['customFieldItems']]).match(/w[0-9a-z]{5,}/g) ?? []

test('[MOVE-27] random boards with nulls and odd values: every card is a task or a note names it, and nothing throws', () => {
  fc.assert(
    fc.property(trelloBoard, (value) => {
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
    { numRuns },
  )
})

/** The texts of a card that a plan has to have, wherever they are. */
const ownTexts = (card: Record<string, unknown>): string[] =>
  [card['name'] ?? card['title'], card['description'], card['requestedBy']].flatMap((text) => (typeof text === 'string' ? (/w[0-9a-z]{5,}/.exec(text) ?? []) : [])) // prettier-ignore

test.each([
  ['planka', plankaBoard.map((value) => ({ value, cards: value.included.cards }))],
  ['wekan', wekanBoard.map((value) => ({ value, cards: value.cards }))],
] as const)('[MOVE-24] random boards of %s: every card is a task or is named, and nothing throws', (kind, board) => {
  fc.assert(
    fc.property(board as fc.Arbitrary<{ value: object; cards: unknown[] }>, ({ value, cards }) => {
      const read = readText(JSON.stringify(value), { zone })
      // Without a card that looks like one it may be any list.
      if ('table' in read || read.kind !== kind) return
      const plan = planOf(read.drafts, { members: [], labels: [] })
      const given = cards.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one)) // prettier-ignore
      const leftOut = plan.notes.filter(({ text }) => text.startsWith('It is') && text.includes('left out'))
      expect(plan.tasks.length + leftOut.length + plan.refused.length).toBe(given.length)
      const shown = JSON.stringify(plan.tasks.map(({ sent }) => sent))
      for (const card of given) {
        const [title] = ownTexts({ name: card['name'] ?? card['title'] })
        if (title === undefined || leftOut.some(({ task }) => task.includes(title))) continue
        for (const word of ownTexts(card)) expect([word, shown.includes(word)]).toEqual([word, true])
      }
    }),
    { numRuns },
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
