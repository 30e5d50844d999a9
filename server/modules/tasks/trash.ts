import type { DeletedTask, Pagination, Task } from '#shared/contract/index.ts'
import { TRASH_DAYS } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { memberAccessOf } from '#server/access/access.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, forbidden, notFound, stale } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { closeOfferOf } from '../ledger/service.ts'
import { tell } from '../notifications/service.ts'
import { endClaim, holdForDeletion } from '../claims/service.ts'
import { settleReview } from '../submissions/service.ts'
import { addLines } from '../reputation/service.ts'
import { creditLines, creditOf } from './credit.ts'
import { findTask } from './repository.ts'
import { CHANGED_MEANWHILE, toTask, unknownTask } from './changes.ts'
import { TRIES } from './saving.ts'
import * as repository from './trash-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
const DAY_MS = 24 * 60 * 60 * 1000

/** A page of the project's deleted tasks. Errors: 404 for anybody but members. */
export const listTrash = async (
  { db }: Deps,
  viewer: Viewer,
  { params: { id: projectID }, query: { q = '', ...pages } }: Input<'tasks.trash'>,
): Promise<{ data: DeletedTask[]; pagination: Pagination }> => {
  const access = await memberAccessOf(db, projectID, viewer.userID)
  if (!access) throw notFound('Project not found')
  const by = isManager(access.role) ? null : viewer.userID
  const { rows, total } = await repository.findDeleted(db, projectID, { by, q: q.trim() }, pages)
  const data = rows.map((row) => ({
    id: row.id,
    taskId: String(row.task_number),
    title: row.title,
    status: row.status,
    stageID: row.stage_id,
    projectID: row.project_id,
    deletedAt: row.deleted_at.toISOString(),
    deletedByUsername: row.deleted_by_username,
    deletedByName: row.deleted_by_name,
    goneAt: new Date(row.deleted_at.getTime() + TRASH_DAYS * DAY_MS).toISOString(),
  }))
  return { data, pagination: paginationOf(pages, total) }
}

/**
 * Moves a task to Trash, takes back its reputation, and withdraws an open hand-in. Errors: 404 for anybody but members;
 * 403 for a member who did not create it, or when somebody else has touched it; 409 when it keeps changing, or has
 * another version than `version`. Tasks of one call share a batch: a follower of several gets one notice.
 */
export const deleteTask = async (
  { db, clock }: Deps,
  viewer: Viewer,
  id: string,
  { version, batchID }: { version?: number | undefined; batchID?: string | undefined } = {},
): Promise<void> => {
  const { userID } = viewer
  for (let tries = 0; tries < TRIES; tries++) {
    const now = clock.now()
    const isDeleted = await withTx(db, async (tx) => {
      const found = await findTask(tx, id, userID)
      if (!found) throw unknownTask()
      if (version !== undefined && version !== found.version) throw stale(CHANGED_MEANWHILE, toTask(found))
      if (!isManager(found.role)) {
        if (found.created_by_id !== userID) throw forbidden('Only owners, admins and the task’s creator can delete it.')
        if (await repository.hasBeenTouched(tx, id, userID))
          throw forbidden('Others have worked with this task already. Only admins and owners can delete it now.')
      }
      const claim = await holdForDeletion(tx, found)
      if (found.rewardCents !== null)
        await closeOfferOf(tx, now, { taskID: id, projectID: found.project_id, by: userID })
      if (!(await repository.markDeleted(tx, { id, version: found.version, by: userID, now }))) return false
      const about = { actorID: userID, projectID: found.project_id, taskID: id, subjectID: found.assigned_to_id }
      const [eventID = ''] = await tell(tx, now, {
        kind: 'task.deleted',
        ...about,
        data: { ...(batchID && { batchID }) },
      })
      const taken = { rule: 'deleted', eventID } as const
      await addLines(tx, now, creditLines(found, { before: creditOf(found), after: null }, { taken }))
      const after = { status: found.status, assignedToID: found.assigned_to_id, isDeleted: true }
      await settleReview(tx, found, { after, by: { userID, role: found.role }, now })
      if (claim) await endClaim(tx, found, claim, { userID, role: found.role }, now)
      return true
    })
    if (isDeleted) return
  }
  throw conflict('CONFLICT', 'Somebody else is changing this task. Please try again.')
}

/**
 * Restores a task from Trash, with its reputation; does nothing if it is restored already. Errors: 404 for anybody but
 * members, 403 for a member who did not delete it.
 */
export const restoreTask = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id } }: Input<'tasks.restore'>,
): Promise<Task> => {
  const { userID } = viewer
  await withTx(db, async (tx) => {
    const found = await repository.holdTrashed(tx, id, userID)
    if (!found) throw unknownTask()
    if (found.deleted_at === null) return
    if (!isManager(found.role) && found.deleted_by_id !== userID)
      throw forbidden('Only owners, admins and the person who deleted a task can restore it.')
    await repository.markRestored(tx, id)
    const now = clock.now()
    const about = { actorID: userID, projectID: found.project_id, taskID: id, subjectID: found.assigned_to_id }
    const [eventID = ''] = await tell(tx, now, { kind: 'task.restored', ...about, data: {} })
    const given = { rule: 'restored', eventID } as const
    await addLines(tx, now, creditLines({ ...found, id }, { before: null, after: creditOf(found) }, { given }))
  })
  const row = await findTask(db, id, userID)
  if (!row) throw unknownTask()
  return toTask(row)
}
