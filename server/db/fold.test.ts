import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fold, hasText } from '#shared/contract/fold.ts'
import { createScratchDatabase } from '#support/database.ts'

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>
beforeAll(async () => {
  scratch = await createScratchDatabase()
})
afterAll(() => scratch.drop())

const foldedByDatabase = async (texts: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ folded: string }>`
    select fold_text(text) as folded from unnest(${texts}::text[]) with ordinality as given(text, place)
    order by place`.execute(scratch.db)
  return rows.map(({ folded }) => folded)
}
/** The letters of the blocks that living languages write with: Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai, Hangul, Kana. */
const blocks = [
  [0x20, 0x17f],
  [0x1cd, 0x21b],
  [0x386, 0x3ce],
  [0x400, 0x481],
  [0x490, 0x4ff],
  [0x5d0, 0x5ea],
  [0x621, 0x669],
  [0x671, 0x6d3],
  [0x6f0, 0x6f9],
  [0x905, 0x939],
  [0xe01, 0xe30],
  [0x1e00, 0x1ef9],
  [0x3041, 0x30ff],
  [0xac00, 0xac60],
  [0xff10, 0xff5a],
] as const
const letters = blocks
  .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
  .filter((letter) => /[\p{L}\p{N}]/u.test(letter) && !'ŉ¼½¾'.includes(letter))

test('the client and the database fold alike, letter by letter and in words', async () => {
  const words = [
    'Naïve Café',
    'Größe prüfen',
    'Łódź',
    'E\u0301LAN',
    'Þór',
    'Ærø',
    '대한민국',
    'ＡＢＣ１２',
    'О́льга',
    'क्षि',
    'ﬁn',
    'İstanbul',
    'Οδυσσέας Σοφός',
    'مدرسة محـــمد ٱلله علی کتاب ۱۲ ١٢',
    'می‌خواهم',
    '❤️👩‍👧',
    '“a” ‘b’',
  ]
  const texts = [...letters, ...words]
  const folded = await foldedByDatabase(texts)
  const differing = texts.filter((text, at) => fold(text) !== folded[at])
  expect(differing).toEqual([])
  // A server of another Unicode may not know a letter; these it must.
  expect(texts.length).toBeGreaterThan(900)
})

test('a text is found by what one types on any keyboard', () => {
  for (const [text, typed] of [
    ['Naïve Café', 'cafe'],
    ['Größe prüfen', 'GROSSE'],
    ['Łódź trip', 'lodz'],
    ['E\u0301LAN', 'élan'],
    ['ΟΔΟΣ', 'οδός'],
    ['محـــمد', 'محمد'],
    ['كتاب علي', 'کتاب علی'],
    ['مدرسة', 'مدرسه'],
    ['می‌خواهم', 'میخواهم'],
    ['الغرفة ١٢', '12'],
    ['❤️ Maps', '❤ maps'],
    ['“Birds”', '"birds"'],
    ['it’s', "it's"],
    ['대한민국', '한'],
  ] as const)
    expect(hasText(text, typed), `${text} by ${typed}`).toBe(true)
  expect(hasText('किताब', 'कताब')).toBe(false)
})
