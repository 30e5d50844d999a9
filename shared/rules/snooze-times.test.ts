import { expect, test } from 'vitest'
import { snoozeTimes } from './snooze-times.ts'

const at = (now: string, timeZone: string) =>
  Object.fromEntries(snoozeTimes(new Date(now), timeZone).map(({ name, until }) => [name, until.toISOString()]))

test('[INBOX-36] an hour, 9:00 tomorrow and 9:00 on Monday are by the clock of the time zone', () => {
  // A Wednesday.
  expect(at('2026-11-18T10:30:00Z', 'Europe/Vienna')).toEqual({
    hour: '2026-11-18T11:30:00.000Z',
    tomorrow: '2026-11-19T08:00:00.000Z',
    monday: '2026-11-23T08:00:00.000Z',
  })
  // It is Thursday there already, and Tuesday still here.
  expect(at('2026-11-18T20:00:00Z', 'Pacific/Auckland')['tomorrow']).toBe('2026-11-19T20:00:00.000Z')
  expect(at('2026-11-18T02:00:00Z', 'America/Los_Angeles')['tomorrow']).toBe('2026-11-18T17:00:00.000Z')
  expect(at('2026-11-18T12:00:00Z', 'Asia/Kathmandu')['tomorrow']).toBe('2026-11-19T03:15:00.000Z')
})

test('[INBOX-36] on a Sunday Monday is tomorrow, and on a Monday the next one', () => {
  expect(at('2026-11-22T10:00:00Z', 'UTC')).toMatchObject({
    tomorrow: '2026-11-23T09:00:00.000Z',
    monday: '2026-11-23T09:00:00.000Z',
  })
  expect(at('2026-11-23T06:00:00Z', 'UTC')['monday']).toBe('2026-11-30T09:00:00.000Z')
})

test.each([
  // Vienna: summer time begins on 29 March 2026 and ends on 25 October 2026, both Sundays, at 1:00 UTC.
  ['2026-03-28T23:30:00+01:00', 'Europe/Vienna', '2026-03-29T07:00:00.000Z', '2026-03-30T07:00:00.000Z'],
  ['2026-03-29T01:30:00+01:00', 'Europe/Vienna', '2026-03-30T07:00:00.000Z', '2026-03-30T07:00:00.000Z'],
  ['2026-03-27T12:00:00+01:00', 'Europe/Vienna', '2026-03-28T08:00:00.000Z', '2026-03-30T07:00:00.000Z'],
  ['2026-10-24T23:30:00+02:00', 'Europe/Vienna', '2026-10-25T08:00:00.000Z', '2026-10-26T08:00:00.000Z'],
  ['2026-10-25T02:30:00+01:00', 'Europe/Vienna', '2026-10-26T08:00:00.000Z', '2026-10-26T08:00:00.000Z'],
  // New York: 8 March and 1 November. Lord Howe changes by half an hour, on 4 October.
  ['2026-03-07T22:00:00-05:00', 'America/New_York', '2026-03-08T13:00:00.000Z', '2026-03-09T13:00:00.000Z'],
  ['2026-10-31T22:00:00-04:00', 'America/New_York', '2026-11-01T14:00:00.000Z', '2026-11-02T14:00:00.000Z'],
  ['2026-10-03T12:00:00+10:30', 'Australia/Lord_Howe', '2026-10-03T22:00:00.000Z', '2026-10-04T22:00:00.000Z'],
])('[INBOX-36] from %s in %s it is 9:00 there across a change of summer time', (now, zone, tomorrow, monday) => {
  expect(at(now, zone)).toMatchObject({ tomorrow, monday })
})
