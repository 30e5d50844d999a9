import { PROJECT_TITLE_MAX, type ProjectDetails } from '#shared/contract/index.ts'
import { cut } from '#shared/rules/cut.ts'
import { accessOf } from '#server/access/access.ts'
import { requireManager, requireVisible } from '#server/access/policy.ts'
import { withTx } from '#server/db/pool.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requireRepeat } from '#server/limits/limits.ts'
import { copyTasks } from '../tasks/service.ts'
import { addDraft, type WritingDeps } from './drafts.ts'
import { fieldsOfRow, firstColumns } from './field-columns.ts'
import { findProjectByKey } from './repository.ts'
import { toDetails } from './shapes.ts'

/**
 * Copies a project's fields, questions, labels, templates and tasks into a draft of the viewer's; people, comments,
 * files and payments stay behind. Errors: 404; 403 for anybody but owner and admin, and without an approved creator
 * application; 422 for too many tasks; 429 for too many projects in an hour.
 */
const duplicateOnce = (deps: WritingDeps, viewer: Viewer, sourceID: string, key: string | null) =>
  withTx(deps.db, async (tx) => {
    const access = await accessOf(tx, sourceID, viewer.userID)
    requireManager(access)
    const { project } = requireVisible(access)
    const now = deps.clock.now()
    const id = await addDraft(tx, deps, viewer, {
      ...firstColumns({ ...definedFields(fieldsOfRow(project)), applicationsPaused: false, showToVisitors: false }),
      title: cut(`Copy of ${project.title}`, PROJECT_TITLE_MAX),
      description: project.description,
      idempotency_key: key,
    })
    await copyTasks(tx, now, { fromID: sourceID, toID: id, by: viewer.userID })
    return toDetails(requireVisible(await accessOf(tx, id, viewer.userID)))
  })

/**
 * Duplicates a project by `duplicateOnce`. A repeat with the same person's key for the project, even in parallel or
 * after a lost answer, returns the existing copy, as `createTask` does. Errors: those of `duplicateOnce`; 404 when the
 * copy is deleted; 429 for too many repeats in an hour.
 */
export const duplicateProject = async (
  deps: WritingDeps,
  viewer: Viewer,
  { params: { id: sourceID }, body: { idempotencyKey: sent } }: Input<'projects.duplicate'>,
): Promise<ProjectDetails> => {
  if (sent === undefined) return duplicateOnce(deps, viewer, sourceID, null)
  const key = `copy of ${sourceID} ${sent}`
  try {
    return await duplicateOnce(deps, viewer, sourceID, key)
  } catch (error) {
    const earlier = await findProjectByKey(deps.db, viewer.userID, key)
    if (!earlier) throw error
    await requireRepeat(deps, viewer.userID)
    return toDetails(requireVisible(await accessOf(deps.db, earlier.id, viewer.userID)))
  }
}

type Fields = ReturnType<typeof fieldsOfRow>
/** Fields that have no value are as good as not sent. */
const definedFields = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Parameters<typeof firstColumns>[0]
