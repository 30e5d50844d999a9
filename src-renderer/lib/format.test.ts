import { expect, test } from 'vitest'
import { postedLine, relativeDays, shortAge } from './format.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()

test.each([
  [0, 'Today'],
  [0.9, 'Today'],
  [1, '1 day ago'],
  [2, '2 days ago'],
  [6, '6 days ago'],
  [7, '1 week ago'],
  [14, '2 weeks ago'],
  [29, '4 weeks ago'],
  [30, '1 month ago'],
  [60, '2 months ago'],
  [364, '12 months ago'],
  [365, '1 year ago'],
  [730, '2 years ago'],
  // The device's clock is behind the server's.
  [-1, 'Today'],
])('[SET-02] %d days since the last update read “%s”', (days, text) => {
  expect(relativeDays(daysAgo(days), now)).toBe(text)
})

test('a missing or unreadable date has no distance', () => {
  expect([relativeDays(null), relativeDays(undefined), relativeDays('soon')]).toEqual([null, null, null])
})

test.each([
  [0, 'Posted today'],
  [0.9, 'Posted today'],
  [1, 'Posted 1 day ago'],
  [12, 'Posted 12 days ago'],
])('[MKT-17][DLG-06] a project that was posted %s days ago reads %s', (days, text) => {
  expect(postedLine(daysAgo(days), now)).toBe(text)
})

test.each([
  [0, 'now'],
  [-5 * 60_000, 'now'],
  [59_000, 'now'],
  [60_000, '1 min'],
  [59 * 60_000, '59 min'],
  [60 * 60_000, '1 h'],
  [23.9 * 3_600_000, '23 h'],
  [24 * 3_600_000, '1 d'],
  [6.9 * 86_400_000, '6 d'],
  [7 * 86_400_000, 'Feb 22, 2026'],
])('%d ms ago is short: %s', (age, text) => {
  expect(shortAge(new Date(now - age).toISOString(), now)).toBe(text)
})
