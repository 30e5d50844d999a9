import { BLOCKED_BY_MAX } from '#shared/contract/task-fields.ts'
import { circlesIn } from './circles.ts'
import type { DraftTask } from './drafts.ts'

/** The places of the tasks that block each task. What is not in the file, what several are called, and one link of each circle, is left out. */
export const blockersOf = (
  kept: readonly DraftTask[],
  note: (draft: DraftTask | undefined, text: string) => void,
): number[][] => {
  const placesOf = (calls: ReadonlyArray<string | null>) => {
    // Null is a call that several have.
    const places = new Map<string, number | null>()
    for (const [at, call] of calls.entries()) if (call !== null) places.set(call, places.has(call) ? null : at)
    return places
  }
  const placeOf = new Map([...placesOf(kept.map(({ title }) => title)), ...placesOf(kept.map(({ key }) => key))])
  const blockers = kept.map((draft, at) => {
    const places = draft.blockedBy.flatMap((key) => {
      const place = placeOf.get(key)
      if (typeof place === 'number' && place !== at) return [place]
      const why =
        place === undefined ? 'is not in the file' : place === null ? 'several tasks are called' : 'it is itself'
      note(draft, `It is blocked by ‘${key}’, which ${why}. That is left out.`)
      return []
    })
    if (places.length > BLOCKED_BY_MAX) {
      const rest = places.slice(BLOCKED_BY_MAX).map((place) => `‘${kept[place]?.key ?? kept[place]?.title ?? ''}’`)
      note(
        draft,
        `It is blocked by ${places.length} tasks; only the first ${BLOCKED_BY_MAX} are kept, and ${rest.length} left out: ${rest.join(', ')}.`,
      )
    }
    return places.slice(0, BLOCKED_BY_MAX)
  })
  for (const at of circlesIn(blockers)) {
    const names = (blockers[at] ?? []).map((place) => `‘${kept[place]?.title ?? ''}’`)
    blockers[at] = []
    note(kept[at], `It is blocked in a circle. What blocks it is left out: ${names.join(', ')}.`)
  }
  return blockers
}
