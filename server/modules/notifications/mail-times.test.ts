import { expect, test } from 'vitest'
import { digestMoments } from './mail-times.ts'

const moments = (now: string, timeZone: string | null, digestHour: number) => {
  const { last, next } = digestMoments(new Date(now), { timeZone, digestHour })
  return [last, next].map((moment) => moment.toISOString().slice(0, 16))
}

test.each([
  ['UTC where no zone was chosen', '2026-11-22T09:00:00Z', null, 8, '2026-11-22T08:00', '2026-11-23T08:00'],
  ['the very moment counts as passed', '2026-11-22T08:00:00Z', null, 8, '2026-11-22T08:00', '2026-11-23T08:00'],
  ['a second before it', '2026-11-22T07:59:59Z', null, 8, '2026-11-21T08:00', '2026-11-22T08:00'],
  ['a zone that is unknown here', '2026-11-22T09:00:00Z', 'Mars/Olympus', 8, '2026-11-22T08:00', '2026-11-23T08:00'],
  ['another day than in UTC', '2026-11-22T23:30:00Z', 'Asia/Tokyo', 8, '2026-11-22T23:00', '2026-11-23T23:00'],
  ['half an hour off', '2026-11-22T03:00:00Z', 'Asia/Kolkata', 8, '2026-11-22T02:30', '2026-11-23T02:30'],
  ['midnight', '2026-11-22T12:00:00Z', 'America/New_York', 0, '2026-11-22T05:00', '2026-11-23T05:00'],
  [
    'the night the clocks go forward',
    '2026-03-28T12:00:00Z',
    'Europe/Vienna',
    8,
    '2026-03-28T07:00',
    '2026-03-29T06:00',
  ],
  ['an hour that is left out', '2026-03-28T12:00:00Z', 'Europe/Vienna', 2, '2026-03-28T01:00', '2026-03-29T01:00'],
  ['the night the clocks go back', '2026-10-24T12:00:00Z', 'Europe/Vienna', 8, '2026-10-24T06:00', '2026-10-25T07:00'],
  ['an hour that comes twice', '2026-10-25T00:30:00Z', 'Europe/Vienna', 2, '2026-10-25T00:00', '2026-10-26T01:00'],
  [
    'its second time is no other day',
    '2026-10-25T01:30:00Z',
    'Europe/Vienna',
    2,
    '2026-10-25T00:00',
    '2026-10-26T01:00',
  ],
] as const)('[INBOX-54] the digest’s hour: %s', (_name, now, zone, hour, last, next) => {
  expect(moments(now, zone, hour)).toEqual([last, next])
})

test('[INBOX-54] every local day of every zone has one moment', () => {
  const hour = 60 * 60_000
  for (const timeZone of ['Europe/Vienna', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Beirut'])
    for (const digestHour of [0, 2]) {
      const seen = new Set<number>()
      const start = Date.UTC(2026, 0, 1)
      for (let now = start; now < start + 366 * 24 * hour; now += 11 * hour) {
        const { last, next } = digestMoments(new Date(now), { timeZone, digestHour })
        expect(last.getTime()).toBeLessThanOrEqual(now)
        expect(next.getTime()).toBeGreaterThan(now)
        seen.add(last.getTime())
      }
      expect(seen.size).toBeGreaterThanOrEqual(366)
      expect(seen.size).toBeLessThanOrEqual(367)
    }
})
