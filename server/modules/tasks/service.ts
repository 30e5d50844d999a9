import type { Pagination, Task } from '#shared/contract/index.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import type { AppDeps } from '#server/deps.ts'
import type { Caller, RequestContext, Viewer } from '#server/http/handlers.ts'
import { requireScope } from '#server/http/policies.ts'
import type { Input } from '#server/http/services.ts'
import { listBacklog } from './backlog.ts'
import { createBoards } from './boards.ts'
import { changeMany } from './bulk.ts'
import { createTask, type CreatingDeps, readTask, toTask, updateTask } from './changes.ts'
import { findActiveTasks, findOwnTasks } from './own-tasks-repository.ts'
import { orderTask, tickLine } from './small-changes.ts'
import { deleteTask, listTrash, restoreTask } from './trash.ts'

/**
 * The calls about tasks, and what other modules use of this one. The rules are in the files beside it: changes.ts has
 * creating and changing a task, small-changes.ts its place and ticks, review.ts submitting and answering, bulk.ts many
 * tasks at once, boards.ts reading a board, trash.ts deleting and restoring.
 */

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** One page of the tasks that are assigned to the viewer or created by them, last changed first. */
const listOwnTasks = async (
  { db }: Deps,
  viewer: Viewer,
  { query: { page, limit } }: Input<'tasks.list'>,
): Promise<{ data: Task[]; pagination: Pagination }> => {
  const { rows, total } = await findOwnTasks(db, viewer.userID, { page, limit })
  return { data: rows.map(toTask), pagination: paginationOf({ page, limit }, total) }
}

/** The unfinished tasks that are assigned to the viewer, last changed first. */
const listActiveTasks = async ({ db }: Deps, viewer: Viewer, { query }: Input<'tasks.active'>): Promise<Task[]> =>
  (await findActiveTasks(db, viewer.userID, query.limit)).map(toTask)

/** The calls about tasks. Boards that were asked for are kept in memory as long as the server runs. */
export const createTasks = (deps: Deps) => ({
  list: listOwnTasks,
  active: listActiveTasks,
  byProject: createBoards(deps),
  get: (_: Deps, viewer: Viewer, { params }: Input<'tasks.get'>) => readTask(deps, viewer, params.id),
  create: (all: CreatingDeps, caller: Caller, { body }: Input<'tasks.create'>, context: RequestContext) => {
    if (body.offer) requireScope(context, 'manage')
    return createTask(all, caller, body)
  },
  update: (_: Deps, caller: Caller, { params, body }: Input<'tasks.update'>) =>
    updateTask(deps, caller, params.id, body),
  tick: tickLine,
  remove: async (_: Deps, viewer: Viewer, { params }: Input<'tasks.remove'>) => {
    await deleteTask(deps, viewer, params.id)
    return { message: 'The task is in Trash.' }
  },
  restore: restoreTask,
  bulk: (_: Deps, viewer: Viewer, input: Input<'tasks.bulk'>, context: RequestContext) => {
    if ('offer' in input.body.change) requireScope(context, 'manage')
    return changeMany(deps, viewer, input)
  },
  backlog: listBacklog,
  trash: listTrash,
  order: orderTask,
})

export { getTask, noteVisit } from './changes.ts'
export { countComments, findNewestTitles } from './repository.ts'
export { findTaskToTake } from './party-repository.ts'
export { TRIES } from './saving.ts'
export { submissionsInTasks } from './review.ts'
export { tickLine } from './small-changes.ts'
export { claimsInTasks, giveToApplicant } from './taking.ts'
export { findTaskOrder, findTasks, type TaskRow } from './repository.ts'
export { findStages } from './stages-repository.ts'
export { findLabels } from './labels-repository.ts'
export { copyTasks } from './copy.ts'
export { importTasks, takeBackTasks } from './import.ts'
export { requireMayWrite } from './changes.ts'
export { attachFile, requireMayAttach, requireParty } from './attaching.ts'
export type { PartyTask } from './party-repository.ts'
export { findNamed, forgetFile } from './references-repository.ts'
export { emptyTrash } from './trash-repository.ts'
export { endClaims, releaseTasks } from './release.ts'
export { findTaskHits } from './search-repository.ts'
export { countCompleted, countSomeCompleted } from './figures-repository.ts'
export { completeByAgreement } from './agreement.ts'
export { runLeaseClock, runReviewClock } from './claim-clock.ts'
export { notifyOfDeadlines } from './deadlines.ts'
