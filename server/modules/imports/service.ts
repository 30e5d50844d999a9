import { v7 as uuidv7 } from 'uuid'
import { PASTED_MAX } from '#shared/rules/pasted-list.ts'
import { accessOf } from '#server/access/access.ts'
import { holdMembers, holdProject } from '#server/access/locks.ts'
import { requireManager } from '#server/access/policy.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { hashOf } from '#server/http/request-hash.ts'
import type { Input } from '#server/http/services.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { importComments } from '../comments/service.ts'
import { importTasks, takeBackTasks } from '../tasks/service.ts'
import { exportTasks } from './export.ts'
import * as repository from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** Errors: 404, 403 for anybody but owners and admins, who stay that until the transaction ends. */
const requireHeldManager = async (tx: Tx, projectID: string, { userID }: Viewer): Promise<void> => {
  await holdProject(tx, projectID)
  await holdMembers(tx, projectID, [userID])
  requireManager(await accessOf(tx, projectID, userID))
}

/** The IDs of the tasks of an import so far, held until the transaction ends. Errors: 404; 409 for one that was taken back. */
const requireFirstPart = async (tx: Tx, projectID: string, { userID }: Viewer, importID: string): Promise<string[]> => {
  const first = await repository.holdImport(tx, projectID, importID)
  if (first?.created_by !== userID) throw notFound('Import not found')
  if (first.undone_at) throw conflict('CONFLICT', 'This import was taken back.')
  return [...first.task_ids, ...(await repository.findFurther(tx, importID)).taskIDs]
}

/**
 * Adds tasks to a project, all or none; with `continues` as the next part of an import, below its earlier tasks. No mail leaves for those that are given to somebody, and completed ones give no
 * reputation: they were done elsewhere. The same key again answers what was done then. Errors: 404, 403, 409 for a key that
 * was used for something else, 422 for an assignee who is no member, too many labels, or tasks that block each other in a
 * circle, 429.
 */
const createImport = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: projectID }, body }: Input<'imports.create'>,
): Promise<{ id: string; created: number }> => {
  requireManager(await accessOf(db, projectID, viewer.userID))
  const { idempotencyKey, source, labels = [], tasks, continues, total, numbers } = body
  const requestHash = hashOf({
    source,
    labels,
    tasks,
    ...(continues !== undefined && { continues }),
    ...(total !== undefined && { total }),
    ...(numbers !== undefined && { numbers }),
  })
  return withTx(db, async (tx) => {
    const now = clock.now()
    await requireHeldManager(tx, projectID, viewer)
    const key = { projectID, createdBy: viewer.userID, idempotencyKey }
    const id = uuidv7()
    const earlierTasks = continues === undefined ? [] : await requireFirstPart(tx, projectID, viewer, continues)
    if (!(await repository.insertImport(tx, { ...key, id, requestHash, source, continues: continues ?? null, now }))) {
      const earlier = await repository.findImport(tx, key)
      if (earlier?.request_hash !== requestHash)
        throw conflict('CONFLICT', 'This idempotency key was used for another import.')
      return { id: earlier.id, created: earlier.task_ids.length }
    }
    // A list longer than what the screens paste is an import, whatever it calls itself.
    const isList = source === 'list' && tasks.length <= PASTED_MAX
    await requireWithin(tx, now, limitOf(isList ? 'list' : 'import', viewer.userID))
    const by = viewer.userID
    const toImport = { projectID, by, labels, tasks, earlierTasks, total, numbers }
    const { ids: taskIDs, comments } = await importTasks(tx, now, toImport)
    await importComments(tx, now, { projectID, by, importID: id, comments })
    const waitingIDs = new Set(tasks.flatMap(({ blocks = [] }) => blocks.flatMap((place) => earlierTasks[place] ?? [])))
    await repository.setTasks(tx, id, taskIDs, [...waitingIDs])
    return { id, created: taskIDs.length }
  })
}

/**
 * Puts the tasks of an import with all its parts into Trash, but for those that somebody has touched since. Taking it back twice does nothing
 * more. Errors: 404, 403 for anybody but owners and admins.
 */
const undoImport = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: projectID, importID } }: Input<'imports.undo'>,
): Promise<{ removed: number; kept: number }> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    await requireHeldManager(tx, projectID, viewer)
    const found = await repository.holdImport(tx, projectID, importID)
    if (!found) throw notFound('Import not found')
    if (found.undone_at) return { removed: 0, kept: 0 }
    const further = await repository.findFurther(tx, importID)
    const taskIDs = [...found.task_ids, ...further.taskIDs]
    const { waitingIDs } = further
    const removed = await takeBackTasks(tx, now, { projectID, importID, by: viewer.userID, taskIDs, waitingIDs })
    await repository.setUndone(tx, importID, now)
    return { removed, kept: taskIDs.length - removed }
  })

export const imports = { create: createImport, undo: undoImport, download: exportTasks }
