import type { Pagination, Task } from '#shared/contract/index.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { memberAccessOf } from '#server/access/access.ts'
import type { AppDeps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { findBacklogIDs } from './backlog-repository.ts'
import { findTasks } from './repository.ts'
import { toTask } from './changes.ts'

/** One page of the project's tasks, sorted and filtered over all pages. Errors: 404 for anybody but members. */
export const listBacklog = async (
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  viewer: Viewer,
  { params: { id: projectID }, query: asked }: Input<'tasks.backlog'>,
): Promise<{ data: Task[]; pagination: Pagination }> => {
  if (!(await memberAccessOf(db, projectID, viewer.userID))) throw notFound('Project not found')
  const { today = clock.now().toISOString().slice(0, 10), ...query } = asked
  const { ids, total } = await findBacklogIDs(db, { ...query, projectID, today })
  const rows = new Map((await findTasks(db, ids)).map((row) => [row.id, row]))
  const data = ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [toTask(row)] : []
  })
  return { data, pagination: paginationOf(query, total) }
}
