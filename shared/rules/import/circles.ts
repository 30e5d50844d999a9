/**
 * The places of tasks that block themselves, over any number of others, or are blocked by one that is not in the list: without what blocks
 * these, no task is left that does. `blockedBy` has for each task the places of those that block it.
 */
export const circlesIn = (blockedBy: ReadonlyArray<readonly number[]>): number[] => {
  const found: number[] = []
  const state = new Map<number, 'open' | 'done'>()
  for (const [start, blockers] of blockedBy.entries()) {
    // Most tasks wait for none.
    if (blockers.length === 0) continue
    // Without recursion: a chain may be as long as the list.
    const path = [start]
    while (path.length > 0) {
      const place = path.at(-1) ?? 0
      if (state.get(place) !== 'open') {
        if (state.get(place) === 'done') {
          path.pop()
          continue
        }
        state.set(place, 'open')
        const next = blockedBy[place] ?? []
        if (next.some((one) => blockedBy[one] === undefined || state.get(one) === 'open')) found.push(place)
        else path.push(...next.filter((one) => !state.has(one)))
      } else {
        state.set(place, 'done')
        path.pop()
      }
    }
  }
  return found
}

/** The first of these; null when there is none. */
export const firstInCircle = (blockedBy: ReadonlyArray<readonly number[]>): number | null =>
  circlesIn(blockedBy)[0] ?? null
