import { sql } from 'kysely'
import type { DbOrTx } from './pool.ts'

/** Matches text in which folding changes only the case. */
const PLAIN = /^[\x20-\x7e]*$/

/**
 * The texts in the form that searches compare: without case, diacritics and compatibility forms. They keep their order.
 */
export const foldTexts = async (db: DbOrTx, texts: readonly string[]): Promise<string[]> => {
  if (texts.every((text) => PLAIN.test(text))) return texts.map((text) => text.toLowerCase())
  const { rows } = await sql<{ folded: string }>`
    select fold_text(text) as folded from unnest(${texts}::text[]) with ordinality as given(text, place) order by place`.execute(
    db,
  )
  return rows.map(({ folded }) => folded)
}

/** The folded words of a search; empty when the search holds nothing to compare. */
export const wordsOf = async (db: DbOrTx, q: string): Promise<string[]> => {
  const folded = (await foldTexts(db, [q]))[0] ?? ''
  const words = [...new Set(folded.split(/[\s,;]+/u).filter(Boolean))]
  // A search that holds only commas is looked for as it stands, and not dropped.
  return words.length > 0 || folded.trim() === '' ? words : [folded.trim()]
}

/** Escapes `%`, `_` and `\`, so that LIKE takes them literally. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The LIKE pattern that finds a text anywhere. */
export const patternOf = (text: string): string => `%${escaped(text)}%`

/** Shorter texts are looked for only at the beginning of names, since most names hold them somewhere. */
const ANYWHERE_FROM = 3

/** The LIKE pattern that finds a folded text in `users.search_name`. */
export const namePattern = (folded: string): string =>
  [...folded].length < ANYWHERE_FROM ? `% ${escaped(folded)}%` : patternOf(folded)

/**
 * Three letters or digits, or two at the beginning or end of a word; such a text has at least one trigram for certain.
 */
const trigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u
/** Whether an index of trigrams can find the word; otherwise the index of short parts must. */
export const hasTrigram = (word: string): boolean => trigram.test(word)
