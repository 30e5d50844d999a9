import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase } from '#support/database.ts'

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>
beforeAll(async () => {
  scratch = await createScratchDatabase()
})
afterAll(() => scratch.drop())

const partsOf = async (text: string): Promise<string[]> => {
  const { rows } = await sql<{ parts: string[] }>`select short_parts(${text}) as parts`.execute(scratch.db)
  return (rows[0]?.parts ?? []).toSorted()
}
/** Beginnings of words of plain letters and digits, and each one and two neighbours among all other characters. */
const expected = (text: string): string[] => {
  const words = text.split(/[^a-z0-9]+/).flatMap((word) => [word.slice(0, 1), word.length > 1 ? word.slice(0, 2) : ''])
  const runs = [...text.matchAll(/[^a-z0-9\s]+/g)].flatMap(([run]) => {
    const letters = [...run]
    return letters.flatMap((letter, at) => [letter, at + 1 < letters.length ? `${letter}${letters[at + 1]}` : ''])
  })
  return [...new Set([...words, ...runs])].filter((part) => part !== '').toSorted()
}

test('searches of one and two characters find beginnings of words, and every neighbours among signs and other scripts', async () => {
  const texts = [
    '',
    'a',
    'ui und ux',
    'c++ & c#',
    '菜园 in der stadt',
    '대한민국 12',
    '👨‍👩‍👧 x',
    '…',
    'a.b..c',
    'مرحبا بكم',
  ]
  for (const text of texts) expect(await partsOf(text)).toEqual(expected(text))
})

test.each(['.', '菜', '👍', '|'])('a text of many %s without a space is read in one pass', async (letter) => {
  // It takes a moment; with one pass for each character it took minutes, longer than a test may take.
  expect(await partsOf(letter.repeat(100_000))).toEqual([letter, letter.repeat(2)])
})
