import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable, printableJson, printableLines } from './printable.ts'

// These are ESC, BEL, C1's CSI, DEL, right-to-left override and isolate, the line separator, the byte order mark and a
// tag beyond the first plane.
const HOSTILE = ['\u001b', '\u0007', '\u009b', '\u007f', '\u202e', '\u2066', '\u2028', '\ufeff', '\u{e0001}']

test.each(HOSTILE)('[CLI-18] the character %j never reaches a terminal', (character) => {
  const text = `a${character}b`
  expect(printable(text)).toBe('a b')
  expect(printableLines(text)).toBe('a b')
  const json = printableJson(JSON.stringify({ text }, null, 2))
  expect(json).not.toContain(character)
  expect(JSON.parse(json)).toEqual({ text })
})

test('[CLI-18] line breaks are kept in fields of several lines only; joiners are kept everywhere', () => {
  expect(printable('a\nb\tc')).toBe('a b c')
  expect(printableLines('a\r\nb\rc\td')).toBe('a\nb c\td')
  expect(printable('\u0645\u06cc\u200c\u062e')).toBe('\u0645\u06cc\u200c\u062e')
})

test('[CLI-16] [CLI-18] escaped JSON has the same value as before, whatever characters are in it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value, null, 2)
      const escaped = printableJson(json)
      expect(JSON.parse(escaped)).toEqual(JSON.parse(json))
      expect(escaped).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u)
    }),
  )
})
