import { expect, test } from 'vitest'
import { entriesOf, paginationOf } from './pages.ts'

test.each([
  [0, 0],
  [1, 1],
  [10, 1],
  [11, 2],
])('a list of %d entries has %d pages of ten', (total, totalPages) => {
  expect(paginationOf({ page: 1, limit: 10 }, total)).toEqual({ page: 1, limit: 10, total, totalPages })
})

test('each page has its own entries, the last page has the rest, and a page beyond the last has none', () => {
  const all = [1, 2, 3, 4, 5]
  expect([1, 2, 3, 4].map((page) => entriesOf(all, { page, limit: 2 }))).toEqual([[1, 2], [3, 4], [5], []])
})
