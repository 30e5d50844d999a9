import { expect, test } from 'vitest'
import { chosenTasks, countToAsk, mergePlan, type PlanLine } from './plan-lines.ts'

const line = (title: string, extra: Partial<PlanLine> = {}): PlanLine => ({
  key: title,
  title,
  description: `About ${title}`,
  isChosen: true,
  isOwn: false,
  ...extra,
})
const suggested = (...titles: string[]) => titles.map((title) => ({ title, description: 'New' }))

test('a new round leaves every line as it is, adds what is new unticked, and brings back nothing thrown away', () => {
  const before = [
    line('Ticked', { title: 'Ticked and changed', isOwn: true }),
    line('Left out', { isChosen: false }),
    line('Own, not ticked', { isChosen: false, isOwn: true }),
    line('Ticked'),
  ]
  const after = mergePlan(before, suggested('ticked ', 'Left out', 'Thrown', 'Fresh'), ['thrown'], 'second')
  expect(after.map(({ title }) => title)).toEqual([
    'Ticked and changed',
    'Left out',
    'Own, not ticked',
    'Ticked',
    'Fresh',
  ])
  expect(after.slice(0, 4)).toEqual(before)
  expect(after[4]?.isChosen).toBe(false)
})

test('a round asks for as many more as are known, and never for more than the server gives', () => {
  expect(countToAsk([], [])).toBe(5)
  expect(countToAsk([line('A'), line('B', { isChosen: false })], ['C'])).toBe(8)
  expect(
    countToAsk(
      Array.from({ length: 40 }, (_, at) => line(String(at))),
      [],
    ),
  ).toBe(20)
})

test('chosen lines become tasks; without a description the title is one', () => {
  const planned = line('C', { doneWhen: ['Drawn'], estimateHours: 3, reward: '40.50' })
  const lines = [line(' A ', { description: ' ' }), line('B', { isChosen: false, reward: '7' }), planned]
  expect(chosenTasks(lines, 1, 'USD')).toEqual([
    { title: 'A', description: 'A', status: 1 },
    {
      title: 'C',
      description: 'About C',
      status: 1,
      doneWhen: [{ text: 'Drawn', isDone: false }],
      estimateHours: 3,
      offer: { amountCents: 4_050, mode: 'claim' },
    },
  ])
})
