/** As text_words() of the database divides words: spaces and punctuation, named one by one. */
const SEPARATORS = /[\s!-/:-@[-`{-~«»“”„‘’–—…、。，：；]+/u
/** Shorter parts are in too many words for a list of them to lead anywhere. */
const PART_MIN = 3
/** text_words() files longer words in pieces that overlap by so much. */
const PART_MAX = 32

/**
 * What of a folded word lies within one word of a text, wherever the word is found: all of 'react', 'node' of 'node.js'. Empty
 * for what no list of words can lead to ('c++', '菜园', a page of base64).
 */
export const partsOf = (word: string): string[] =>
  word.split(SEPARATORS).filter((part) => {
    const { length } = [...part]
    return length >= PART_MIN && length <= PART_MAX
  })

/** So many of the newest projects are read first; most searches for common words end there. */
export const SAMPLE = 1_000
/** So many are read at most; reading ends with the last hit that is wanted. */
export const READ_MAX = 8_000
/** A share of hits from which reading on is quicker than the index. */
const COMMON = 0.1
/** How much further than the sample promises: hits are not spread evenly. */
const MARGIN = 1.3

export type Reach = { by: 'reading' } | { by: 'index'; projects: number }

/**
 * How `wanted` hits are best found when a sample of the newest projects held `found`: by reading on, or by the index, among so many of the
 * newest. Null when that is no fewer than most of them: then all are asked.
 */
export const reachFor = (wanted: number, { found, open }: { found: number; open: number }): Reach | null => {
  if (found === 0) return null
  const share = found / SAMPLE
  const projects = Math.ceil((wanted / share) * MARGIN)
  if (projects > open / 2) return null
  return share >= COMMON ? { by: 'reading' } : { by: 'index', projects }
}
