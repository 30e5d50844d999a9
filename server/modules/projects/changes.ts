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
 * Changes a project: fields by owner and admin; status, archive and restore by the owner, who gets back the status it had.
 * Errors: 404, 403; 429 for publishing too many in an hour.
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
    // Last of all locks, and only what is published counts.
    if (change.status === projectStatus.published && project.status !== projectStatus.published)
      await requireWithin(tx, now, { ...limitOf('publish', viewer.userID), limit: config.projectLimit })
    return toDetails(requireVisible(await accessOf(tx, projectID, viewer.userID)))
  })

/** Deletes a project: soft, and gone from every list and call at once. Errors: 404, 403 for anyone but an owner. */
export const deleteProject = ({ db, clock }: Deps, viewer: Viewer, projectID: string): Promise<void> =>
  withTx(db, async (tx) => {
    requireOwner(await accessOf(tx, projectID, viewer.userID))
    const now = clock.now()
    if (!(await updateProject(tx, projectID, { deleted_at: now, updated_at: now }))) throw notFound('Project not found')
  })
