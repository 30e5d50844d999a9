import { expect, test } from 'vitest'
import { typedDays } from './typed-day.ts'

/** A Wednesday. */
const now = '2026-11-25'

test.each([
  ['today', '2026-11-25'],
  ['Tomorrow', '2026-11-26'],
  ['fri', '2026-11-27'],
  ['Friday', '2026-11-27'],
  ['on fri', '2026-11-27'],
  ['wed', '2026-12-02'],
  ['thurs', '2026-11-26'],
  ['next fri', '2026-12-04'],
  ['next sunday', '2026-12-06'],
  ['in 3 days', '2026-11-28'],
  ['3 days', '2026-11-28'],
  ['3d', '2026-11-28'],
  ['in a week', '2026-12-02'],
  ['2w', '2026-12-09'],
  ['in two weeks', '2026-12-09'],
  ['in 1 month', '2026-12-25'],
  ['next week', '2026-11-30'],
  ['next month', '2026-12-25'],
  ['end of month', '2026-11-30'],
  ['weekend', '2026-11-28'],
  ['5 dec', '2026-12-05'],
  ['5 Dec.', '2026-12-05'],
  ['dec 5', '2026-12-05'],
  ['December 5th', '2026-12-05'],
  ['5th of december 2027', '2027-12-05'],
  ['Dec 5, 2026', '2026-12-05'],
  ['Sat, 5 Dec 2026', '2026-12-05'],
  ['5-Dec-26', '2026-12-05'],
  ['5 nov', '2027-11-05'],
  ['Sept 1', '2027-09-01'],
  ['29 feb', '2028-02-29'],
  ['12/24', '2026-12-24'],
  ['24/12', '2026-12-24'],
  ['24.12.', '2026-12-24'],
  ['12/24/2026', '2026-12-24'],
  ['12/24/26', '2026-12-24'],
  ['15-12-2026', '2026-12-15'],
  ['05-06-2027', '2027-06-05'],
  ['5.6.2027', '2027-06-05'],
  ['06/06/2027', '2027-06-06'],
  ['2026-12-05', '2026-12-05'],
  ['2026/12/5', '2026-12-05'],
  ['20261205', '2026-12-05'],
  [' 2026-12-05 ', '2026-12-05'],
])('%j is one day', (text, day) => {
  expect(typedDays(text, now)).toEqual([day])
})

test.each([
  ['05/06/2026', ['2026-06-05', '2026-05-06']],
  ['5/6', ['2027-06-05', '2027-05-06']],
  ['12/03/2026', ['2026-03-12', '2026-12-03']],
])('%j can be two days', (text, days) => {
  expect(typedDays(text, now)).toEqual(days)
})

test.each(['', 'soon', 'end of March', '30 feb', '31-04-2027', '13/13/2026', '3', 'may', '2026-02-30', '32 dec', 'x'])(
  '%j is no day',
  (text) => {
    expect(typedDays(text, now)).toEqual([])
  },
)

test('months and weekdays have their names in the languages of the viewer, too', () => {
  expect(typedDays('5 Dez', now, ['en', 'de'])).toEqual(['2026-12-05'])
  expect(typedDays('vendredi', now, ['en', 'fr'])).toEqual(['2026-11-27'])
  expect(typedDays('5 déc. 2026', now, ['en', 'fr'])).toEqual(['2026-12-05'])
})

test('a day is what it was shown as, in each English way to write it', () => {
  for (const locale of ['en-US', 'en-GB', 'en-NZ', 'en-ZA', 'en-CA', 'en-AU', 'en-IN']) {
    const format = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
    for (let offset = 0; offset < 800; offset += 1) {
      const day = new Date(Date.UTC(2027, 0, 1 + offset)).toISOString().slice(0, 10)
      expect(typedDays(format.format(new Date(day)), now)).toEqual([day])
    }
  }
})
