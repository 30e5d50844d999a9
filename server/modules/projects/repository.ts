import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ProjectRole } from '../../../shared/contract/index.ts'
import type { RequestKind } from '../../../shared/rules/membership.ts'
import { applicationStatus } from '../../../shared/rules/statuses.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import type { Projects } from '../../db/schema.generated.ts'
import { oneMoreThan } from '../../http/bounded-list.ts'

export const listColumns = [
  'p.id',
  'p.title',
  'p.description',
  'p.skills',
  'p.tier',
  'p.status',
  'p.created_at',
  'p.updated_at',
  'p.archived_at',
  'p.deleted_at',
  'p.organization_id',
  'p.organization_name',
] as const
const detailColumns = [
  ...listColumns,
  'p.client',
  'p.detailed_description',
  'p.estimated_deadline',
  'p.budget',
  'p.weekly_hours',
  'p.deliverables',
  'p.tags',
] as const

type ColumnName<C extends string> = C extends `p.${infer Name extends keyof Projects}` ? Name : never
/** A project as lists need it. */
export type ProjectListRow = Pick<Selectable<Projects>, ColumnName<(typeof listColumns)[number]>>
/** A project as its dialog needs it. */
export type ProjectRow = Pick<Selectable<Projects>, ColumnName<(typeof detailColumns)[number]>>

/** The newest request between a person and a project that was not withdrawn. */
export type RequestState = { id: string; kind: RequestKind; status: number; role: 'admin' | 'member' }
/** A project and how one person stands to it. */
export type ProjectAccess = { project: ProjectRow; role: ProjectRole | null; request: RequestState | null }

/** The project and the person's relation to it; undefined when there is none of that ID, or it was deleted. */
export const findAccess = async (db: DbOrTx, projectID: string, userID: string): Promise<ProjectAccess | undefined> => {
  const row = await db
    .selectFrom('projects as p')
    .leftJoin('memberships as m', (join) => join.onRef('m.project_id', '=', 'p.id').on('m.user_id', '=', userID))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('project_requests as newest')
          .whereRef('newest.project_id', '=', 'p.id')
          .where('newest.user_id', '=', userID)
          .where('newest.withdrawn_at', 'is', null)
          .orderBy('newest.created_at', 'desc')
          .orderBy('newest.id', 'desc')
          .limit(1)
          .select([
            'newest.id as request_id',
            'newest.kind as request_kind',
            'newest.status as request_status',
            'newest.role as request_role',
          ])
          .as('r'),
      (join) => join.onTrue(),
    )
    .where('p.id', '=', projectID)
    .where('p.deleted_at', 'is', null)
    .select([
      ...detailColumns,
      'm.role as member_role',
      'r.request_id',
      'r.request_kind',
      'r.request_status',
      'r.request_role',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { member_role, request_id, request_kind, request_status, request_role, ...project } = row
  const request =
    request_id !== null && request_kind !== null && request_status !== null && request_role !== null
      ? { id: request_id, kind: request_kind, status: request_status, role: request_role }
      : null
  return { project, role: member_role, request }
}

/** Keeps the project from being changed or deleted until the transaction ends. */
export const holdProject = async (tx: Tx, projectID: string): Promise<void> => {
  await tx.selectFrom('projects').select('id').where('id', '=', projectID).forShare().execute()
}

/** Adds a project and makes its creator the owner. */
export const insertProject = async (tx: Tx, project: Insertable<Projects>, now: Date): Promise<void> => {
  await tx.insertInto('projects').values(project).execute()
  await tx
    .insertInto('memberships')
    .values({ project_id: project.id, user_id: project.created_by, role: 'owner', joined_at: now, last_active_at: now })
    .execute()
  await tx.insertInto('task_counters').values({ project_id: project.id }).execute()
}

type UndefinedToo<T> = { [K in keyof T]?: T[K] | undefined }

/** Sets what is given (undefined leaves a column as it is), and answers whether the project was there, not deleted. */
export const updateProject = async (
  tx: Tx,
  projectID: string,
  change: UndefinedToo<Updateable<Projects>>,
): Promise<boolean> => {
  const result = await tx
    .updateTable('projects')
    .set(change)
    .where('id', '=', projectID)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Lists of one person's own projects stop here. */
export const OWN_MAX = 500

/** The projects that the person owns, newest first, with drafts and archived ones; one more than are listed. */
export const findOwned = (db: DbOrTx, userID: string): Promise<ProjectListRow[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .where('m.user_id', '=', userID)
    .where('m.role', '=', 'owner')
    .where('p.deleted_at', 'is', null)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(oneMoreThan(OWN_MAX))
    .select(listColumns)
    .execute()

/** The projects of these IDs, in no order. */
export const findListed = async (db: DbOrTx, projectIDs: readonly string[]): Promise<ProjectListRow[]> =>
  projectIDs.length === 0
    ? []
    : db.selectFrom('projects as p').where('p.id', 'in', projectIDs).select(listColumns).execute()

/** Whether an administrator approved the person as a creator. */
export const hasApprovedApplication = async (db: DbOrTx, userID: string): Promise<boolean> =>
  (await db
    .selectFrom('creator_applications')
    .select('id')
    .where('user_id', '=', userID)
    .where('status', '=', applicationStatus.approved)
    .executeTakeFirst()) !== undefined
