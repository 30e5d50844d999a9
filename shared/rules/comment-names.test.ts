import { expect, test } from 'vitest'
import { isTangled, namesIn, numbersIn } from './comment-names.ts'

test.each([
  ['three ticks within a line', 'Put ``` around the log. @ana can you check #12?'],
  ['a tick in two paragraphs', 'Press the ` key.\n\n@ana see #12.\n\nThen the ` key again.'],
  ['three tildes within a line', 'It takes ~~~ 5 minutes, @ana #12'],
  ['escaped ticks', '\\`not code @ana #12 \\`'],
  ['a tick without its end', 'A ` and @ana #12'],
  ['emphasis, lists, quotes, tables, notes', '> - **@ana** ~~#12~~\n\n| a |\n| - |\n| @ana |\n\n[^1]: #12'],
  ['four blanks within a paragraph', 'Look:\n    @ana #12'],
  ['emphasis by underscores', '_@ana_ __#12__'],
  ['words without spaces', '请@ana看#12，ต่อ@ana #12を見て'],
  ['signs of a wide keyboard', '＠ana、＃12'],
  ['signs as entities', '&#64;ana &#35;12'],
  ['a fence after another', '```\nx\n```\n@ana #12\n```\ny\n```'],
])('%s: the person hears of it, and the task is a link', (_, body) => {
  expect([namesIn(body), numbersIn(body)]).toEqual([['ana'], [12]])
})

test.each([
  ['inline code', 'See `@ana #12`.'],
  ['code between two ticks', '`` ` @ana #12 ` ``'],
  ['a fence', '```\n@ana #12\n```'],
  ['a fence of tildes in a list', '- a\n  ~~~\n  @ana #12\n  ~~~'],
  ['a fence without its end', '```\n@ana #12'],
  ['code that is indented', 'Look:\n\n    @ana #12\n    def f(): pass'],
  ['a remark of HTML', '<!-- @ana #12 -->'],
  ['a link', '[@ana #12](https://example.org)'],
  ['an address', 'https://example.org/@ana?#12 me@ana.example'],
  ['a word before the sign', 'мы@ana naïve@ana é#12 12@ana'],
  ['an address in another script', '用户@ana.example 用户@例子.中国'],
  ['a picture', '![@ana #12](https://example.org/a.png)'],
])('%s: nobody and nothing is named', (_, body) => {
  expect([namesIn(body), numbersIn(body)]).toEqual([[], []])
})

// The limit is each text's; all of them together take seconds, and many more beside other programs.
test('the longest text is read in little time, whatever is in it', { timeout: 120_000 }, () => {
  const fill = (part: string) => `@ana #12 ${part.repeat(Math.ceil(10_000 / part.length))}`.slice(0, 10_000)
  const parts = [
    '>',
    '> ',
    '- ',
    '1. ',
    '[',
    '![',
    '[a](',
    '*a ',
    '**',
    '_a__',
    '~a~~',
    '[^a]: ',
    '|a',
    '&a;',
    '<a ',
    '*_~[`<',
  ]
  parts.push(
    'a@a.',
    'www.',
    'http://a.',
    '[a]: b\n',
    '# a\n',
    '@ana ',
    '#1 ',
    '```\n',
    '~~~ ',
    '\\`',
    'lorem ipsum ',
    '\t>',
    '\n>',
  )
  const texts = parts.flatMap((part) => [fill(part), fill(`${part}\n`), fill(`\n${part}`)])
  texts.push(Array.from({ length: 140 }, (_, depth) => `${' '.repeat(depth)}- a\n`).join(''))
  for (const text of texts) {
    // Plain text of this length takes a tenth of it. Processor time is the same on a busy machine.
    const before = process.cpuUsage()
    namesIn(text)
    expect(process.cpuUsage(before).user / 1_000, JSON.stringify(text.slice(0, 30))).toBeLessThan(1_500)
  }
})

test('a text with long code is no tangle, and neither is a long list; one that nobody writes is', () => {
  const code = '```json\n' + '[[1, 2], [3, 4]],\n'.repeat(500) + '```\n'
  expect(isTangled(`${code}@ana`)).toBe(false)
  expect(namesIn(`${code}@ana`)).toEqual(['ana'])
  expect(isTangled('- [ ] **a** `b`\n'.repeat(200))).toBe(false)
  expect(isTangled(`${'-'.repeat(80)}\n${'='.repeat(80)}\n${'*'.repeat(80)}`)).toBe(false)
  expect(isTangled('>'.repeat(10_000))).toBe(true)
  expect(isTangled('*_~['.repeat(2_500))).toBe(true)
})
