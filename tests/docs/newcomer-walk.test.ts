import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OFFER_DAYS } from '#shared/contract/task-offer.ts'
import { aiRuleText, takersText, termsOf } from '#shared/rules/offer-terms.ts'
import { ownFiles } from '../support/planted-checkout.ts'

const walk = readFileSync('docs/newcomer-walk.md', 'utf8')
const sectionOf = (title: string): string => walk.split(/^## /m).find((part) => part.startsWith(title)) ?? ''

test('[ENTRY-25] the walk quotes the terms of an open task, each and as they are', () => {
  const quoted = [...sectionOf('What the page says').matchAll(/^> (.+)$/gm)].map(([, text]) => text)
  const days = {
    leaseDays: OFFER_DAYS.leaseDays.usual,
    reviewDays: OFFER_DAYS.reviewDays.usual,
    payDays: OFFER_DAYS.payDays.usual,
  }
  const terms = termsOf({ mode: 'claim', amountCents: 40_000, ...days }, '')
  expect(quoted).toEqual([...terms, aiRuleText.declare, takersText({ takers: 'anyone', minTier: null })])
})

test('[ENTRY-25] it says of each date of the terms what the reader said and what happens', () => {
  const rows = [...sectionOf('What the reader says').matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
    .map((cells) => cells.slice(1).map((cell) => cell.trim()))
    .filter(([date = '']) => !/^-+$|^date$/.test(date))
  expect(rows.map(([date]) => date)).toEqual(
    expect.arrayContaining(['end of the claim', 'review date', 'pay date', 'changes requested', 'nothing handed in']),
  )
  for (const row of rows) expect(row.every((cell) => cell !== '')).toBe(true)
})

test('[ENTRY-25] what was wrong has a mend, whose texts the product has', () => {
  const mends = sectionOf('What was wrong')
    .split(/^\d\. /m)
    .slice(1)
  expect(mends.length).toBeGreaterThanOrEqual(3)
  const sources = ownFiles()
    .filter((path) => /^(?:shared|src-renderer)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
  for (const mend of mends) {
    const texts = [...(mend.split('Mend: ')[1] ?? '').matchAll(/'([^']+)'/g)].map(([, text = '']) => text)
    expect(texts, mend).not.toEqual([])
    for (const text of texts)
      expect(
        sources.some((source) => source.includes(text)),
        text,
      ).toBe(true)
  }
})
