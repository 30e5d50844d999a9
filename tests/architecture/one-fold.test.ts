import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFiles } from '../support/planted-checkout.ts'

/** A search that knows case alone, beside the fold that also knows accents: in TypeScript, and in SQL. */
const BY_CASE = /toLowerCase\(\)\s*\.\s*(?:includes|startsWith|indexOf)\(|\bposition\([^)]*lower\(|\bilike\b/

test('texts are compared by one fold: fold in TypeScript, fold_text in SQL', () => {
  // The built-in generator reads English alone.
  const files = ownFiles().filter(
    (file) => /^(shared|server|src-renderer|cli)\/.*\.tsx?$/.test(file) && !/\.test\.|^server\/ai\//.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (BY_CASE.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
