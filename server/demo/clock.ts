import { sql } from 'kysely'
import { projectFields } from '#shared/contract/project-fields.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import type { Tx } from '../db/pool.ts'
import type { Cast } from './people.ts'
import { DAY, type Stage } from './stage.ts'

/** In days: how long the requests have that show what the last day looks like. */
const LEFT = 0.8

/** Gives all requests their answer dates; one to the creator and one of the contributor is to be answered within a day. */
export const setAnswerDates = (stage: Stage, cast: Cast): void => {
  for (const request of stage.requests) {
    const askedAt = new Date(request.created_at ?? stage.now)
    request.clock_from = askedAt
    request.answer_by = new Date(askedAt.getTime() + projectFields.answersWithinDays.none * DAY)
  }
  const creators = new Set(stage.projects.filter((one) => one.created_by === cast.creator.id).map(({ id }) => id))
  const isOpen = (one: (typeof stage.requests)[number]) =>
    one.kind === 'application' && one.status === requestStatus.pending && !one.withdrawn_at
  const askedAt = ({ created_at }: (typeof stage.requests)[number]) => new Date(created_at ?? stage.now).getTime()
  // The oldest: what was asked today would look strange with a day left.
  const open = stage.requests.filter(isOpen).toSorted((a, b) => askedAt(a) - askedAt(b))
  const soon = [
    open.find((one) => one.user_id === cast.contributor.id),
    open.find((one) => one.user_id !== cast.contributor.id && creators.has(one.project_id)),
  ]
  for (const request of soon) {
    if (!request) continue
    request.answer_by = new Date(stage.now.getTime() + LEFT * DAY)
    // Both sides have heard of it.
    request.half_reminded_at = request.last_reminded_at = stage.now
  }
}

/** Deadlines in the demo world's past count as announced: a fresh world begins quietly. */
export const noteNotifiedDeadlines = async (tx: Tx, { now }: Stage): Promise<void> => {
  await sql`
    insert into told_deadlines (task_id, due_on, kind, told_at)
    select t.id, t.due_on, k.kind, ${now} from tasks t
      join (values ('task.due', 0), ('task.overdue', 1)) as k (kind, days)
        on t.due_on + k.days <= (${now}::timestamptz at time zone 'UTC')::date
    on conflict do nothing`.execute(tx)
}
