import { sql } from 'kysely'
import { TRASH_DAYS } from '#shared/contract/index.ts'
import type { MemberAccess } from '#server/access/access.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { isOwedFor } from './references-repository.ts'

export type DeletedRow = {
  id: string
  task_number: number
  title: string
  status: number
  stage_id: number | null
  project_id: string
  deleted_at: Date
  deleted_by_username: string | null
  deleted_by_name: string | null
}

/** One page of a project's deleted tasks, last deleted first; only those that `by` has deleted, unless it is null, and that `q` finds. */
export const findDeleted = async (
  db: DbOrTx,
  projectID: string,
  { by, q }: { by: string | null; q: string },
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: DeletedRow[]; total: number }> => {
  const which = sql`t.project_id = ${projectID} and t.deleted_at is not null
    and (${by}::uuid is null or t.deleted_by_id = ${by}::uuid)
    and (${q}::text = '' or strpos(fold_text(t.title), fold_text(${q}::text)) > 0 or '#' || t.task_number = ${q}::text or t.task_number::text = ${q}::text)`
  const { rows } = await sql<DeletedRow>`
    select t.id, t.task_number, t.title, t.status, t.stage_id, t.project_id, t.deleted_at, u.username as deleted_by_username,
      nullif(u.name, '') as deleted_by_name
    from tasks t left join users u on u.id = t.deleted_by_id where ${which}
    order by t.deleted_at desc, t.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from tasks t where ${which}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * Whether anybody but this person has acted on the task, by the log. For a task older than the log, a version above the
 * first says so.
 */
export const hasBeenTouched = async (tx: Tx, taskID: string, by: string): Promise<boolean> => {
  const { rows } = await sql<{ touched: boolean }>`
    select exists (select 1 from events where task_id = ${taskID} and actor_id <> ${by}) or (
      not exists (select 1 from events where task_id = ${taskID} and kind = 'task.created')
      and exists (select 1 from tasks where id = ${taskID} and version > 1)) as touched`.execute(tx)
  return rows[0]?.touched ?? true
}

/**
 * Moves a task that still has that version to Trash; false when somebody else has changed it. Keeps
 * `credited_reputation`, which a restore gives again.
 */
export const markDeleted = async (
  tx: Tx,
  { id, version, by, now }: { id: string; version: number; by: string; now: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update tasks set deleted_at = ${now}, deleted_by_id = ${by}, version = version + 1, open_round = null
    where id = ${id} and version = ${version} and deleted_at is null and offer_cents is null`.execute(tx)
  return numAffectedRows === 1n
}

export type TrashedRow = MemberAccess & {
  project_id: string
  status: number
  assigned_to_id: string | null
  credited_reputation: number
  deleted_at: Date | null
  deleted_by_id: string | null
}

/**
 * A task, in Trash or not, for a member of its project, locked until the transaction ends; undefined for anybody else.
 */
export const holdTrashed = async (tx: Tx, id: string, userID: string): Promise<TrashedRow | undefined> => {
  const { rows } = await sql<TrashedRow>`
    select m.role, m.last_active_at, p.tier, task.project_id, task.status, task.assigned_to_id, task.credited_reputation,
      task.deleted_at, task.deleted_by_id
    from tasks task join projects p on p.id = task.project_id
      join memberships m on m.project_id = task.project_id and m.user_id = ${userID}
    where task.id = ${id} and p.deleted_at is null for no key update of task`.execute(tx)
  return rows[0]
}

/**
 * The projects of these tasks, and whether the person moved the task to Trash, in the order of `ids`; only where they
 * are a member, and without tasks that somebody else deleted.
 */
export const findOwnProjects = async (
  db: DbOrTx,
  ids: readonly string[],
  userID: string,
): Promise<Array<{ id: string; project_id: string; isTrashedByThem: boolean }>> => {
  const { rows } = await sql<{ id: string; project_id: string; isTrashedByThem: boolean }>`
    select t.id, t.project_id, t.deleted_at is not null as "isTrashedByThem" from tasks t
      join projects p on p.id = t.project_id
      join memberships m on m.project_id = t.project_id and m.user_id = ${userID}
    where t.id = any(${ids}::uuid[]) and p.deleted_at is null and (t.deleted_at is null or t.deleted_by_id = ${userID})
    order by array_position(${ids}::uuid[], t.id)`.execute(db)
  return rows
}

/** Brings a task back. */
export const markRestored = async (tx: Tx, id: string): Promise<void> => {
  await send(
    tx,
    sql`
    update tasks set deleted_at = null, deleted_by_id = null, version = version + 1 where id = ${id}`,
  )
}

/** This many tasks go at a time; what is left goes the next time. */
const AT_ONCE = 1_000

/**
 * Erases tasks that were deleted 30 days before `now`, with all that belongs to them, but for which something is owed. One statement, so that each task
 * leaves its board's tag exactly once; other processes skip the rows that one is erasing. Locks tasks before counters,
 * as a person's erasure does, and counters by project, so that no deadlock arises: counting `freed` makes it run first.
 */
export const emptyTrash = async (db: DbOrTx, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - TRASH_DAYS * 24 * 60 * 60 * 1000)
  await sql`
    with old as (
      select id from tasks where deleted_at <= ${before} and not ${isOwedFor} order by deleted_at limit ${AT_ONCE} for update skip locked
    ), gone as (
      delete from tasks using old where tasks.id = old.id returning tasks.id, tasks.project_id, tasks.task_number, shown_version
    ), freed as (
      update tasks t set blocked_by_ids = array(select b from unnest(t.blocked_by_ids) as b where b not in (select id from gone))
      where t.project_id in (select project_id from gone) and t.blocked_by_ids && array(select id from gone)
        and t.id not in (select id from gone)
      returning t.id
    )
    insert into task_counters as counter (project_id, last_task_number, gone_versions)
    select project_id, max(task_number), sum(shown_version) from gone
    where (select count(*) from freed) >= 0 group by project_id order by project_id
    on conflict (project_id) do update set gone_versions = counter.gone_versions + excluded.gone_versions`.execute(db)
}
