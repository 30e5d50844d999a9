import type { EventStage } from '#shared/contract/events/event.ts'
import type { AllFields } from '#shared/rules/task-fields.ts'
import type { NewEvent } from '#server/events/record.ts'
import { type CreditChange, creditLines } from './credit.ts'
import { eventOfFields } from './more-fields.ts'
import type { TaskRow } from './repository.ts'

/** The lines of people's reputation that a change leaves, each with the event that caused it. */
export const linesOf = (
  found: TaskRow,
  after: AllFields,
  credit: CreditChange,
  eventOf: (kind: NewEvent['kind']) => string,
) => {
  const moved = eventOf('task.moved')
  const isReopened = after.status !== found.status
  return creditLines(found, credit, {
    taken: isReopened
      ? { rule: 'reopened', eventID: moved }
      : { rule: 'reassigned', eventID: eventOf('task.assigned') },
    given: { rule: 'completed', eventID: moved },
  })
}

type ChangeFacts = {
  round: number | null
  isOverLimit: boolean
  stage: EventStage | null
  staged: { from: EventStage | undefined; to: EventStage | undefined } | null
  /** Whether an event of its claim tells of it. */
  isOfClaim: boolean
}

/**
 * What a change is in the log: an event for each thing that one can hear of. `round` is the round of a review that it
 * opens or closes, of which the review's own event tells. `isOverLimit` says that it gives no reputation because the day's
 * limit is reached, `stage` in which stage it is now, and `staged` that it went to another one of its status.
 */
export const eventsOf = (
  found: TaskRow,
  before: AllFields,
  after: AllFields,
  actorID: string | null,
  { round, isOverLimit, stage, staged, isOfClaim }: ChangeFacts,
): NewEvent[] => {
  const about = { actorID, projectID: found.project_id, taskID: found.id, subjectID: after.assignedToID }
  const texts = (['title', 'description'] as const).filter((name) => before[name] !== after[name])
  const changed = eventOfFields(texts, before, after)
  const events: NewEvent[] = changed ? [{ kind: 'task.changed', ...about, data: changed }] : []
  if (before.status !== after.status)
    events.push({
      kind: 'task.moved',
      ...about,
      data: {
        from: before.status,
        to: after.status,
        ...(stage && { stage }),
        ...(round !== null && { round }),
        ...(isOverLimit && { uncredited: 'limit' as const }),
        ...(isOfClaim && { claim: true as const }),
      },
    })
  else if (staged) events.push({ kind: 'task.staged', ...about, data: staged })
  const [from, to] = [before.assignedToID, after.assignedToID]
  if (from !== to) events.push({ kind: 'task.assigned', ...about, subjectID: to ?? from, data: { from, to } })
  return events
}
