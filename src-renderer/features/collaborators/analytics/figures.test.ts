import { expect, test } from 'vitest'
import { wholePeriod } from './figures.ts'

test.each([
  ['2026-11-02', '2026-11-08', 'Nov 2 – Nov 8, 2026'],
  ['2025-12-29', '2026-01-04', 'Dec 29, 2025 – Jan 4, 2026'],
  // A project that began today has one day so far.
  ['2026-11-23', '2026-11-23', 'Nov 23, 2026'],
])('the days from %s to %s read %s', (from, to, text) => {
  expect(wholePeriod('week', { from, to })).toBe(text)
})
