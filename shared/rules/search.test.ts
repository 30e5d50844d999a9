import { expect, test } from 'vitest'
import { isSearchable } from './search.ts'

test.each([
  ['a', false],
  [' a ', false],
  ['', false],
  ['ab', true],
  ['#1', true],
  ['菜', true],
  ['か', true],
  ['สว', true],
  ['한', true],
  ['é', false],
  ['😀', false],
  ['я', false],
])('[KEYS-06] %j is searched: %j', (text, isIt) => {
  expect(isSearchable(text)).toBe(isIt)
})
