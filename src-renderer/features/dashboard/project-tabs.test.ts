import { expect, test } from 'vitest'
import { groupByTab, isDraft, statsOf, tabOf } from './project-tabs.ts'

const state = (status: number, archivedAt: string | null = null) => ({ status, archivedAt })
const time = '2026-01-05T10:00:00.000Z'

test('[DASH-08][DASH-09][DASH-10][DASH-11] status and archive decide the tab, and every project has exactly one', () => {
  expect([0, 1, 2, 3, 4, 5].map((status) => tabOf(state(status)))).toEqual([
    'drafts',
    'active',
    'active',
    'completed',
    'archived',
    'archived',
  ])
  expect([0, 1, 2, 3, 4, 5].map((status) => tabOf(state(status, time)))).toEqual(Array(6).fill('archived'))
  const all = [0, 1, 2, 3, 4, 5].flatMap((status) => [state(status), state(status, time)])
  expect(Object.values(groupByTab(all)).flat()).toHaveLength(all.length)
})

test('each tab keeps the order of the list', () => {
  const [first, second, third] = [state(1), state(2), state(1)]
  expect(groupByTab([first, state(0), second, third]).active).toEqual([first, second, third])
})

test('[DASH-06] the figure Completed counts every project of status 3, archived ones too, and says how many are archived', () => {
  expect(statsOf([state(3), state(3, time), state(2), state(0), state(4)])).toEqual({
    total: 5,
    active: 1,
    drafts: 1,
    completed: 2,
    archivedCompleted: 1,
  })
})

test('an archived draft is opened like any project; only a draft that is not archived opens in the wizard', () => {
  expect([isDraft(state(0)), isDraft(state(0, time)), isDraft(state(1))]).toEqual([true, false, false])
})
