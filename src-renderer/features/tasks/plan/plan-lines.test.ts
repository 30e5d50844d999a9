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

test('a new round leaves ticked and own lines untouched, replaces the others, and brings back nothing thrown away', () => {
  const before = [
    line('Ticked', { title: 'Ticked and changed', isOwn: true }),
    line('Left out', { isChosen: false }),
    line('Own, not ticked', { isChosen: false, isOwn: true }),
    line('Ticked'),
  ]
  const after = mergePlan(before, suggested('ticked ', 'Left out', 'Thrown', 'Fresh'), ['thrown'], 'second')
  expect(after.map(({ title }) => title)).toEqual([
    'Ticked and changed',
    'Own, not ticked',
    'Ticked',
    'Left out',
    'Fresh',
  ])
  expect([after[0], after[1], after[2]]).toEqual([before[0], before[2], before[3]])
})

test('a round asks for as many more as are known, and never for more than the server gives', () => {
  expect(countToAsk([], [])).toBe(5)
  expect(countToAsk([line('A'), line('B', { isChosen: false })], ['C'])).toBe(7)
  expect(
    countToAsk(
      Array.from({ length: 40 }, (_, at) => line(String(at))),
      [],
    ),
  ).toBe(20)
})

test('chosen lines become tasks; without a description the title is one', () => {
  expect(chosenTasks([line(' A ', { description: ' ' }), line('B', { isChosen: false })], 1)).toEqual([
    { title: 'A', description: 'A', status: 1 },
  ])
})
