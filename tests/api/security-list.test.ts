import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testsOf } from './listed-tests.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The test files that `npm test` runs (QUICK), and those that only `npm run test:long` runs (LONG). */
const QUICK = /\.(test\.tsx?|spec\.ts)$/
const LONG = /^tests\/long\/.+\.long\.ts$/
const LONG_SECTION = 'Shown by the long run alone'

type Row = { section: string; what: string; file: string; title: string }

/** The lines of such a document: what holds, the file of the test, words of the test's title. */
const rowsOf = (document: string): Row[] =>
  document.split(/^## /m).flatMap((part) => {
    const [section = '', ...lines] = part.split('\n')
    return lines.flatMap((line) => {
      const [, what, file, title] = /^\| (.+?) +\| `([^`]+)` +\| (.+?) +\|$/.exec(line) ?? []
      return what && file && title ? [{ section, what, file, title }] : []
    })
  })

/** Why no test that runs shows what the row says; null when one does. */
const faultOf = ({ section, what, file, title }: Row, sourceOf: (path: string) => string | null): string | null => {
  const isLong = section === LONG_SECTION
  if (!(isLong ? LONG : QUICK).test(file)) return isLong ? 'is not of the long run' : 'is not run by npm test'
  const source = sourceOf(file)
  if (source === null) return 'there is no such file'
  const named = testsOf(file, source).filter(({ titles }) => titles.some((words) => words.includes(title)))
  if (named.length === 0) return 'no test has that title'
  if (named.some(({ isSkipped }) => isSkipped)) return 'the test is skipped'
  if (named.some(({ isConditional }) => isConditional) && !what.includes('where the machine'))
    return 'the test runs on some machines only, and the line does not say so'
  return named.some(({ isEmpty }) => isEmpty) ? 'the test asserts nothing' : null
}

const fromDisk = (path: string) => (existsSync(new URL(path, root)) ? read(path) : null)

test.each([
  ['docs/security.md', 60],
  ['tests/attacks/README.md', 20],
])('every line of %s names a test that runs and asserts', (path, least) => {
  const rows = rowsOf(read(path))
  expect(rows.length).toBeGreaterThan(least)
  expect(rows.some(({ section }) => section === LONG_SECTION)).toBe(true)
  const faults = rows.flatMap((row) => {
    const fault = faultOf(row, fromDisk)
    return fault ? [`${row.file} (${row.title}): ${fault}`] : []
  })
  expect(faults).toEqual([])
})

describe('the list notices', () => {
  const good = `describe('a group', () => { test('it holds', () => { expect(1).toBe(1) }) })`
  const row = { section: 'Any', what: 'x', file: 'a.test.ts', title: 'it holds' }
  const fault = (source: string, more: Partial<Row> = {}) => faultOf({ ...row, ...more }, () => source)

  test('nothing about a test that runs, in a table and with helpers too', () => {
    expect(fault(good)).toBeNull()
    expect(fault(good, { title: 'a group' })).toBeNull()
    expect(fault(good.replace('test(', 'test.skipIf(no)('), { what: 'x, where the machine can' })).toBeNull()
    expect(fault(`test.each([1])('it holds for %i', { timeout: 1 }, (n) => expect(n).toBe(1))`)).toBeNull()
    expect(fault(`const must = (n) => expect(n)\nconst all = () => must(1)\ntest('it holds', () => all())`)).toBeNull()
  })

  test.each([
    ['a renamed test', good.replace('it holds', 'it is so'), 'no test has that title'],
    ['a title in a comment only', `// test('it holds', () => expect(1))`, 'no test has that title'],
    ['a title in a text only', `const title = 'it holds'`, 'no test has that title'],
    ['a skipped test', good.replace('test(', 'test.skip('), 'the test is skipped'],
    ['a test that is to be written', good.replace('test(', 'test.todo('), 'the test is skipped'],
    ['a test that must fail', good.replace('test(', 'test.fails('), 'the test is skipped'],
    [
      'a test for some machines',
      good.replace('test(', 'test.skipIf(1)('),
      'the test runs on some machines only, and the line does not say so',
    ],
    ['a skipped table', `test.skip.each([1])('it holds', () => expect(1))`, 'the test is skipped'],
    ['a test of a skipped group', good.replace('describe(', 'describe.skip('), 'the test is skipped'],
    ['an emptied test', good.replace('expect(1).toBe(1)', ''), 'the test asserts nothing'],
    ['a test that returns at once', good.replace('expect', 'return; expect'), 'the test asserts nothing'],
    ['a test without a body', `test('it holds')`, 'the test asserts nothing'],
  ])('%s', (_what, source, said) => {
    expect(fault(source)).toBe(said)
  })

  test('a file that is not run, or not by that run', () => {
    expect(fault(good, { file: 'a.ts' })).toBe('is not run by npm test')
    expect(fault(good, { file: 'tests/long/a.long.ts' })).toBe('is not run by npm test')
    expect(fault(good, { section: LONG_SECTION })).toBe('is not of the long run')
    expect(fault(good, { section: LONG_SECTION, file: 'tests/long/a.long.ts' })).toBeNull()
    expect(faultOf(row, () => null)).toBe('there is no such file')
  })
})
