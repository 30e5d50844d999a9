import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Standing } from '#shared/contract/index.ts'
import { requestStatus, taskStatus } from '#shared/rules/statuses.ts'
import { insertMember } from '#server/access/members.ts'
import { listColumns, type ProjectListRow } from '#server/access/project-columns.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import type { Projects } from '#server/db/schema.generated.ts'
import { oneMoreThan } from '#server/http/bounded-list.ts'

/** Adds a project and makes its creator the owner. */
export const insertProject = async (tx: Tx, project: Insertable<Projects>, now: Date): Promise<void> => {
  await send(tx, tx.insertInto('projects').values(project))
  await insertMember(tx, { projectID: project.id, userID: project.created_by, role: 'owner', now })
  await send(tx, tx.insertInto('task_counters').values({ project_id: project.id }))
}

/** The project that a person has made under this key, also one that is deleted. */
export const findProjectByKey = (db: DbOrTx, userID: string, key: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('projects')
    .where('created_by', '=', userID)
    .where('idempotency_key', '=', key)
    .select('id')
    .executeTakeFirst()

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

const waiting = sql`(select count(*) from project_requests r where r.project_id = p.id
  and r.status = ${sql.lit(requestStatus.pending)} and r.withdrawn_at is null and r.kind <> 'invitation')`

/** What waits for the owners of a project `p`, and its state. */
const standingOn = (today: string): RawBuilder<Standing> => {
  const isLate = sql`t.due_on < ${today}::date and t.status not in (${sql.lit(taskStatus.completed)}, ${sql.lit(taskStatus.rejected)})`
  return sql<Standing>`(
    select json_build_object('requests', ${waiting},
      'reviews', count(*) filter (where t.status = ${sql.lit(taskStatus.underReview)}),
      'tasks', count(*), 'done', count(*) filter (where t.status = ${sql.lit(taskStatus.completed)}),
      'overdue', count(*) filter (where ${isLate}),
      'late', coalesce((
        select json_agg(json_build_object('username', u.username, 'name', u.name) order by u.username)
        from (select distinct t.assigned_to_id as id from tasks t
          where t.project_id = p.id and t.deleted_at is null and ${isLate} order by 1 limit 3) as whose
        join users u on u.id = whose.id), '[]'),
      'people', (select count(*) from memberships m where m.project_id = p.id)
        + (select count(*) from project_requests r where r.project_id = p.id and r.kind = 'invitation'
          and r.status = ${sql.lit(requestStatus.pending)} and r.withdrawn_at is null),
      'deadline', p.estimated_deadline, 'budget', p.budget, 'currency', p.currency,
      'paidCents', (select coalesce(sum(l.amount_cents), 0) from payments l
        where l.project_id = p.id and l.currency = p.currency and l.voided_at is null and l.missing_at is null))
    from tasks t where t.project_id = p.id and t.deleted_at is null)`
}

/** How many applications to the project wait for an answer. */
export const countWaitingRequests = async (db: DbOrTx, projectID: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select ${waiting}::integer as n from (values (${projectID}::uuid)) as p (id)`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * The projects that the person owns, newest first, with drafts and archived ones. One row more than the list may hold
 * shows that there are more.
 */
export const findOwned = (
  db: DbOrTx,
  userID: string,
  today: string,
): Promise<Array<ProjectListRow & { standing: Standing }>> =>
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
    .select(standingOn(today).as('standing'))
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
