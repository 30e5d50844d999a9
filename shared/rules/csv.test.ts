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

test('a field with a tab is quoted, so that no program that splits there finds a formula', () => {
  expect(csvField('b\t=HYPERLINK("https://evil.example")')).toBe('"b\t=HYPERLINK(""https://evil.example"")"')
  for (const separator of [',', ';', '\t', '\n', '\r']) expect(csvField(`b${separator}=1`)).toBe(`"b${separator}=1"`)
})
