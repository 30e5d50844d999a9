import { expect, test } from 'vitest'
import { likelyMeant, spellingDistance, swappedSpellings } from './misspellings.ts'

test.each([
  ['react', 'react', 0],
  ['raect', 'react', 1],
  ['reakt', 'react', 1],
  ['reactt', 'react', 1],
  ['bycicle', 'bicycle', 1],
  ['abcd', 'dbca', 2],
  ['', 'abc', 3],
  ['перевд', 'перевод', 1],
])('from %s to %s it is %s', (left, right, distance) => {
  expect(spellingDistance(left, right)).toBe(distance)
  expect(spellingDistance(right, left)).toBe(distance)
})

test('a swap across a letter is looked up by itself', () => {
  expect(swappedSpellings('bycicle')).toContain('bicycle')
  expect(swappedSpellings('aba')).toEqual([])
  expect(likelyMeant('bycicle', ['bicycle', 'cycle'])).toEqual(['bicycle'])
})
