import { expect, test } from 'vitest'
import { dateOf, sentDeadline, shownDeadline } from './deadline.ts'

test.each([
  ['2027-03-09', '09-03-2027'],
  ['2027-03-09T00:00:00.000Z', '09-03-2027'],
  ['09-03-2027', '09-03-2027'],
  ['9.3.2027', '09-03-2027'],
  ['', ''],
  ['end of March', 'end of March'],
  ['2027-02-30', '2027-02-30'],
])('[WIZ-03] a deadline that arrives as %j is shown as %j', (text, shown) => {
  expect(shownDeadline(text)).toBe(shown)
})

test.each([
  ['09-03-2027', '2027-03-09'],
  ['9/3/2027', '2027-03-09'],
  ['2027-03-09', '2027-03-09'],
  [' 29-02-2028 ', '2028-02-29'],
  ['', ''],
  ['  ', ''],
  ['end of March', 'end of March'],
  ['29-02-2027', null],
  ['31-04-2027', null],
  ['09-03', null],
  ['09-13-2027', null],
  ['3', null],
])('[WIZ-03] a deadline written as %j is sent as %j', (text, sent) => {
  expect(sentDeadline(text)).toBe(sent)
})

test('every day that is sent is shown again as it was typed', () => {
  for (let offset = 0; offset < 800; offset += 1) {
    const iso = new Date(Date.UTC(2027, 0, 1 + offset)).toISOString().slice(0, 10)
    expect(sentDeadline(shownDeadline(iso))).toBe(iso)
  }
  expect(dateOf('soon')).toBeNull()
})
