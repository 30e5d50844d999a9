import { expect, test } from 'vitest'
import { partsOf, reachAfter, reachFor, SAMPLE } from './search-terms.ts'

test.each([
  ['react', ['react']],
  ['node.js', ['node']],
  ['front-end/back-end', ['front', 'end', 'back', 'end']],
  ['c++', []],
  ['ui', []],
  ['菜园', []],
  ['社区菜园', ['社区菜园']],
  ['перевод', ['перевод']],
  ['x'.repeat(33), []],
])('the word %s is searched in the list of words by its parts %o', (word, parts) => {
  expect(partsOf(word)).toEqual(parts)
})

const open = 1_000_000
test('a sample with many hits leads to reading on, one with few hits to the index of some months, an empty one to neither', () => {
  expect(reachFor(500, { found: SAMPLE / 2, open })).toEqual({ by: 'reading' })
  expect(reachFor(500, { found: SAMPLE / 100, open })).toEqual({ by: 'index', projects: 65_000 })
  expect(reachFor(500, { found: 1, open })).toBeNull()
  expect(reachFor(500, { found: 0, open })).toBeNull()
})

test('when that found too few hits, the index of more months is asked, but not of most', () => {
  expect(reachAfter(500, { found: 487, read: 20_000, open })).toBe(41_068)
  expect(reachAfter(500, { found: 40, read: 20_000, open })).toBe(500_000)
  expect(reachAfter(500, { found: 39, read: 20_000, open })).toBeNull()
  expect(reachAfter(500, { found: 0, read: 20_000, open })).toBeNull()
})
