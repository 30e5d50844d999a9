import { BLOCKED_BY_MAX } from '#shared/contract/task-fields.ts'
import { firstInCircle } from './circles.ts'
import type { DraftTask } from './drafts.ts'

/** The places of the tasks that block each task. What is not in the file, and one link of each circle, is left out. */
export const blockersOf = (
  kept: readonly DraftTask[],
  note: (draft: DraftTask | undefined, text: string) => void,
): number[][] => {
  const placeOf = new Map(kept.map(({ title }, at) => [title, at]))
  for (const [at, { key }] of kept.entries()) if (key !== null) placeOf.set(key, at)
  const blockers = kept.map((draft, at) => {
    const places = draft.blockedBy.flatMap((key) => {
      const place = placeOf.get(key)
      if (place !== undefined && place !== at) return [place]
      note(draft, `It is blocked by ‘${key}’, which is not in the file. That is left out.`)
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
  for (let at = firstInCircle(blockers); at !== null; at = firstInCircle(blockers)) {
    const names = (blockers[at] ?? []).map((place) => `‘${kept[place]?.title ?? ''}’`)
    blockers[at] = []
    note(kept[at], `It is blocked in a circle. What blocks it is left out: ${names.join(', ')}.`)
  }
  return blockers
}
