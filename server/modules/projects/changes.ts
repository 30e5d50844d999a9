import { isOwnersChange, type ProjectDetails } from '#shared/contract/index.ts'
import { projectStatus } from '#shared/rules/statuses.ts'
import { accessOf } from '#server/access/access.ts'
import { HIDDEN_TEXT } from '#server/access/hidden.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import { requireManager, requireOwner, requireVisible } from '#server/access/policy.ts'
import { fieldColumns, type ProjectRow } from '#server/access/project-columns.ts'
import type { Config } from '#server/settings/config.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { type NewEvent, record } from '#server/events/record.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { closeProjectOffers, followCurrency, requireBudgetFor, requireNothingOwed } from '../ledger/service.ts'
import { endClaims } from '../tasks/service.ts'
import { changedColumns } from './field-columns.ts'
import { updateProject } from './repository.ts'
import { toDetails } from './shapes.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
type ChangingDeps = Deps & { config: Pick<Config, 'projectLimit'> }

/**
 * Changes a project: owner and admin its fields; the owner also its budget, its currency and its status, archives it, and
 * restores it to its former status. Errors: 404, 403; 409 for a budget or currency that the ledger does not allow; 429 for publishing too many projects in an hour.
 */
export const changeProject = (
  { db, clock, config }: ChangingDeps,
  viewer: Viewer,
  { params: { id: projectID }, body: change }: Input<'projects.update'>,
): Promise<ProjectDetails> =>
  withTx(db, async (tx) => {
    const requireRight = async () => {
      const access = await accessOf(tx, projectID, viewer.userID)
      // What a project asks is the business of its members alone.
      if (change.questions && access?.role === null) throw notFound('Project not found')
      if (isOwnersChange(change)) requireOwner(access)
      else requireManager(access)
      return requireVisible(access).project
    }
    // Asked before as well: who may not change it keeps nobody waiting.
    await requireRight()
    await holdProjectToChange(tx, projectID)
    const before = await requireRight()
    const now = clock.now()
    if (before.hidden_at !== null && change.archived === false) throw conflict('CONFLICT', HIDDEN_TEXT)
    if (change.budget !== undefined) await requireBudgetFor(tx, projectID, change.budget)
    if (change.currency !== undefined)
      await followCurrency(tx, { projectID, from: before.currency, to: change.currency })
    const archivedAt = change.archived ? (before.archived_at ?? now) : null
    const isChanged = await updateProject(tx, projectID, {
      title: change.title,
      description: change.description,
      ...changedColumns(change),
      status: change.status,
      // A project does not become new again by being published while it is.
      published_at:
        change.status === projectStatus.published && before.status !== projectStatus.published ? now : undefined,
      archived_at: change.archived === undefined ? undefined : archivedAt,
      updated_at: now,
    })
    if (!isChanged) throw notFound('Project not found')
    // This lock comes last, and only publications are counted.
    if (change.status === projectStatus.published && before.status !== projectStatus.published)
      await requireWithin(tx, now, { ...limitOf('publish', viewer.userID), limit: config.projectLimit })
    const access = requireVisible(await accessOf(tx, projectID, viewer.userID))
    await record(tx, now, ...eventsOf(before, access.project, viewer.userID))
    return toDetails(access)
  })

/** What a change is in the log: nothing, where everything is as it was. */
const eventsOf = (before: ProjectRow, after: ProjectRow, actorID: string): NewEvent[] => {
  const about = { actorID, projectID: after.id }
  const { applicationsPaused: paused, questions, ...changed } = fieldColumns
  const columns = { title: 'title', description: 'description', ...changed } as const
  const fields = Object.entries(columns).flatMap(([field, column]) => (before[column] === after[column] ? [] : [field]))
  const events: NewEvent[] = fields.length > 0 ? [{ kind: 'project.changed', ...about, data: { fields } }] : []
  const [from, to] = [before.status, after.status]
  if (from !== to && to === projectStatus.published) events.push({ kind: 'project.published', ...about, data: {} })
  else if (from !== to) events.push({ kind: 'project.status', ...about, data: { from, to } })
  const [wasArchived, isArchived] = [before, after].map(({ archived_at }) => archived_at !== null)
  if (wasArchived !== isArchived)
    events.push({ kind: isArchived ? 'project.archived' : 'project.restored', ...about, data: {} })
  if (before[paused] !== after[paused])
    events.push({ kind: after[paused] ? 'project.paused' : 'project.resumed', ...about, data: {} })
  if (JSON.stringify(before[questions]) !== JSON.stringify(after[questions]))
    events.push({ kind: 'project.questions', ...about, data: {} })
  return events
}

/**
 * Deletes a project: its row stays, but every list and call loses it at once. What people had taken there is free again;
 * `closeRequests` ends its open requests.
 * Errors: 404, 403 for anybody but an owner.
 */
export const deleteProject = (
  { db, clock }: Deps,
  viewer: Viewer,
  projectID: string,
  closeRequests: (tx: Tx, ended: { projectID: string; by: string; now: Date }) => Promise<void>,
): Promise<void> =>
  withTx(db, async (tx) => {
    requireOwner(await accessOf(tx, projectID, viewer.userID))
    await holdProjectToChange(tx, projectID)
    // From here on nobody takes a task of it.
    requireOwner(await accessOf(tx, projectID, viewer.userID))
    const now = clock.now()
    await requireNothingOwed(tx, projectID)
    await endClaims(tx, { projectID, by: { userID: viewer.userID, role: 'owner' }, now, isGone: true })
    await closeProjectOffers(tx, now, { projectID, by: viewer.userID })
    if (!(await updateProject(tx, projectID, { deleted_at: now, updated_at: now }))) throw notFound('Project not found')
    await record(tx, now, { kind: 'project.deleted', actorID: viewer.userID, projectID, data: {} })
    await closeRequests(tx, { projectID, by: viewer.userID, now })
  })
