import type { Insertable, Updateable } from 'kysely'
import { insertMember } from '../../access/members.ts'
import { listColumns, type ProjectListRow } from '../../access/project-columns.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import type { Projects } from '../../db/schema.generated.ts'
import { oneMoreThan } from '../../http/bounded-list.ts'

/** Adds a project and makes its creator the owner. */
export const insertProject = async (tx: Tx, project: Insertable<Projects>, now: Date): Promise<void> => {
  await tx.insertInto('projects').values(project).execute()
  await insertMember(tx, { projectID: project.id, userID: project.created_by, role: 'owner', now })
  await tx.insertInto('task_counters').values({ project_id: project.id }).execute()
}

type UndefinedToo<T> = { [K in keyof T]?: T[K] | undefined }

/**
 * Sets the given columns (undefined leaves a column unchanged), and returns whether the project exists and is not
 * deleted.
 */
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

/** A list of one person's own projects has at most this many entries. */
export const OWN_MAX = 500

/**
 * The projects that the person owns, newest first, with drafts and archived ones. One row more than the list may hold
 * shows that there are more.
 */
export const findOwned = (db: DbOrTx, userID: string): Promise<ProjectListRow[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('users as c', 'c.id', 'p.created_by')
    .where('m.user_id', '=', userID)
    .where('m.role', '=', 'owner')
    .where('p.deleted_at', 'is', null)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(oneMoreThan(OWN_MAX))
    .select(listColumns)
    .execute()

/** The projects with these IDs, in no order. */
export const findListed = async (db: DbOrTx, projectIDs: readonly string[]): Promise<ProjectListRow[]> =>
  projectIDs.length === 0
    ? []
    : db
        .selectFrom('projects as p')
        .innerJoin('users as c', 'c.id', 'p.created_by')
        .where('p.id', 'in', projectIDs)
        .select(listColumns)
        .execute()
