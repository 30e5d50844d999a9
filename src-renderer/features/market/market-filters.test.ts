import { expect, test } from 'vitest'
import { marketAddress, savedSearches } from './market-filters.ts'

const read = (search: string) => marketAddress.read(new URLSearchParams(search))

test('[MKT-09] filters that are not used yet keep budget 0 to 10000, duration 1 to 180 and rating 5, whatever the address says', () => {
  const unused = { budget: [0, 10_000], duration: [1, 180], rating: 5 }
  expect(read('')).toMatchObject(unused)
  expect(read('q=react&budget=7&duration=3&rating=1')).toMatchObject(unused)
})

test('[MKT-02] the saved searches are the five that are required', () => {
  expect(savedSearches).toEqual(['UI/UX Design', 'Mobile App Development', 'Content Writing', 'React', 'Node.js'])
})

test('filters written into an address are read back unchanged', () => {
  const filters = { ...marketAddress.plain, q: 'UI/UX & “Größe” 設計', level: 'advanced', page: 7 } as const
  expect(read(marketAddress.write(filters))).toEqual(filters)
  expect(marketAddress.write(marketAddress.plain)).toBe('')
})

test('an address without sense gives the default filters', () => {
  expect(read('level=wizard&page=-3')).toEqual(marketAddress.plain)
  expect(read('page=1e99')).toEqual(marketAddress.plain)
  expect(read('page=2.5')).toEqual(marketAddress.plain)
  expect(read(`q=${'x'.repeat(500)}`).q).toHaveLength(200)
})
