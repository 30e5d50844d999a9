import { type RawBuilder, sql } from 'kysely'
import { defaultNotificationSettings } from '#shared/contract/notifications.ts'
import type { NoticeRule, Who } from '#shared/contract/events/event.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { prepared, unseen } from '#server/db/prepared.ts'
import { type Cursor, isSince, LAST_ID, type LoggedEvent, NO_ID, RESTORED_XID } from '#server/events/read.ts'
import { PATIENCE_MS } from './mail-times.ts'
import { type Happened, moneyOf, takenAwayBy, taskOf, threadOf } from './recipients.ts'
import { isThere, mayOpen } from './repository.ts'

/** A notice remembers this many of its events, for a status that is moved back; it counts all. */
const REMEMBERED = 20

const membersOf = (roles: readonly string[]) => sql`
  select m.user_id from memberships m where m.project_id = e.project_id and m.role in (${sql.join(roles.map((role) => sql.lit(role)))})`

const managers = membersOf(['owner', 'admin'])
/** Those who want to hear nothing of a task that they would follow by themselves. */
const notFollowing = sql`select f.user_id from task_follows f where f.task_id = e.task_id and f.state <> 'following'`
const followers = sql`(
      select t.assigned_to_id from tasks t where t.id = e.task_id
      union select t.created_by_id from tasks t where t.id = e.task_id
      union select f.user_id from task_follows f where f.task_id = e.task_id and f.state = 'following'
    ) except ${notFollowing}`

/** The people whom a comment names. */
const mentioned = sql`select jsonb_array_elements_text(e.mentioned_ids)::uuid`

/** The statement that selects these people of the event `e`, by ID. */
const peopleFor: Readonly<Record<Who, RawBuilder<unknown>>> = {
  owners: membersOf(['owner']),
  managers,
  members: membersOf(['owner', 'admin', 'member']),
  administrators: sql`select u.id from users u where u.is_administrator`,
  subject: sql`select e.subject_id`,
  'subject and creator': sql`select e.subject_id union select t.created_by_id from tasks t where t.id = e.task_id`,
  'former assignee': sql`select e.former_id`,
  beginner: sql`select r.created_by from project_requests r where r.id = e.request_id`,
  followers,
  'followers but managers': sql`${followers} except ${managers}`,
  'followers but the subject': sql`${followers} except select e.subject_id`,
  'followers but managers and the subject': sql`${followers} except ${managers} except select e.subject_id`,
  mentioned,
  assignee: sql`(select e.subject_id except ${mentioned}) except ${notFollowing}`,
  'other followers': sql`(${followers}) except ${mentioned} except select e.subject_id`,
  sides: sql`(select e.subject_id union ${managers}) except ${mentioned}`,
}

/** The way by which the person of the settings `s` wants mail about the group of the rule. */
const mailWay = ({ group }: NoticeRule) =>
  sql`coalesce(s.groups -> ${group}::text ->> 'mail', ${defaultNotificationSettings.groups[group].mail})`

/** What is over, as people knew it, of the event `e`. */
const goneTask = sql`(select t.title from tasks t where t.id = e.task_id)`
const endedTitle: Readonly<Partial<Record<NoticeRule['about'], RawBuilder<unknown>>>> = {
  end: sql`(select p.title from projects p where p.id = e.project_id)`,
  'gone task': goneTask,
  'gone tasks': goneTask,
}
/** How many deleted tasks a notice of several names; it counts all. */
const NAMED = 10

type TimedEvent = Happened & { at: Date }
const rowOf = (event: TimedEvent, rule: NoticeRule) => ({
  id: event.id,
  actor_id: event.actorID,
  project_id: event.projectID ?? null,
  task_id: taskOf(event),
  request_id: event.requestID ?? null,
  subject_id: event.subjectID ?? null,
  former_id: rule.who === 'former assignee' ? (event.data['from'] ?? null) : null,
  mentioned_ids: event.data['mentionedIDs'] ?? [],
  thread: threadOf(event, rule),
  money: moneyOf(event),
  at: event.at.toISOString(),
})

/**
 * The statement that tells the people of a rule of events, but for their actors and those who may not open their things: it
 * adds each to their unread notice of its thread, or makes one. The events are of one kind and of as many threads as there are events, and `at`
 * is the time of each. People are handled in one order, so that two changes never wait for each other in a circle. A notice that
 * was put off comes back with the event. What is for the person themselves stays for them, though something follows that is
 * not.
 */
export const noticesOf = (
  [first, ...others]: readonly [TimedEvent, ...TimedEvent[]],
  rule: NoticeRule,
): RawBuilder<unknown> => {
  const { about } = rule
  const events = [first, ...others]
  const isEnd = about === 'end' || about === 'gone task'
  const kind = rule.as ?? first.kind
  const way = rule.hasOwnMail ? sql`'off'` : mailWay(rule)
  return sql`${prepared}
    insert into notifications as n (user_id, thread, notice_group, kind, actor_id, project_id, task_id, request_id,
      first_event, mail_since, mail_at, created_at, updated_at, title, events, is_end)
    select n.user_id, n.thread, n.notice_group, n.kind, n.actor_id, n.project_id, n.task_id, n.request_id, n.first_event,
      n.mail_since, n.mail_at, n.created_at, n.updated_at, n.title, jsonb_build_array(jsonb_build_object('id', n.first_event, 'kind', n.kind, 'actor', n.actor_id,
        'group', n.notice_group, 'money', n.money, 'at', to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'toMail', n.mail_since is not null)), ${isEnd}::boolean
    from (
      select told.user_id, e.thread, ${rule.group}::text as notice_group, ${unseen(kind, 'text')} as kind, e.actor_id, e.project_id,
        ${about === 'task' ? sql`e.task_id` : sql`null::uuid`} as task_id,
        ${about === 'request' ? sql`e.request_id` : sql`null::uuid`} as request_id, e.id as first_event,
        case when ${way} <> 'off' then e.at end as mail_since,
        case ${way} when 'now' then e.at + ${PATIENCE_MS} * interval '1 millisecond' when 'digest' then e.at end as mail_at,
        e.at as created_at, e.at as updated_at, ${endedTitle[about] ?? sql`null::text`} as title, e.money
      from jsonb_to_recordset(${JSON.stringify(events.map((event) => rowOf(event, rule)))}::jsonb)
          as e (id uuid, actor_id uuid, project_id uuid, task_id uuid, request_id uuid, subject_id uuid, former_id uuid,
            mentioned_ids jsonb, thread uuid, money jsonb, at timestamptz)
        cross join lateral (${peopleFor[rule.who]}) as told (user_id)
        left join notification_settings s on s.user_id = told.user_id
      where told.user_id is not null ${rule.evenOwn ? sql`` : sql`and told.user_id is distinct from e.actor_id`}
    ) as n
    where ${about === 'end' ? sql`true` : mayOpenNow}
    order by n.user_id, n.thread
    on conflict (user_id, thread) where read_at is null and done_at is null do update set
      kind = excluded.kind, actor_id = excluded.actor_id, count = n.count + 1,
      title = case when n.kind <> 'tasks.deleted' or n.count > ${NAMED} then n.title
        when n.count = ${NAMED} then n.title || ', …' else n.title || ', ' || excluded.title end,
      notice_group = case when excluded.notice_group = 'following' then n.notice_group else excluded.notice_group end,
      events = case when jsonb_array_length(n.events) < ${REMEMBERED} then n.events else n.events - 0 end || excluded.events,
      mail_since = least(n.mail_since, excluded.mail_since), mail_at = least(n.mail_at, excluded.mail_at),
      xid = pg_current_xact_id(), updated_at = greatest(n.updated_at, excluded.updated_at), snoozed_until = null`
}
/** Makes the statement `noticesOf`; for no event none. */
export const notifyPeople = async (tx: Tx, events: readonly TimedEvent[], rule: NoticeRule): Promise<void> => {
  const [first, ...others] = events
  if (first) await send(tx, noticesOf([first, ...others], rule))
}

/** For a notice that is about to be written, which says of nothing yet that it is over. */
const mayOpenNow = sql`exists (select 1 from (select n.*, false as is_end) as n where ${mayOpen} and ${isThere})`

/** The statements that take away the notices that nobody needs any more after the event. */
export const takingAway = ({ kind, projectID, taskID, requestID, subjectID }: Happened): Array<RawBuilder<unknown>> => {
  const which = takenAwayBy(kind)
  if (!which || !projectID) return []
  const chosen = {
    'of its request': () => sql`request_id = ${requestID ?? null} and read_at is null`,
    "the subject's of its project": () => sql`user_id = ${subjectID ?? null}`,
    // Whom a payment was recorded to has a time to object: they hear of it, and find it among the project's payments.
    'of its task': () => sql`task_id = ${taskID ?? null} and kind not in ('payment.recorded', 'payment.voided')`,
    // A person who was removed before keeps the notice of that, and so do those whose requests end with the project.
    'of its project': () => sql`kind not in ('member.removed', 'request.closed')`,
  }
  const gone = sql`delete from notifications where project_id = ${projectID} and ${chosen[which]()}`
  if (which !== 'of its task') return [gone]
  return [
    gone,
    sql`update notifications set task_id = null where project_id = ${projectID} and task_id = ${taskID ?? null}`,
  ]
}
/** Makes these statements. */
export const removeNotices = async (tx: Tx, event: Happened): Promise<void> => {
  for (const statement of takingAway(event)) await send(tx, statement)
}

/** Two moves with more than this between them are news. */
const BACK_WITHIN = sql`interval '2 minutes'`

/**
 * Notes moves of tasks, at most one of each task. A move that takes its task back to a status that it left within two minutes
 * takes the moves since from everybody's unread notices. Returns the moves that are news.
 */
export const noteMoves = async (tx: Tx, moves: readonly LoggedEvent[]): Promise<LoggedEvent[]> => {
  const [oldest] = moves
  if (!oldest) return []
  await send(tx, sql`delete from recent_moves where moved_at < ${oldest.createdAt}::timestamptz - ${BACK_WITHIN}`)
  const noted = moves.map(({ id, taskID, data, createdAt }) => ({
    id,
    task_id: taskID,
    left_status: data['from'],
    status: data['to'],
    at: createdAt.toISOString(),
  }))
  const { rows: undone } = await sql<{ event_id: string; undone_by: string }>`
    with m as (
      select * from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb)
        as m (id uuid, task_id uuid, left_status smallint, status smallint, at timestamptz)
    ), back as (
      select m.id, m.task_id, since.moved_at, since.event_id from m cross join lateral (
        select moved_at, event_id from recent_moves r
        where r.task_id = m.task_id and r.left_status = m.status and r.moved_at >= m.at - ${BACK_WITHIN}
        order by moved_at, event_id limit 1
      ) as since
    ), noted as (
      insert into recent_moves (event_id, task_id, left_status, moved_at)
      select m.id, t.id, m.left_status, m.at from m join tasks t on t.id = m.task_id
      where not exists (select 1 from back where back.id = m.id)
    ) delete from recent_moves r using back
    where r.task_id = back.task_id and (r.moved_at, r.event_id) >= (back.moved_at, back.event_id)
    returning r.event_id, back.id as undone_by`.execute(tx)
  if (undone.length === 0) return [...moves]
  const backs = new Set(undone.map(({ undone_by }) => undone_by))
  const tasks = moves.filter(({ id }) => backs.has(id)).map(({ taskID }) => taskID)
  await send(
    tx,
    sql`
    with cut as (
      select n.id, coalesce(jsonb_agg(e.item order by e.place) filter (where not (e.item ->> 'id') = any(${undone.map(({ event_id }) => event_id)}::text[])), '[]') as kept
      from notifications n cross join lateral jsonb_array_elements(n.events) with ordinality as e (item, place)
      where n.task_id = any(${tasks}::uuid[]) and n.read_at is null and n.done_at is null group by n.id
    ), gone as (delete from notifications n using cut where n.id = cut.id and cut.kept = '[]')
    update notifications n set events = cut.kept, kind = cut.kept -> -1 ->> 'kind',
      count = n.count - jsonb_array_length(n.events) + jsonb_array_length(cut.kept),
      actor_id = (cut.kept -> -1 ->> 'actor')::uuid, updated_at = (cut.kept -> -1 ->> 'at')::timestamptz
    from cut where n.id = cut.id and cut.kept <> '[]' and cut.kept <> n.events`,
  )
  return moves.filter(({ id }) => !backs.has(id))
}

/** Up to where the log has been read for those who follow. */
export const findCursor = async (db: DbOrTx): Promise<Cursor> => {
  const row = await db.selectFrom('notification_cursor').select(['epoch', 'xid', 'id']).executeTakeFirst()
  if (!row) throw new Error('The database has no cursor for notices: a migration is missing.')
  return row
}

/** Moves the cursor; answers false when another process has moved it. */
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

/** Lets the transaction fail when it has waited this many milliseconds for a row, before PostgreSQL finds a circle and ends somebody else's. */
export const setLockTimeout = async (tx: Tx, ms: number): Promise<void> => {
  await sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`.execute(tx)
}

/** Lets followers go on in a log that a new history begins: with the first event that was not handled. As `placeInNewLog` of webhooks. */
export const placeFollowersInNewLog = async (tx: Tx, epoch: string): Promise<void> => {
  await sql`
    update notification_cursor c set epoch = ${epoch}, xid = ${RESTORED_XID}::text::xid8, id = coalesce((
      select id from events where id < coalesce((
        select id from events u where (u.xid, u.id) > (c.xid, c.id) or ${isSince(sql`u.id`, { xid: sql`c.xid`, id: sql`c.id` })}
        order by id limit 1), ${LAST_ID}::uuid)
      order by id desc limit 1), ${NO_ID}::uuid)`.execute(tx)
}
