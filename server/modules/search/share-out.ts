import type { HitRank } from '#server/db/text-search.ts'

const ranks: readonly HitRank[] = [0, 1, 2]

/**
 * How many hits of each list to show in `places`. Better ranks come first; within a rank the lists take turns, so that
 * many tasks with a word do not hide the project of that name. The lists are sorted by rank.
 */
export const shareOut = (lists: ReadonlyArray<ReadonlyArray<{ rank: HitRank }>>, places: number): number[] => {
  const taken = lists.map(() => 0)
  const sum = () => taken.reduce((all, one) => all + one, 0)
  for (const rank of ranks) {
    const hasNext = (at: number) => lists[at]?.[taken[at] ?? 0]?.rank === rank
    while (sum() < places && lists.some((_, at) => hasNext(at)))
      lists.forEach((_, at) => {
        if (sum() < places && hasNext(at)) taken[at] = (taken[at] ?? 0) + 1
      })
  }
  return taken
}
