import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#support/server.ts'
import { namesPattern } from './names.ts'

const server = testApp()

const replaced = async (text: string, names: Parameters<typeof namesPattern>[0]) => {
  const { rows } = await sql<{ text: string }>`
    select regexp_replace(${text}, ${namesPattern(names).inText}, '–', 'g') as text`.execute(server.db)
  return rows[0]?.text
}
const ada = { email: 'a.b+c@mail.test', username: 'ada', name: 'Ada (Byron) King' }

test.each([
  ['Write to a.b+c@mail.test, or A.B+C@MAIL.TEST.', 'Write to –, or –.'],
  [
    'Not aa.b+c@mail.test, a.b+c@mail.tests or axb+c@mail.test.',
    'Not aa.b+c@mail.test, a.b+c@mail.tests or axb+c@mail.test.',
  ],
  ['@ada, ask @Ada! But @adam and me@ada stay.', '–, ask –! But @adam and me@ada stay.'],
  ['Ada (Byron)  King, ADA (BYRON) KING, Ada', '–, –, Ada'],
  // The words of a name that are written small may be any words.
  ['ada  ada (byron)  king, Ada', 'ada  ada (byron)  king, Ada'],
])('[ACCT-29] of %j the names are replaced, and words that only look like them stay', async (text, expected) => {
  expect(await replaced(text, ada)).toBe(expected)
})

test('[ACCT-29] a single word is no name that can be told from others', async () => {
  expect(await replaced('Will you, will?', { ...ada, name: 'Will' })).toBe('Will you, will?')
})

test('nobody who calls themselves by common words takes these out of everybody’s texts', async () => {
  const text = 'The end of the road, as in the plan.'
  expect(await replaced(text, { ...ada, name: 'of the' })).toBe(text)
  expect(await replaced(text, { ...ada, name: 'In The' })).toBe(text)
})

test('[ACCT-29] a name with small words is found as it is written', async () => {
  expect(await replaced('By Vincent van Gogh.', { ...ada, name: 'Vincent van Gogh' })).toBe('By –.')
})

test('[ACCT-29] in JSON names are found as JSON spells them', async () => {
  const names = { ...ada, name: 'Ada "B" King' }
  const { rows } = await sql<{ text: string }>`
    select regexp_replace((${JSON.stringify([names.name])}::jsonb)::text, ${namesPattern(names).inJson}, '–', 'g') as text`.execute(
    server.db,
  )
  expect(rows[0]?.text).toBe('["–"]')
})

test('a person whose names are gone has no pattern, which would fit everywhere', () => {
  expect(() => namesPattern({ email: '', username: 'former member', name: '' })).toThrow('no pattern')
})
