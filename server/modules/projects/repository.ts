import { type Insertable, sql, type Updateable } from 'kysely'
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

/** At most this many of those who are late are named. */
const LATE_MAX = 3

const waiting = sql`(select count(*) from project_requests r where r.project_id = p.id
  and r.status = ${sql.lit(requestStatus.pending)} and r.withdrawn_at is null and r.kind <> 'invitation')`

/**
 * What waits for the owners of each project, and its state. Each table is read once for all projects: one look for each project would
 * depend on what PostgreSQL believes of their sizes, and where one of them has nearly all tasks it read the whole table for each.
 */
const findStandings = async (db: DbOrTx, projectIDs: readonly string[], today: string) => {
  // As the tasks say themselves, to which the number leads: any day that is over is late, but a completed task's.
  const isLate = sql`t.due_on < ${today}::date and t.status <> ${sql.lit(taskStatus.completed)}`
  const ids = [...projectIDs]
  const { rows } = await sql<{ id: string; standing: Standing }>`
    with counts as (
      select t.project_id, count(*) as tasks, count(*) filter (where t.status = ${sql.lit(taskStatus.underReview)}) as reviews,
        count(*) filter (where t.status = ${sql.lit(taskStatus.completed)}) as done, count(*) filter (where ${isLate}) as overdue,
        (array_agg(distinct t.assigned_to_id) filter (where ${isLate} and t.assigned_to_id is not null))[:${sql.lit(LATE_MAX)}] as late
      from tasks t where t.project_id = any(${ids}::uuid[]) and t.deleted_at is null group by 1
    ), requests as (
      select r.project_id, count(*) filter (where r.kind <> 'invitation') as applications,
        count(*) filter (where r.kind = 'invitation') as invitations
      from project_requests r where r.project_id = any(${ids}::uuid[])
        and r.status = ${sql.lit(requestStatus.pending)} and r.withdrawn_at is null group by 1
    ), members as (
      select m.project_id, count(*) as people from memberships m where m.project_id = any(${ids}::uuid[]) group by 1
    ), paid as (
      select l.project_id, l.currency, sum(l.amount_cents) as cents from payments l
      where l.project_id = any(${ids}::uuid[]) and l.voided_at is null and l.missing_at is null group by 1, 2
    )
    select p.id, json_build_object('requests', coalesce(r.applications, 0), 'reviews', coalesce(c.reviews, 0),
      'tasks', coalesce(c.tasks, 0), 'done', coalesce(c.done, 0), 'overdue', coalesce(c.overdue, 0),
      'late', coalesce((
        select json_agg(json_build_object('username', u.username, 'name', u.name) order by u.username)
        from users u where u.id = any(c.late)), '[]'),
      'people', coalesce(m.people, 0) + coalesce(r.invitations, 0),
      'deadline', p.estimated_deadline, 'budget', p.budget, 'currency', p.currency,
      'paidCents', coalesce(paid.cents, 0)) as standing
    from projects p left join counts c on c.project_id = p.id left join requests r on r.project_id = p.id
      left join members m on m.project_id = p.id left join paid on paid.project_id = p.id and paid.currency = p.currency
    where p.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, standing }) => [id, standing]))
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
export const findOwned = async (
  db: DbOrTx,
  userID: string,
  today: string,
): Promise<Array<ProjectListRow & { standing: Standing }>> => {
  const listed = await db
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
  if (listed.length === 0) return []
  const standings = await findStandings(
    db,
    listed.map(({ id }) => id),
    today,
  )
  // One whose row is gone in between is left out.
  return listed.flatMap((row) => {
    const standing = standings.get(row.id)
    return standing ? { ...row, standing } : []
  })
}

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
