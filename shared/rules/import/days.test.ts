import { expect, test } from 'vitest'
import { readHours } from './amounts.ts'
import { dayOrderOf, readDay, whyNoDay } from './days.ts'

const zone = 'UTC'
test.each([
  ['2026-12-05', '2026-12-05'],
  ['2026-12-05T23:00:00Z', '2026-12-05'],
  ['2026-12-05 08:00', '2026-12-05'],
  ['5.12.2026', '2026-12-05'],
  ['5.12.26', '2026-12-05'],
  ['2026/12/05', '2026-12-05'],
  ['25/12/2026', '2026-12-25'],
  ['12/25/2026', '2026-12-25'],
  ['12/25/26', '2026-12-25'],
  ['Dec 5, 2026', '2026-12-05'],
  ['5 December 2026', '2026-12-05'],
  // As Jira, Notion, Linear, ClickUp, Plane and mail programs write a day.
  ['18/Sep/25 12:00 AM', '2025-09-18'],
  ['18/Sep/25', '2025-09-18'],
  ['05-Jan-2026', '2026-01-05'],
  ['January 2, 2026 3:00 PM', '2026-01-02'],
  ['January 2, 2026 3:00 PM (GMT+1)', '2026-01-02'],
  ['Sept 2nd, 2026', '2026-09-02'],
  ['Thu Apr 24 2025 10:17:06 GMT+0000 (GMT)', '2025-04-24'],
  ['Thu Apr 24 2025 10:17:06 GMT+0200 (Central European Summer Time)', '2025-04-24'],
  ['Mon, 05 Jan 2026 10:00:00 +0000', '2026-01-05'],
  ['Mon, 05 Jan 2026', '2026-01-05'],
  ['5 Jan 2026 10:00 GMT', '2026-01-05'],
  ['20260105T000000Z', '2026-01-05'],
  ['20260105', '2026-01-05'],
  ['1767600000000', '2026-01-05'],
  ['1767600000', '2026-01-05'],
  ['12/25/2026 9:30 am', '2026-12-25'],
  ['Wednesday, 5. December 2026', '2026-12-05'],
  // Months of other languages, as Jira writes them.
  ['04/may/26 12:00 AM', '2026-05-04'],
  ['18/sept/25', '2025-09-18'],
  ['05/ene/26', '2026-01-05'],
  ['12/lut/26 9:00 AM', '2026-02-12'],
  ['3. März 2026', '2026-03-03'],
  ['5 février 2026', '2026-02-05'],
  ['1er août 2026', '2026-08-01'],
  ['5 de enero de 2026', '2026-01-05'],
  ['5 stycznia 2026', '2026-01-05'],
  ['2026年1月5日', '2026-01-05'],
  ['令和8年3月5日', '2026-03-05'],
  ['١٨ مارس ٢٠٢٦', '2026-03-18'],
  ['18 במרץ 2026', '2026-03-18'],
  ['18. marec 2026', '2026-03-18'],
  // What some languages write between a day and its time, and within the name of a weekday.
  ['quarta-feira, 18 de março de 2026 às 17:00', '2026-03-18'],
  ['mercoledì 18 marzo 2026 alle ore 17:00', '2026-03-18'],
  ['18 мая 2026 в 17:00', '2026-05-18'],
  ['18 мая 2026 г., 17:00', '2026-05-18'],
  ['18 травня 2026 р. о 17:00', '2026-05-18'],
  ['18 mars 2026 kl. 17:00', '2026-03-18'],
  ['18. maaliskuuta 2026 klo 17.00', '2026-03-18'],
  ['', null],
  ['5/6/2026', undefined],
  ['2026-02-30', undefined],
  ['31 Feb 2026', undefined],
  ['5 Decision 2026', undefined],
  ['20261399', undefined],
  ['soon', undefined],
  ['12', undefined],
])('[MOVE-17] the day of %j is %j', (text, day) => expect(readDay(text, { zone })).toBe(day))

test.each([
  ['2026-03-05T23:30:00-08:00', 'America/Los_Angeles', '2026-03-05'],
  ['2026-03-05T23:30:00-08:00', 'Europe/Berlin', '2026-03-06'],
  ['2026-03-06T03:31:00.000Z', 'America/Los_Angeles', '2026-03-05'],
  ['2026-03-05T18:00:00Z', 'Asia/Taipei', '2026-03-06'],
  ['Thu Mar 05 2026 23:30:00 GMT-0800 (PST)', 'Europe/Berlin', '2026-03-06'],
  ['Thu, 05 Mar 2026 23:30:00 -0800', 'Europe/Berlin', '2026-03-06'],
  ['1772764200000', 'America/Los_Angeles', '2026-03-05'],
  // Notion has the zone in brackets, and Java has its name there beside the offset.
  ['March 5, 2026 11:30 PM (GMT-8)', 'Europe/Berlin', '2026-03-06'],
  ['2026-03-06 3:31 AM (GMT)', 'America/Los_Angeles', '2026-03-05'],
  ['2026-03-06T03:31:00+00:00[Europe/London]', 'America/Los_Angeles', '2026-03-05'],
  ['Thu, 05 Mar 2026 23:30:00 PST', 'Europe/Berlin', '2026-03-06'],
  ['2026-07-05 23:30 CEST', 'America/Los_Angeles', '2026-07-05'],
  // A time without a zone is that of its writer.
  ['2026-03-05 23:30', 'Asia/Taipei', '2026-03-05'],
  ['January 2, 2026 11:00 PM', 'Asia/Taipei', '2026-01-02'],
])('[MOVE-10] the day of %j in %s is %s', (text, where, day) => expect(readDay(text, { zone: where })).toBe(day))

test('[MOVE-09] a column of dates says which number is the day; one that does not is asked about', () => {
  expect(dayOrderOf(['01/02/2026', '12/31/2026', ''])).toEqual({ isAsked: true, order: 'month' })
  expect(dayOrderOf(['01/02/2026 10:00', '31/12/2026'])).toEqual({ isAsked: true, order: 'day' })
  expect(dayOrderOf(['01/02/2026'])).toEqual({ isAsked: true, order: undefined })
  expect(dayOrderOf(['31/12/2026', '12/31/2026', '1/2/2026'])).toEqual({ isAsked: true, order: undefined })
  expect(dayOrderOf(['2026-01-02', '5/5/2026'])).toEqual({ isAsked: false, order: undefined })
  expect([readDay('1/2/2026', { order: 'day' }), readDay('1/2/2026', { order: 'month' })]).toEqual(['2026-02-01', '2026-01-02']) // prettier-ignore
  // What can be one day only stays that, whatever the others of the column are.
  expect(readDay('12/31/2026', { order: 'day' })).toBe('2026-12-31')
  expect(whyNoDay('5/6/2026')).toBe('5/6/2026 could be 5 June or 6 May')
})

test.each([
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['2h 30m', 2.5],
  ['2h30', 2.5],
  ['90 min', 1.5],
  ['1d', 8],
  ['1w', 40],
  ['1w 2d 3h', 59],
  ['PT8H', 8],
  ['P1DT2H', 10],
  ['PT9000S', 2.5],
  ['PT1H1800S', 1.5],
  ['1,5 ч', 1.5],
  ['2 ч 30 мин', 2.5],
  ['3 дня', 24],
  ['1 нед.', 40],
  ['2時間30分', 2.5],
  ['2시간 30분', 2.5],
  ['3小时', 3],
  ['1天', 8],
  ['2 ώρες', 2],
  ['٢ ساعة', 2],
  ['2:30', 2.5],
  ['', null],
  ['0', null],
  ['0h', null],
  ['1000', undefined],
  ['many', undefined],
  // Either 1.234 hours, or more than a thousand.
  ['1,234', undefined],
  ['0,125h', undefined],
])('[MOVE-18] the hours of %j are %j', (text, hours) => expect(readHours(text)).toBe(hours))

test('[MOVE-18] a number alone is in the unit of its program', () => {
  expect([readHours('14400', 'seconds'), readHours('0', 'seconds'), readHours('7200000', 'milliseconds')]).toEqual([4, null, 2]) // prettier-ignore
  expect([readHours('3', 'points'), readHours('1d', 'seconds')]).toEqual([undefined, 8])
})
