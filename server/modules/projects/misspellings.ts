/** Shorter words have too many similar words for a useful guess. */
const GUESSED_FROM = 4
/** Words of at least this length may have two mistakes. */
const LONG_WORD = 8

/**
 * The number of letters added, left out, replaced or swapped, with the neighbour or the next but one ('bycicle' for
 * 'bicycle'), as in optimal string alignment. Letters are characters, not UTF-16 units.
 */
export const spellingDistance = (left: string, right: string): number => {
  const [a, b] = [[...left], [...right]]
  const rows = [[0, ...b.map((_, at) => at + 1)]]
  const isSwapped = (i: number, j: number, apart: number) =>
    i > apart && j > apart && a[i - 1] === b[j - 1 - apart] && a[i - 1 - apart] === b[j - 1]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    const last = rows[i - 1] ?? []
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let best = Math.min(cell(last, j) + 1, cell(row, j - 1) + 1, cell(last, j - 1) + (isSame ? 0 : 1))
      if (isSwapped(i, j, 1)) best = Math.min(best, cell(rows[i - 2] ?? [], j - 2) + 1)
      if (isSwapped(i, j, 2) && a[i - 2] === b[j - 2]) best = Math.min(best, cell(rows[i - 3] ?? [], j - 3) + 1)
      row.push(best)
    }
    rows.push(row)
  }
  return cell(rows[a.length] ?? [], b.length)
}
/** The spellings with two letters swapped around a third one, which leaving one letter out does not find. */
export const swappedSpellings = (word: string): string[] => {
  const letters = [...word]
  return letters.slice(2).flatMap((second, at) => {
    const first = letters[at]
    return first === undefined || first === second
      ? []
      : [
          letters
            .with(at, second)
            .with(at + 2, first)
            .join(''),
        ]
  })
}
const cell = (row: readonly number[], at: number): number => row[at] ?? Number.POSITIVE_INFINITY

/** Whether it is worth guessing another word when no project has this one. Numbers are not misspelt. */
export const isGuessable = (word: string): boolean => [...word].length >= GUESSED_FROM && !/^\p{N}+$/u.test(word)

/**
 * The `candidates` that the misspelt word may mean, nearest first: one mistake away, or two in long words. The word
 * itself is left out: the same mistake in somebody's draft must not hide what was meant.
 */
export const likelyMeant = (misspelt: string, candidates: readonly string[]): string[] => {
  const allowed = [...misspelt].length >= LONG_WORD ? 2 : 1
  return candidates
    .map((word) => ({ word, distance: spellingDistance(misspelt, word) }))
    .filter(({ distance }) => distance > 0 && distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MEANT_MAX)
    .map(({ word }) => word)
}
const MEANT_MAX = 20
