import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './boards.ts'

const id = '019aa8c4-7c1e-7d3a-9f6b-0c2f5d8e1a2b'
const typed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('[WIRE2-40] a written cursor can be read again', () => {
  const position = { time: '2026-11-21T22:33:30.123456Z', id }
  expect(readCursor(writeCursor(position))).toEqual(position)
})

test.each([
  ['no JSON', 'x'],
  ['other things', typed([1, 2])],
  ['no ID', typed(['2026-01-01T00:00:00Z', 'x'])],
  ['no time', typed(['yesterday', id])],
  ['a time that PostgreSQL does not know', typed(['0000-01-01T00:00:00Z', id])],
])('[WIRE-61] a cursor of %s is refused before any task is looked up', (_, cursor) => {
  expect(() => readCursor(cursor)).toThrow(expect.objectContaining({ status: 422, code: 'INVALID_INPUT' }))
})
