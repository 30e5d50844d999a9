import type { Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { projectStatus } from '#shared/rules/statuses.ts'
import type { Config } from '#server/settings/config.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Projects } from '#server/db/schema.generated.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { forbidden } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { isApprovedCreator } from '../creator-applications/service.ts'
import { insertProject } from './repository.ts'

export type WritingDeps = Pick<AppDeps, 'db' | 'clock'> & { config: Pick<Config, 'projectLimit'> }
type OwnColumns = 'id' | 'status' | 'created_by' | 'created_at' | 'updated_at'

/**
 * Adds a draft that the viewer owns, and answers its ID. Errors: 403 without an approved creator application; 429 for too
 * many projects in an hour.
 */
export const addDraft = async (
  tx: Tx,
  { clock, config }: Pick<WritingDeps, 'clock' | 'config'>,
  viewer: Viewer,
  columns: Omit<Insertable<Projects>, OwnColumns>,
): Promise<string> => {
  if (!(await isApprovedCreator(tx, viewer.userID)))
    throw forbidden('Only approved creators may do that. You can apply to become one.')
  const [id, now] = [uuidv7(), clock.now()]
  await requireWithin(tx, now, { ...limitOf('project', viewer.userID), limit: config.projectLimit })
  const project = {
    ...columns,
    id,
    status: projectStatus.drafted,
    created_by: viewer.userID,
    created_at: now,
    updated_at: now,
  }
  await insertProject(tx, project, now)
  await record(tx, now, { kind: 'project.created', actorID: viewer.userID, projectID: id, data: {} })
  return id
}
