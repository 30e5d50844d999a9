import type { OwnWork, WorkRow, WorkSection } from '#shared/contract/work.ts'
import { isLate } from '#shared/rules/reward-state.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { AppDeps } from '#server/deps.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import * as repository from './repository.ts'
import type { WorkRows } from './repository.ts'
import { findJoined } from './joined.ts'

const toRow = (row: repository.WorkRow, now: Date): WorkRow => ({
  kind: row.kind,
  id: row.id,
  project: { id: row.project_id, title: row.project_title },
  task:
    row.task_number === null
      ? null
      : {
          taskId: String(row.task_number),
          title: row.task_title ?? '',
          status: row.status ?? taskStatus.assigned,
          stage: row.stage ?? '',
          dueOn: row.due_on,
          priority: row.priority ?? 'none',
        },
  openTask:
    row.open_task_id !== null && row.open_task_number !== null
      ? { id: row.open_task_id, taskId: String(row.open_task_number) }
      : null,
  person:
    row.person_id !== null && row.person_username !== null
      ? { id: row.person_id, username: row.person_username, name: row.person_name ?? '' }
      : null,
  isGuest: row.is_guest,
  isDisputed: row.is_disputed,
  reasons: [
    ...(row.is_overdue || (row.kind === 'due' && isLate(row.act_by, now)) ? (['overdue'] as const) : []),
    ...(row.has_changes ? (['changes'] as const) : []),
    ...(row.status === taskStatus.inProgress && !row.has_changes ? (['inProgress'] as const) : []),
  ],
  since: row.since?.toISOString() ?? null,
  answerBy: row.answer_by?.toISOString() ?? null,
  by: row.act_by?.toISOString() ?? null,
  money:
    row.amount_cents === null || row.currency === null
      ? null
      : { amountCents: row.amount_cents, currency: row.currency },
})

const failed: WorkSection = { rows: [], total: 0, projects: [], hasFailed: true }
const toSection = ({ rows, total, projects }: WorkRows, now: Date): WorkSection => ({
  rows: rows.map((row) => toRow(row, now)),
  total,
  projects,
  hasFailed: false,
})

/**
 * What the viewer has to do, waits for, and has overdue on `today` (YYYY-MM-DD, by default the day in their zone). A
 * section that cannot be read says so; the others are answered. Errors: those of the database when no section can be
 * read.
 */
export const getWork = async (
  { db, clock, logger }: Pick<AppDeps, 'db' | 'clock' | 'logger'>,
  { userID }: Viewer,
  { query: { today } }: Input<'work.get'>,
): Promise<OwnWork> => {
  const of = { userID, now: clock.now(), today }
  const [joined, ...sections] = await Promise.allSettled([
    findJoined(db, of),
    repository.findNow(db, of),
    repository.findNext(db, of),
    repository.findWaiting(db, of),
    repository.findWaitingFor(db, of),
  ])
  const [now, next, waiting, waitingForMe] = sections
  const refusalsOf = (reads: ReadonlyArray<PromiseSettledResult<unknown>>) =>
    reads.flatMap((read) => (read.status === 'rejected' ? [read.reason as unknown] : []))
  const refusals = refusalsOf(sections)
  if (refusals.length === sections.length) throw refusals[0]
  for (const error of [...refusals, ...refusalsOf([joined])])
    logger.error({ err: error }, 'a section of /users/work cannot be read')
  const sectionOf = (read: PromiseSettledResult<WorkRows>) =>
    read.status === 'fulfilled' ? toSection(read.value, of.now) : failed
  return {
    now: sectionOf(now),
    next: sectionOf(next),
    waiting: sectionOf(waiting),
    waitingForMe:
      waitingForMe.status === 'rejected' ? failed : waitingForMe.value ? toSection(waitingForMe.value, of.now) : null,
    // Without it the page is whole.
    joined: joined.status === 'fulfilled' ? joined.value : [],
  }
}

export const work = { get: getWork }
