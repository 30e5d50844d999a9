import type { DbOrTx } from '../../db/pool.ts'
import { findSimilarWords } from './market-repository.ts'
import { isGuessable, likelyMeant } from './misspellings.ts'

/** A search with more words than this is a sentence, and guessing at each word would not be worth the time. */
const GUESSED_WORDS_MAX = 8

/**
 * Each word with the words that it may be a misspelling of, for a search without hits. Null when there is nothing to
 * guess.
 */
export const guessSpellings = async (db: DbOrTx, words: readonly string[]): Promise<string[][] | null> => {
  if (words.length > GUESSED_WORDS_MAX) return null
  const guesses = await Promise.all(
    words.map(async (word) => (isGuessable(word) ? likelyMeant(word, await findSimilarWords(db, word)) : [])),
  )
  if (guesses.every((meant) => meant.length === 0)) return null
  return words.map((word, at) => [word, ...(guesses[at] ?? [])])
}
