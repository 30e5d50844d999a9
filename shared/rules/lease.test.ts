import { describe, expect, test } from 'vitest'
import { daysAfter, dueOfLease, leaseAfterSign, leaseWarnings } from './lease.ts'

const at = (text: string) => new Date(text)
const claimedAt = at('2026-03-05T12:00:00Z')

describe('the end of a lease', () => {
  test.each([
    ['over the change to summer time in New York', '2026-03-05T12:00:00Z', 7, '2026-03-12T12:00:00Z'],
    ['over the change to summer time in Berlin', '2026-03-28T01:30:00Z', 1, '2026-03-29T01:30:00Z'],
    ['over the change to winter time in Berlin', '2026-10-24T00:30:00Z', 2, '2026-10-26T00:30:00Z'],
    ['over the change of Lord Howe, by half an hour', '2026-04-04T14:45:00Z', 3, '2026-04-07T14:45:00Z'],
    ['over 29 February', '2028-02-27T23:59:59Z', 3, '2028-03-01T23:59:59Z'],
    ['over 28 February of a common year', '2027-02-27T00:00:00Z', 2, '2027-03-01T00:00:00Z'],
    ['over the end of a year', '2026-12-25T09:00:00Z', 30, '2027-01-24T09:00:00Z'],
  ])('%s is as many times 24 hours later', (_case, from, days, end) => {
    expect(daysAfter(at(from), days).toISOString()).toBe(at(end).toISOString())
  })
})

describe('[CLAIM-25] a sign of work', () => {
  const claim = { claimedAt, leaseDays: 7, leaseUntil: daysAfter(claimedAt, 7) }

  test.each([
    ['at once changes nothing', 0, 7],
    ['on the third day gives seven days from then', 3, 10],
    ['in the last second gives seven days from then', 7, 14],
  ])('%s', (_case, day, end) => {
    expect(leaseAfterSign(claim, daysAfter(claimedAt, day))).toEqual(daysAfter(claimedAt, end))
  })

  test('never leads beyond four leases from the claim', () => {
    const late = { ...claim, leaseUntil: daysAfter(claimedAt, 27) }
    expect(leaseAfterSign(late, daysAfter(claimedAt, 26))).toEqual(daysAfter(claimedAt, 28))
  })

  test('never shortens a lease that was extended beyond the four', () => {
    const extended = { ...claim, leaseUntil: daysAfter(claimedAt, 35) }
    expect(leaseAfterSign(extended, daysAfter(claimedAt, 29))).toEqual(extended.leaseUntil)
  })

  test('gives no lease to a claim without one', () => {
    expect(leaseAfterSign({ ...claim, leaseUntil: null }, daysAfter(claimedAt, 3))).toBeNull()
  })
})

describe('[CLAIM-26] warnings of the end', () => {
  const warnings = (days: number) =>
    leaseWarnings(daysAfter(claimedAt, days), days).map(({ warning, at: moment }) => [warning, moment.toISOString()])

  test('come at half and one day before', () => {
    expect(warnings(7)).toEqual([
      ['half', '2026-03-09T00:00:00.000Z'],
      ['lastDay', '2026-03-11T12:00:00.000Z'],
    ])
  })

  test.each([
    [1, '2026-03-06T00:00:00.000Z'],
    [2, '2026-03-06T12:00:00.000Z'],
  ])('of a lease of %i days come once, at half', (days, moment) => {
    expect(warnings(days)).toEqual([['half', moment]])
  })
})

describe('what a lease makes due', () => {
  const leaseUntil = daysAfter(claimedAt, 8)
  const fresh = { leaseUntil, leaseDays: 8, halfWarnedAt: null, lastWarnedAt: null }
  const due = (day: number, lease = {}) => dueOfLease({ ...fresh, ...lease }, daysAfter(claimedAt, day))

  test('is nothing, then each warning, then the end', () => {
    expect([3.9, 4, 6.9, 7, 7.9, 8, 48].map((day) => due(day))).toEqual([
      null,
      'half',
      'half',
      'lastDay',
      'lastDay',
      'expired',
      'expired',
    ])
  })

  test('is each warning once', () => {
    expect(due(5, { halfWarnedAt: daysAfter(claimedAt, 4) })).toBeNull()
    expect(due(7, { lastWarnedAt: daysAfter(claimedAt, 7) })).toBeNull()
  })

  test('is a warning again for a lease that was pushed on', () => {
    const pushed = daysAfter(leaseUntil, 3)
    const warned = { leaseUntil: pushed, halfWarnedAt: daysAfter(claimedAt, 4), lastWarnedAt: daysAfter(claimedAt, 7) }
    expect([due(6.9, warned), due(7, warned), due(10, warned)]).toEqual([null, 'half', 'lastDay'])
  })

  test('is one warning after both were missed', () => {
    expect(due(7.5)).toBe('lastDay')
    expect(due(7.6, { lastWarnedAt: daysAfter(claimedAt, 7.5) })).toBeNull()
  })

  test('is nothing while the lease stands still', () => {
    expect(due(48, { leaseUntil: null })).toBeNull()
  })
})
