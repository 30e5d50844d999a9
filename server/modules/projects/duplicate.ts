import { PROJECT_TITLE_MAX, type ProjectDetails } from '../../../shared/contract/index.ts'
import { accessOf } from '../../access/access.ts'
import { requireManager, requireVisible } from '../../access/policy.ts'
import { withTx } from '../../db/pool.ts'
import type { Viewer } from '../../http/handlers.ts'
import { copyTasks } from '../tasks/service.ts'
import { addDraft, type WritingDeps } from './drafts.ts'
import { fieldsOfRow, firstColumns } from './field-columns.ts'
import { toDetails } from './shapes.ts'

const copyOf = (title: string): string => {
  const whole = `Copy of ${title}`
  return whole.length <= PROJECT_TITLE_MAX ? whole : `${whole.slice(0, PROJECT_TITLE_MAX - 1).trimEnd()}…`
}

/**
 * Makes a draft of the viewer's with another project's fields, questions, labels and tasks, which begin anew. People,
 * comments, files and payments stay behind. Errors: 404; 403 for anybody but owner and admin, and without an approved
 * creator application; 422 for too many tasks; 429 for too many projects in an hour.
 */
export const duplicateProject = (deps: WritingDeps, viewer: Viewer, sourceID: string): Promise<ProjectDetails> =>
  withTx(deps.db, async (tx) => {
    const access = await accessOf(tx, sourceID, viewer.userID)
    requireManager(access)
    const { project } = requireVisible(access)
    const now = deps.clock.now()
    const id = await addDraft(tx, deps, viewer, {
      ...firstColumns({ ...definedFields(fieldsOfRow(project)), applicationsPaused: false }),
      title: copyOf(project.title),
      description: project.description,
    })
    await copyTasks(tx, now, { fromID: sourceID, toID: id, by: viewer.userID })
    return toDetails(requireVisible(await accessOf(tx, id, viewer.userID)))
  })

type Fields = ReturnType<typeof fieldsOfRow>
/** Fields that have no value are as good as not sent. */
const definedFields = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Parameters<typeof firstColumns>[0]
