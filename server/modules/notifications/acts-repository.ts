import { type RawBuilder, sql } from 'kysely'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

/** A notice that was read needs no mail. */
const asRead = (now: Date) => sql`read_at = ${now}::timestamptz, mail_since = null, mail_at = null`

/**
 * The statement that reads a person's unread notices of things that they have acted on just now. It waits for no row, so that two people who act
 * on one thing never wait for each other in a circle: a notice that another event changes at this moment stays unread.
 */
export const readingOfThreads = (userID: string, threads: readonly string[], now: Date): RawBuilder<unknown> =>
  readingOf(sql`${userID}`, threads, now)
/** The same for all administrators, where one of them, or a command on the server, has acted. */
export const readingOfAdministrators = (threads: readonly string[], now: Date): RawBuilder<unknown> =>
  readingOf(sql`any(array(select id from users where is_administrator))`, threads, now)
const readingOf = (reader: RawBuilder<unknown>, threads: readonly string[], now: Date): RawBuilder<unknown> => sql`
    update notifications set ${asRead(now)} where id in (
      select id from notifications
      where user_id = ${reader} and thread = any(${threads}::uuid[]) and read_at is null and done_at is null
      for update skip locked)`

type Batch = { by: string; projectID: string; taskIDs: readonly string[]; since: Date }

/**
 * Puts the unread notices of tasks that one act has given to the same person since a moment together, into one that counts
 * them. Who got a single task keeps the notice that leads to it.
 */
export const gatherAssigned = async (db: DbOrTx, { by, projectID, taskIDs, since }: Batch): Promise<void> => {
  await send(
    db,
    sql`
    with found as (
      select n.id, count(*) over (partition by n.user_id) as many from notifications n
      where n.task_id = any(${taskIDs}::uuid[]) and n.project_id = ${projectID} and n.actor_id = ${by}
        and n.kind in ('task.created', 'task.assigned') and n.count = 1 and n.created_at >= ${since}
        and n.read_at is null and n.done_at is null
    ), gone as (
      delete from notifications n using found where n.id = found.id and found.many > 1 and n.read_at is null
      returning n.user_id, n.notice_group, n.actor_id, n.project_id, n.first_event, n.created_at, n.updated_at
    ), batch as (
      select user_id, notice_group, actor_id, project_id, (array_agg(first_event order by first_event))[1] as first_event,
        count(*)::int as many, min(created_at) as created_at, max(updated_at) as updated_at
      from gone group by user_id, notice_group, actor_id, project_id
    )
    insert into notifications (user_id, thread, notice_group, kind, actor_id, project_id, first_event, count, created_at,
      updated_at, events)
    select user_id, first_event, notice_group, 'tasks.assigned', actor_id, project_id, first_event, many, created_at,
      updated_at, jsonb_build_array(jsonb_build_object('id', first_event, 'kind', 'tasks.assigned', 'actor', actor_id,
        'group', notice_group, 'at', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'toMail', false))
    from batch order by user_id
    on conflict do nothing`,
  )
}

/** Takes away what says that an import has given tasks to a person, where none of these tasks is left. */
export const removeNoticesOfImport = async (tx: Tx, projectID: string, taskIDs: readonly string[]): Promise<void> => {
  await send(
    tx,
    sql`
    delete from notifications n using events e, tasks first
    where n.project_id = ${projectID} and n.kind = 'tasks.assigned' and n.read_at is null and e.id = n.first_event
      and first.id = e.task_id and first.id = any(${taskIDs}::uuid[])
      and not exists (
        select 1 from tasks t where t.project_id = n.project_id and t.assigned_to_id = n.user_id
          and t.created_at = first.created_at and t.deleted_at is null)`,
  )
}
