import { isOwnersChange, type ProjectChange, type ProjectDetails } from '../../../shared/contract/index.ts'
import { projectStatus } from '../../../shared/rules/statuses.ts'
import { accessOf } from '../../access/access.ts'
import { requireManager, requireOwner, requireVisible } from '../../access/policy.ts'
import type { Config } from '../../config.ts'
import { withTx } from '../../db/pool.ts'
import type { AppDeps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import type { Viewer } from '../../http/handlers.ts'
import { requireWithin } from '../../limits.ts'
import { limitOf } from '../../limit-table.ts'
import { changedColumns } from './field-columns.ts'
import { updateProject } from './repository.ts'
import { toDetails } from './shapes.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
type ChangingDeps = Deps & { config: Pick<Config, 'projectLimit'> }

/**
 * Changes a project: owner and admin change fields; the owner also changes the status, archives, and restores with the
 * status before archiving. Errors: 404, 403; 429 for publishing too many projects in an hour.
 */
export const changeProject = (
  { db, clock, config }: ChangingDeps,
  viewer: Viewer,
  projectID: string,
  change: ProjectChange,
): Promise<ProjectDetails> =>
  withTx(db, async (tx) => {
    const access = await accessOf(tx, projectID, viewer.userID)
    if (isOwnersChange(change)) requireOwner(access)
    else requireManager(access)
    const { project } = requireVisible(access)
    const now = clock.now()
    const archivedAt = change.archived ? (project.archived_at ?? now) : null
    const isChanged = await updateProject(tx, projectID, {
      title: change.title,
      description: change.description,
      ...changedColumns(change),
      status: change.status,
      published_at: change.status === projectStatus.published ? now : undefined,
      archived_at: change.archived === undefined ? undefined : archivedAt,
      updated_at: now,
    })
    if (!isChanged) throw notFound('Project not found')
    // This lock comes last, and only publications are counted.
    if (change.status === projectStatus.published && project.status !== projectStatus.published)
      await requireWithin(tx, now, { ...limitOf('publish', viewer.userID), limit: config.projectLimit })
    return toDetails(requireVisible(await accessOf(tx, projectID, viewer.userID)))
  })

/**
 * Deletes a project: its row stays, but it disappears from every list and call at once. Errors: 404, 403 for anybody
 * but an owner.
 */
export const deleteProject = ({ db, clock }: Deps, viewer: Viewer, projectID: string): Promise<void> =>
  withTx(db, async (tx) => {
    requireOwner(await accessOf(tx, projectID, viewer.userID))
    const now = clock.now()
    if (!(await updateProject(tx, projectID, { deleted_at: now, updated_at: now }))) throw notFound('Project not found')
  })
