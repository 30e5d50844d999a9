import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFiles } from '../support/planted-checkout.ts'

const states = 'inReview|proposed|late|recorded|settled|disputed'
/** A state that follows from something else: in TypeScript, and in SQL. */
const DERIVED = new RegExp(`(?:\\breturn|=>|\\?|: ?|\\bthen|\\belse)\\s*'(?:${states})'`)
/** A pay date or an end of objections that is compared with the clock. */
const COMPARED = /\bpay_?by\b[^'"`]{0,12}[<>]=?\s*(?:now|clock|Date\.now)|\bpay_?by\b\)?\s*[<>]=?\s*\$\{now\}/i
const OWN = 'shared/rules/reward-state.ts'

const isDerived = (line: string) => DERIVED.test(line) || COMPARED.test(line)

test('[SETTLE-01] the state of a reward is derived in one file, and is in no column', () => {
  const files = ownFiles().filter(
    (file) => /^(shared|server|src-renderer|cli|src-main)\/.*\.tsx?$/.test(file) && !/\.test\.|\/demo\//.test(file),
  )
  expect(files).toContain(OWN)
  const found = files
    .filter((file) => file !== OWN)
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) => (isDerived(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    )
  expect(found).toEqual([])
  expect(readFileSync('server/db/schema.sql', 'utf8')).not.toMatch(/\breward_state\b/)
})

test.each([
  "return 'recorded'",
  "const state = claim.payBy < now ? 'late' : 'due'",
  "case when b.amount_cents = 0 then 'settled' end",
  'isLate: row.pay_by < now,',
  'where c.pay_by < ${now}',
])('[SETTLE-01] a second derivation is found: %s', (line) => {
  expect(isDerived(line)).toBe(true)
})
