import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The lines of docs/security.md: what holds, the file that says so, words of the test's title. */
const rows = read('docs/security.md')
  .split('\n')
  .flatMap((line) => {
    const [, what, file, title] = /^\| (.+?) +\| `([^`]+)` +\| (.+?) +\|$/.exec(line) ?? []
    return what && file && title ? [{ what, file, title }] : []
  })

/** Whether the file has a text in quotes with these words: titles stand on one line. */
const hasTitle = (file: string, words: string): boolean =>
  read(file)
    .split('\n')
    .some((line) => line.includes(words) && /['"`]/.test(line.slice(0, line.indexOf(words))))

test('every line of docs/security.md names a test that there is', () => {
  expect(rows.length).toBeGreaterThan(50)
  const missing = rows.filter(({ file, title }) => !hasTitle(file, title))
  expect(missing).toEqual([])
})
