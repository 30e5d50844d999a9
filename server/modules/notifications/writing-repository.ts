import { type RawBuilder, sql } from 'kysely'
import { defaultNotificationSettings } from '../../../shared/contract/notifications.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import type { Cursor, LoggedEvent } from '../../events/read.ts'
import { PATIENCE_MS } from './mail-times.ts'
import { type Happened, type Rule, takesAway, threadOf, type Who } from './recipients.ts'
import { mayOpen } from './repository.ts'

/** A notice remembers so many of its events, for a status that is moved back; it counts all. */
const REMEMBERED = 20

const membersOf = ({ projectID }: Happened, roles: readonly string[]) => sql`
  select m.user_id from memberships m where m.project_id = ${projectID ?? null}::uuid and m.role = any(${roles}::text[])`

/** The statement that selects these people of an event, by ID. */
const peopleFor = (who: Who, event: Happened): RawBuilder<unknown> => {
  const taskID = event.taskID ?? null
  switch (who) {
    case 'owners':
      return membersOf(event, ['owner'])
    case 'managers':
      return membersOf(event, ['owner', 'admin'])
    case 'members':
      return membersOf(event, ['owner', 'admin', 'member'])
    case 'administrators':
      return sql`select u.id from users u where u.is_administrator`
    case 'subject':
      return sql`select ${event.subjectID ?? null}::uuid`
    case 'former assignee':
      return sql`select ${typeof event.data['from'] === 'string' ? event.data['from'] : null}::uuid`
    case 'beginner':
      return sql`select r.created_by from project_requests r where r.id = ${event.requestID ?? null}::uuid`
    case 'followers':
      return sql`(
        select t.assigned_to_id from tasks t where t.id = ${taskID}::uuid
        union select t.created_by_id from tasks t where t.id = ${taskID}::uuid
        union select f.user_id from task_follows f where f.task_id = ${taskID}::uuid and f.state = 'following'
      ) except select f.user_id from task_follows f where f.task_id = ${taskID}::uuid and f.state <> 'following'`
  }
}

/** The way by which the person of the settings `s` wants mail about the group of the rule. */
const mailWay = ({ group }: Rule) =>
  sql`coalesce(s.groups -> ${group}::text ->> 'mail', ${defaultNotificationSettings.groups[group].mail})`

/**
 * Tells the people of a rule of an event, but for its actor and those who may not open its thing: adds it to their unread
 * notice of the thread, or makes one. People are told in one order, so that two changes never wait for each other in a
 * circle. A notice that was put off comes back with the event. What is for the person themselves stays for them, though
 * something follows that is not.
 */
export const tellPeople = async (tx: Tx, event: Happened, rule: Rule, at: Date): Promise<void> => {
  const isEnd = rule.about === 'end'
  const projectID = event.projectID ?? null
  const kind = rule.as ?? event.kind
  const item = { id: event.id, kind, actor: event.actorID, group: rule.group, at: at.toISOString() }
  const actor = rule.evenOwn ? null : event.actorID
  const way = rule.hasOwnMail ? sql`'off'` : mailWay(rule)
  await sql`
    insert into notifications as n (user_id, thread, notice_group, kind, actor_id, project_id, task_id, request_id,
      first_event, mail_since, mail_at, events, is_end, title, created_at, updated_at)
    select n.*, jsonb_build_array(${JSON.stringify(item)}::jsonb || jsonb_build_object('toMail', n.mail_since is not null)), ${isEnd}::boolean,
      ${isEnd ? sql`(select title from projects where id = ${projectID}::uuid)` : sql`null`},
      ${at}::timestamptz, ${at}::timestamptz
    from (
      select told.user_id, ${threadOf(event, rule)}::uuid as thread, ${rule.group}::text as notice_group,
        ${kind}::text as kind, ${event.actorID}::uuid as actor_id, ${projectID}::uuid as project_id,
        ${rule.about === 'task' ? (event.taskID ?? null) : null}::uuid as task_id,
        ${rule.about === 'request' ? (event.requestID ?? null) : null}::uuid as request_id, ${event.id}::uuid as first_event,
        case when ${way} <> 'off' then ${at}::timestamptz end as mail_since,
        case ${way} when 'now' then ${new Date(at.getTime() + PATIENCE_MS)}::timestamptz when 'digest' then ${at}::timestamptz end as mail_at
      from (${peopleFor(rule.who, event)}) as told (user_id)
        left join notification_settings s on s.user_id = told.user_id
      where told.user_id is not null and told.user_id is distinct from ${actor}::uuid
    ) as n
    where ${isEnd ? sql`true` : mayOpenNow}
    order by n.user_id
    on conflict (user_id, thread) where read_at is null and done_at is null do update set
      kind = excluded.kind, actor_id = excluded.actor_id, count = n.count + 1,
      notice_group = case when excluded.notice_group = 'following' then n.notice_group else excluded.notice_group end,
      events = case when jsonb_array_length(n.events) < ${REMEMBERED} then n.events else n.events - 0 end || excluded.events,
      mail_since = least(n.mail_since, excluded.mail_since), mail_at = least(n.mail_at, excluded.mail_at),
      xid = pg_current_xact_id(), updated_at = greatest(n.updated_at, excluded.updated_at), snoozed_until = null`.execute(
    tx,
  )
}
/** For a notice that is about to be written, which says of nothing yet that it is over. */
const mayOpenNow = sql`exists (select 1 from (select n.*, false as is_end) as n where ${mayOpen})`

/** Takes away the notices that nobody needs any more after the event. */
export const takeAway = async (tx: Tx, { kind, projectID, requestID, subjectID }: Happened): Promise<void> => {
  const which = takesAway[kind]
  if (!which || !projectID) return
  const ofProject = tx.deleteFrom('notifications').where('project_id', '=', projectID)
  const chosen = {
    'of its request': () => ofProject.where('request_id', '=', requestID ?? null).where('read_at', 'is', null),
    "the subject's of its project": () => ofProject.where('user_id', '=', subjectID ?? null),
    // Whoever was removed before keeps the notice of that.
    'of its project': () => ofProject.where('kind', '<>', 'member.removed'),
  }
  await chosen[which]().execute()
}

/** Two moves with more than this between them are news. */
const BACK_WITHIN = sql`interval '2 minutes'`

/**
 * Notes the move of a task. If it takes the task back to a status that it left within two minutes, takes the moves since
 * from everybody's unread notices. Returns whether the move is news.
 */
export const noteMove = async (tx: Tx, { id, taskID, data, createdAt }: LoggedEvent): Promise<boolean> => {
  const since = sql`${createdAt}::timestamptz - ${BACK_WITHIN}`
  await sql`delete from recent_moves where moved_at < ${since}`.execute(tx)
  const { rows: undone } = await sql<{ event_id: string }>`
    delete from recent_moves where task_id = ${taskID}::uuid and (moved_at, event_id) >= (
      select moved_at, event_id from recent_moves
      where task_id = ${taskID}::uuid and left_status = ${data['to']}::smallint order by moved_at, event_id limit 1
    ) returning event_id`.execute(tx)
  if (undone.length === 0) {
    await sql`insert into recent_moves (event_id, task_id, left_status, moved_at)
      select ${id}::uuid, t.id, ${data['from']}::smallint, ${createdAt}::timestamptz
      from tasks t where t.id = ${taskID}::uuid`.execute(tx)
    return true
  }
  await sql`
    with cut as (
      select n.id, coalesce(jsonb_agg(e.item order by e.place) filter (where not (e.item ->> 'id') = any(${undone.map(({ event_id }) => event_id)}::text[])), '[]') as kept
      from notifications n cross join lateral jsonb_array_elements(n.events) with ordinality as e (item, place)
      where n.task_id = ${taskID}::uuid and n.read_at is null and n.done_at is null group by n.id
    ), gone as (delete from notifications n using cut where n.id = cut.id and cut.kept = '[]')
    update notifications n set events = cut.kept, kind = cut.kept -> -1 ->> 'kind',
      count = n.count - jsonb_array_length(n.events) + jsonb_array_length(cut.kept),
      actor_id = (cut.kept -> -1 ->> 'actor')::uuid, updated_at = (cut.kept -> -1 ->> 'at')::timestamptz
    from cut where n.id = cut.id and cut.kept <> '[]' and cut.kept <> n.events`.execute(tx)
  return false
}

/** Up to where the log has been read for those who follow. */
export const findCursor = async (db: DbOrTx): Promise<Cursor> => {
  const row = await db.selectFrom('notification_cursor').select(['epoch', 'xid', 'id']).executeTakeFirst()
  if (!row) throw new Error('The database has no cursor for notices: a migration is missing.')
  return row
}

/** Moves the cursor; answers false when another process has moved it meanwhile. */
export const moveCursor = async (db: DbOrTx, from: Cursor, to: Cursor): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('notification_cursor')
    .set(to)
    .where('epoch', '=', from.epoch)
    .where('xid', '=', from.xid)
    .where('id', '=', from.id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
