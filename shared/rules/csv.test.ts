import { expect, test } from 'vitest'
import { csvField } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =cmd', '＝1', '＋1', '－1', '＠A1'])(
  '[COL-14] a spreadsheet reads %j as text, never as a formula',
  (text) => {
    expect(csvField(text).replace(/^"/, '').startsWith(`'${text}`)).toBe(true)
  },
)

test('[COL-14] numbers stay numbers; commas, semicolons, quotes and line breaks are quoted', () => {
  expect([-1, 'plain', 'a,b', 'a;b', 'say "hi"', 'two\nlines'].map(csvField)).toEqual([
    '-1',
    'plain',
    '"a,b"',
    '"a;b"',
    '"say ""hi"""',
    '"two\nlines"',
  ])
})
