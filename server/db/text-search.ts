import { sql } from 'kysely'
import type { DbOrTx } from './pool.ts'

/** Of which folding leaves all but the case as it is. */
const PLAIN = /^[\x20-\x7e]*$/

/** The texts as searches compare them: without case, diacritics and compatibility forms. Same order. */
export const foldTexts = async (db: DbOrTx, texts: readonly string[]): Promise<string[]> => {
  if (texts.every((text) => PLAIN.test(text))) return texts.map((text) => text.toLowerCase())
  const { rows } = await sql<{ folded: string }>`
    select fold_text(text) as folded from unnest(${texts}::text[]) with ordinality as given(text, place) order by place`.execute(
    db,
  )
  return rows.map(({ folded }) => folded)
}

/** The words of a search, folded; empty when nothing of the text is left to compare. */
export const wordsOf = async (db: DbOrTx, q: string): Promise<string[]> => {
  const folded = (await foldTexts(db, [q]))[0] ?? ''
  const words = [...new Set(folded.split(/[\s,;]+/u).filter(Boolean))]
  // Nothing but commas is a text like any other: it is looked for, not dropped.
  return words.length > 0 || folded.trim() === '' ? words : [folded.trim()]
}

/** A text as LIKE reads it literally: `%`, `_` and `\` in it mean nothing. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The LIKE pattern of a text anywhere. */
export const patternOf = (text: string): string => `%${escaped(text)}%`

/** Shorter texts are looked for at the beginning of names: anywhere they are in most of them. */
const ANYWHERE_FROM = 3

/** The LIKE pattern that finds a folded text in `users.search_name`. */
export const namePattern = (folded: string): string =>
  [...folded].length < ANYWHERE_FROM ? `% ${escaped(folded)}%` : patternOf(folded)

/** Three letters or digits, or two and where the word begins or ends: at least one trigram is known for certain. */
const trigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u
/** Whether an index of trigrams can lead to the word; without one the index of short parts must. */
export const hasTrigram = (word: string): boolean => trigram.test(word)
