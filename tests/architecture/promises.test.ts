import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFiles } from '../support/planted-checkout.ts'

/** Words that promise money which is only recorded here. */
const PROMISES = /\b(?:escrow\w*|funded|guaranteed|secured)\b/gi

const promisesIn = (text: string): string[] => text.match(PROMISES)?.map((word) => word.toLowerCase()) ?? []

/** All that is shown, sent or printed: screens, mails, pages, notices, command line, server, and what people read of it. */
const READ = /^(?:server|shared|cli|src-main|src-preload|src-renderer|resources|deploy|docs)\/|^[A-Z]+\.md$/
const TEXT = /\.(?:tsx?|mjs|html|css|json|md|svg|ya?ml|txt)$/
test('[OFFER-42] no text of screens, mails, pages, notices, CLI and server promises more than a record', () => {
  const files = ownFiles().filter((file) => READ.test(file) && TEXT.test(file))
  expect(files.length).toBeGreaterThan(2_000)
  const found = files.flatMap((file) => promisesIn(readFileSync(file, 'utf8')).map((word) => `${file}: ${word}`))
  expect(found).toEqual([])
})

test.each([
  ['<p>$400, held in escrow</p>', 'escrow'],
  ["'Fully funded.'", 'funded'],
  ['Payment guaranteed!', 'guaranteed'],
  ['const text = `Secured until ${day}`', 'secured'],
])('[OFFER-42] a planted word is found: %s', (text, word) => {
  expect(promisesIn(text)).toEqual([word])
})

test.each(['Recorded, not held.', 'The refund is recorded.', 'a guarantee of order', 'security'])(
  'other words pass: %s',
  (text) => {
    expect(promisesIn(text)).toEqual([])
  },
)
