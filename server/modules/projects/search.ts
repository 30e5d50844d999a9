import type { DbOrTx } from '../../db/pool.ts'
import { findSimilarWords } from './market-repository.ts'
import { isGuessable, likelyMeant } from './misspellings.ts'

/** Beyond this many words a search is a sentence; guessing at each would cost more than it finds. */
const GUESSED_WORDS_MAX = 8

/**
 * Each word with what it may be a misspelling of, for a search that found nothing as it stands. Null when there is
 * nothing to guess.
 */
export const guessSpellings = async (db: DbOrTx, words: readonly string[]): Promise<string[][] | null> => {
  if (words.length > GUESSED_WORDS_MAX) return null
  const guesses = await Promise.all(
    words.map(async (word) => (isGuessable(word) ? likelyMeant(word, await findSimilarWords(db, word)) : [])),
  )
  if (guesses.every((meant) => meant.length === 0)) return null
  return words.map((word, at) => [word, ...(guesses[at] ?? [])])
}
