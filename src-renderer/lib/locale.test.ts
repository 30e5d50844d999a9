import { expect, test } from 'vitest'
import { dateLocaleOf } from './locale.ts'

const written = (...languages: string[]) =>
  new Intl.DateTimeFormat(dateLocaleOf(languages), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.UTC(2026, 11, 5),
  )

test.each([
  [['en-US', 'en'], 'Dec 5, 2026'],
  [['en-NZ', 'en-US'], '5 Dec 2026'],
  [['de-DE', 'en-US'], '5 Dec 2026'],
  [['fr'], '5 Dec 2026'],
  [[], 'Dec 5, 2026'],
  [['not a language'], 'Dec 5, 2026'],
])('for a viewer of %j a day is written as %j', (languages, text) => {
  expect(written(...languages)).toBe(text)
})
