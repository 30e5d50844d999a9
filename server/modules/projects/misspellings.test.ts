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
])('the distance from %s to %s is %s', (left, right, distance) => {
  expect(spellingDistance(left, right)).toBe(distance)
  expect(spellingDistance(right, left)).toBe(distance)
})

test('words with two letters swapped around a third one are looked up, too', () => {
  expect(swappedSpellings('bycicle')).toContain('bicycle')
  expect(swappedSpellings('aba')).toEqual([])
  expect(likelyMeant('bycicle', ['bicycle', 'cycle'])).toEqual(['bicycle'])
})
