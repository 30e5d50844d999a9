import { expect, test } from 'vitest'
import { taskOf } from '#support/tasks-tab.tsx'
import { type MoreFilters, narrow } from './more-filters.ts'

const none: MoreFilters = { label: null, priority: null, due: null, blocked: false }
const all = [
  taskOf(1, { labelIDs: [1, 2], priority: 'high', dueOn: '2026-12-02' }),
  taskOf(2, { labelIDs: [2], dueOn: '2026-12-06', blockedBy: [1] }),
  taskOf(3, { dueOn: '2026-12-07', blockedBy: [4] }),
  taskOf(4, { status: 4, dueOn: '2026-12-01' }),
  taskOf(5, { priority: 'high' }),
]
const numbers = (filters: Partial<MoreFilters>) =>
  narrow(all, { ...none, ...filters }, all, '2026-12-03').map(({ taskId }) => Number(taskId))

test('[TASK2-27] filters for label, priority, due date and what blocks narrow together', () => {
  expect(numbers({})).toEqual([1, 2, 3, 4, 5])
  expect(numbers({ label: 2 })).toEqual([1, 2])
  expect(numbers({ priority: 'high' })).toEqual([1, 5])
  expect(numbers({ priority: 'none' })).toEqual([2, 3, 4])
  // A completed task is not overdue.
  expect(numbers({ due: 'overdue' })).toEqual([1])
  expect(numbers({ due: 'week' })).toEqual([1, 2, 4])
  expect(numbers({ due: 'none' })).toEqual([5])
  // What is blocked by a completed task alone is not blocked any more.
  expect(numbers({ blocked: true })).toEqual([2])
  expect(numbers({ label: 2, due: 'week', priority: 'high' })).toEqual([1])
  expect(numbers({ label: 1, blocked: true })).toEqual([])
})
