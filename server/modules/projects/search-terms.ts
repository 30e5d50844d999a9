/** Spaces and punctuation, listed one by one, which divide words as text_words() in the database does. */
const SEPARATORS = /[\s!-/:-@[-`{-~«»“”„‘’–—…、。，：；]+/u
/** Too many words hold a shorter part for a list of them to be of use. */
const PART_MIN = 3
/** text_words() stores very long words in pieces that overlap by this many characters. */
const PART_MAX = 32

/**
 * The parts of a folded word that lie within single words of a text, such as 'node' of 'node.js' or all of 'react'.
 * Empty when the list of words cannot help ('c++', '菜园', a page of base64).
 */
export const partsOf = (word: string): string[] =>
  word.split(SEPARATORS).filter((part) => {
    const { length } = [...part]
    return length >= PART_MIN && length <= PART_MAX
  })

/** This many of the newest projects are read first; most searches for common words end there. */
export const SAMPLE = 1_000
/** The most projects that are read one by one; reading ends earlier with the last hit that is wanted. */
export const READ_MAX = 8_000
/** From this share of hits on, reading on is quicker than the index. */
const COMMON = 0.1
/** Hits are not spread evenly, so the search goes this much further than the sample suggests. */
const MARGIN = 1.3

export type Reach = { by: 'reading' } | { by: 'index'; projects: number }

/**
 * The best way to find `wanted` hits when a sample of the newest projects held `found`: reading on, or the index for
 * this many of the newest projects. Null for the index of all, when that would be most of them.
 */
export const reachFor = (wanted: number, { found, open }: { found: number; open: number }): Reach | null => {
  if (found === 0) return null
  const share = found / SAMPLE
  const projects = Math.ceil((wanted / share) * MARGIN)
  if (projects > open / 2) return null
  return share >= COMMON ? { by: 'reading' } : { by: 'index', projects }
}

/** How much further a second try goes than the first one suggests: reading all hits of a word costs more than twice as many. */
const SECOND_MARGIN = 2

/**
 * How many of the newest projects to ask the index for, when the newest `read` held `found` hits and these were too
 * few. Null when that would be most projects.
 */
export const reachAfter = (
  wanted: number,
  { found, read, open }: { found: number; read: number; open: number },
): number | null => {
  const projects = Math.ceil((wanted / found) * read * SECOND_MARGIN)
  return projects > open / 2 ? null : projects
}
