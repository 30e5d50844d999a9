import { sql } from 'kysely'
import { hasUnspacedScript } from '#shared/rules/search.ts'
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
export const wordsOf = async (db: DbOrTx, q: string): Promise<string[]> =>
  foldedWordsOf((await foldTexts(db, [q]))[0] ?? '')

/** The words of a folded text, each once. */
export const foldedWordsOf = (folded: string): string[] => {
  const words = [...new Set(folded.split(/[\s,;]+/u).filter(Boolean))]
  // A search that holds only commas is looked for as it is, and not dropped.
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
 * The LIKE pattern that finds a folded word in a text that begins with a space. Short words must begin a word there,
 * except signs, and in scripts that do not divide words.
 */
export const wordPattern = (word: string): string =>
  hasUnspacedScript(word) || !/^[\p{L}\p{N}]+$/u.test(word) ? patternOf(word) : namePattern(word)

/** The LIKE pattern of texts that begin like this. */
export const beginningPattern = (text: string): string => `${escaped(text)}%`

/** How well a search hit something: 0 its exact number, 1 the beginning of its name, 2 its words. */
export type HitRank = 0 | 1 | 2
/** What a search asks each noun for: the folded text, its words, and at most how many hits. */
export type WantedHits = { viewerID: string; text: string; words: readonly string[]; limit: number }

/**
 * Three letters or digits, or two at the beginning or end of a word; such a text has at least one trigram for certain.
 */
const trigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u
/** Whether an index of trigrams can find the word; otherwise the index of short parts must. */
export const hasTrigram = (word: string): boolean => trigram.test(word)
