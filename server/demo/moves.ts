import { taskStatus } from '#shared/rules/statuses.ts'
import type { Stage } from './stage.ts'

type DemoTask = Stage['tasks'][number]
/** `isOwners`: the owner of the project moved it, and not who does it. */
type Move = { at: Date; from: number; to: number; isOwners: boolean }

/** The share of the time from begin to completion after which a completed task went to review. */
const REVIEW_AFTER = 0.8
const { requested, assigned, inProgress, underReview, completed, rejected } = taskStatus

/** The status in which a task was created. */
export const firstStatusOf = ({ status }: DemoTask): number => (status === requested ? requested : assigned)

/** How a task came from its first status to the one that it has, by the times of its row, oldest first. */
export const movesOf = ({ status, started_at, updated_at }: DemoTask): Move[] => {
  const last = updated_at as Date
  if (status === rejected) return [{ at: last, from: assigned, to: rejected, isOwners: true }]
  if (!(started_at instanceof Date)) return []
  const begun = { at: started_at, from: assigned, to: inProgress, isOwners: false }
  if (status === inProgress) return [begun]
  if (status === underReview) return [begun, { at: last, from: inProgress, to: underReview, isOwners: false }]
  const handedInAt = new Date(started_at.getTime() + (last.getTime() - started_at.getTime()) * REVIEW_AFTER)
  return [
    begun,
    { at: handedInAt, from: inProgress, to: underReview, isOwners: false },
    { at: last, from: underReview, to: completed, isOwners: true },
  ]
}
