import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningOf, cut } from './cut.ts'

const family = '👨‍👩‍👧‍👦'
test.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['one two three', 8, 'one two…'],
  ['one two three', 9, 'one two…'],
  ['aaa😀😀', 5, 'aaa…'],
  ['aaa😀😀', 6, 'aaa😀…'],
  [`ab${family}cd`, 12, 'ab…'],
  ['ab🇵🇹🇩🇪', 8, 'ab🇵🇹…'],
  ['cafe\u0301s', 5, 'caf…'],
])('%j within %i is %j', (text, max, expected) => expect(cut(text, max)).toBe(expected))

test('a text is never cut within a character, and never too long, whatever it is', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), (said, max) => {
      const part = beginningOf(said, max)
      expect(part.length).toBeLessThanOrEqual(max)
      expect(said.startsWith(part)).toBe(true)
      expect(/\p{Cs}/u.test(part)).toBe(/\p{Cs}/u.test(said) && /\p{Cs}/u.test(part))
      expect(cut(said, max).length).toBeLessThanOrEqual(max)
    }),
  )
})

test('one grapheme that is longer than the limit is cut between code points', () => {
  const accents = `e${'\u0301'.repeat(50)}`
  expect(beginningOf(accents, 10)).toBe(accents.slice(0, 10))
  expect(beginningOf(family, 4)).toBe('👨‍')
  expect(beginningOf(family, 3)).toBe('👨‍')
  expect(beginningOf('😀', 1)).toBe('')
})
