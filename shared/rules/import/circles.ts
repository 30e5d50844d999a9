/**
 * The place of a task that blocks itself, over any number of others, or is blocked by one that is not in the list; null when
 * there is none. `blockedBy` has for each task the places of those that block it.
 */
export const firstInCircle = (blockedBy: ReadonlyArray<readonly number[]>): number | null => {
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
        if (next.some((one) => blockedBy[one] === undefined || state.get(one) === 'open')) return place
        path.push(...next.filter((one) => !state.has(one)))
      } else {
        state.set(place, 'done')
        path.pop()
      }
    }
  }
  return null
}
