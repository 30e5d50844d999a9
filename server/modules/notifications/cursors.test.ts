import { expect, test } from 'vitest'
import { readCursor, readUpTo, writeCursor, writeUpTo } from './cursors.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

test('a place in a list and a whole view are read as they were written', () => {
  const place = { time: '2026-11-22T18:00:00.000Z', id }
  expect(readCursor(writeCursor(place))).toEqual(place)
  for (const snapshot of ['12:12:', '12:15:12,14', '1:9223372036854775807:'])
    expect(readUpTo(writeUpTo({ view: 'following', snapshot }))).toEqual({ view: 'following', snapshot })
})

test.each([
  ['which ends before it begins', '15:12:'],
  ['with a transaction before it begins', '12:15:11'],
  ['with a transaction after its end', '12:15:15'],
  ['with transactions in no order', '12:15:14,13'],
  ['with one transaction twice', '12:15:13,13'],
  ['with an empty place', '12:15:13,'],
  ['that begins at none', '0:15:'],
  ['beyond 64 bits', '12:9223372036854775808:'],
  ['of other text', 'now'],
])('a snapshot %s is refused with 422, before PostgreSQL could fail on it', (_, snapshot) => {
  expect(() => readUpTo(writeUpTo({ view: 'forYou', snapshot }))).toThrow(expect.objectContaining({ status: 422 }))
})

test.each([
  ['no JSON', 'nonsense'],
  ['of year 0', writeCursor({ time: '0000-01-01T00:00:00Z', id })],
  ['without an ID', writeCursor({ time: '2026-11-22T18:00:00Z', id: 'none' })],
])('a cursor that is %s is refused with 422', (_, text) => {
  expect(() => readCursor(text)).toThrow(expect.objectContaining({ status: 422 }))
})
