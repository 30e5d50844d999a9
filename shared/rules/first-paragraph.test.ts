import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstParagraph, onOneLine } from './first-paragraph.ts'

test.each([
  ['## What visitors need\n\n- A **map** with tides\n- _Berths_', 'A map with tides · Berths'],
  [
    '# Title\n\nWe build *maps* of `harbours`, see [our site](https://x.test/a_(b)).\n\nMore.',
    'We build maps of harbours, see our site.',
  ],
  ['Title\n=====\nThe text\ngoes on.', 'The text goes on.'],
  ['> **Quoted** first\n\nSecond', 'Quoted first'],
  ['```js\nconst a = 1\n```\nAfter code', 'After code'],
  ['![A boat](boat.png) sails', 'A boat sails'],
  ['1. one\n2. [x] two', 'one · two'],
  ['- [ ] one\n- [x] two', 'one · two'],
  ['### Only a heading ###', 'Only a heading'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b 1 2'],
  ['***both*** and ~~gone~~ and __strong__', 'both and gone and strong'],
  ['5 * 3 * 2, snake_case_name, \\*no\\*', '5 * 3 * 2, snake_case_name, *no*'],
  ['<b>Bold</b> &amp; <https://x.test>', '<b>Bold</b> & https://x.test'],
  ['---\n\nAfter a rule', 'After a rule'],
  ['Plain words.\nSecond line.', 'Plain words.\nSecond line.'],
  ['', ''],
])('the first paragraph of %j is %j', (text, words) => {
  expect(firstParagraph(text)).toBe(words)
})

test('a quotation says all of it on one line', () => {
  expect(onOneLine('## Done\n\n- **map**\n- tides\n\nThanks,\nAda')).toBe('Done map tides Thanks, Ada')
})

test('any text gives plain words, quickly', () => {
  const marks = fc.string({
    unit: fc.constantFrom('*', '**', '_', '`', '[', '](', ')', '<', '>', '\n', '- ', '# ', 'a', ' ', '|', '\\', '~~'),
    maxLength: 3_000,
  })
  fc.assert(
    fc.property(marks, (text) => {
      const start = process.cpuUsage()
      expect(firstParagraph(text).length).toBeLessThanOrEqual(text.length * 2)
      const { user, system } = process.cpuUsage(start)
      expect((user + system) / 1_000).toBeLessThan(500)
    }),
    { numRuns: 100 },
  )
})
