import { type RawBuilder, sql } from 'kysely'
import type { RejectionReason } from '#shared/contract/index.ts'
import type { NoticeGroup, NoticeView } from '#shared/contract/notifications.ts'
import type { RequestKind } from '#shared/rules/membership.ts'
import { isListed, seenProject } from '#server/access/known-projects.ts'
import { isGuest, knownPeople } from '#server/access/party.ts'
import { type DbOrTx, send } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'

/** A notice, with what its thing is called now. */
export type NoticeRow = {
  id: string
  notice_group: NoticeGroup
  kind: string
  /** The ID of what the notice is about; for a dispute there is no other column. */
  thread: string
  count: number
  is_end: boolean
  project_id: string | null
  project_title: string | null
  /** What a deleted task was called, in the notice of that. */
  deleted_task: string | null
  task_id: string | null
  task_number: number | null
  task_title: string | null
  request_id: string | null
  request_user_id: string | null
  request_kind: RequestKind | null
  /** The task that the request is an application to. */
  request_task_id: string | null
  reject_reason: RejectionReason | null
  reject_text: string | null
  actor_id: string | null
  actor_username: string | null
  actor_name: string | null
  created_at: Date
  updated_at: Date
  /** The person is no member of the project: a guest of the task, or was one. */
  is_guest: boolean
  /** The same of a project, with or without a task. */
  is_outside: boolean
  /** They may read no more of the task: only that they have lost it. */
  is_lost: boolean
  is_unread: boolean
  snoozed_until: Date | null
  /** What the last event owes or paid the person. */
  money: { amountCents: number; currency: string } | null
  /** Whose profile shows the review that the notice tells of: the person's own, before that of the other side. */
  reviews_of: string | null
  /** Until when they have the task, where the last event warns of that. */
  ends_at: Date | null
  /** The transactions whose notices this list could have. */
  snapshot: string
}

/** The condition that `n` tells a person that they have lost a task which they held: they learn it, whatever they may read. */
const isLostClaim = sql<boolean>`(n.task_id is not null and n.kind in ('claim.takenBack', 'claim.expiredOwn') and exists (
  select 1 from claims c join projects p on p.id = c.project_id
  where c.task_id = n.task_id and c.user_id = n.user_id and p.deleted_at is null offset 0))`
const isPayment = sql<boolean>`n.kind in ('payment.recorded', 'payment.voided')`
/** The condition that `n` tells a person what was paid to them: also a guest, and without a task. */
const isOwnPayment = sql<boolean>`(${isPayment} and exists (
  select 1 from projects p where p.id = n.project_id and p.deleted_at is null offset 0))`
const isMember = sql<boolean>`exists (
  select 1 from memberships m where m.project_id = n.project_id and m.user_id = n.user_id offset 0)`
/** The same, where they may read no more of the task. */
const isLost = sql<boolean>`(${isLostClaim} and not ${isMember} and not ${isGuest(sql`n.user_id`)})`
/** The condition that `n` tells of a payment for a task that the person may read no more: it leads to what they earned. */
const isPaidOutside = sql<boolean>`(n.task_id is not null and ${isPayment}
  and not ${isMember} and not ${isGuest(sql`n.user_id`)})`
/** What the task of `n` is called: for somebody who has lost it, what it was called when they took it. */
const seenTask = sql`case when not ${isLost} then t.title else (
  select c.terms ->> 'title' from claims c where c.task_id = t.id and c.user_id = n.user_id
  order by c.claimed_at desc limit 1) end`
/** What the project of `n` is called; who has lost its task knows what everybody knows. */
const seenTitle = sql`case when not (${isLost} or ${isPaidOutside}) or ${isListed} then p.title end`

/** Who was reviewed, where `n` tells that a review can be read. A worker's notice of it is an end: they may be no member. */
const reviewed = sql`case when n.kind = 'rating.revealed' then (
  select u.username from events e join ratings r on r.due_id = (e.data ->> 'dueID')::uuid and r.hidden_at is null
    join users u on u.id = r.rated_id and u.deleted_at is null
  where e.id = (n.events -> -1 ->> 'id')::uuid
  order by r.rated_id = n.user_id desc, r.side = 'worker' desc limit 1) end`

/** The condition that only administrators act on what `n` is about. */
const isForAdministrators = sql<boolean>`n.kind in ('creatorApplication.sent', 'creatorApplication.reminded', 'dispute.reminded', 'report.made', 'report.appealed', 'waitlist.wanted')`

/**
 * The condition that the person of `n` may open what it is about, which is asked when a notice is written and whenever
 * it is read. What says that something is over stays. `n` has the columns of notifications. `offset 0` lets PostgreSQL ask for
 * each notice, by index: without it, it would gather the members of all projects first.
 */
export const mayOpen = sql<boolean>`(n.is_end or case
  when n.request_id is not null then exists (
    select 1 from project_requests r join projects p on p.id = r.project_id
    where r.id = n.request_id and r.withdrawn_at is null and p.deleted_at is null
      and (r.user_id = n.user_id and p.hidden_at is null or exists (
        select 1 from memberships m
        where m.project_id = r.project_id and m.user_id = n.user_id and m.role in ('owner', 'admin'))))
  when n.project_id is not null then exists (
    select 1 from memberships m join projects p on p.id = m.project_id
    where m.project_id = n.project_id and m.user_id = n.user_id and p.deleted_at is null offset 0)
    or n.task_id is not null and exists (
      select 1 from tasks t join projects p on p.id = t.project_id
      where t.id = n.task_id and p.deleted_at is null and ${isGuest(sql`n.user_id`)} offset 0)
    or ${isLostClaim} or ${isOwnPayment}
  when ${isForAdministrators} then exists (
    select 1 from users u where u.id = n.user_id and u.is_administrator offset 0)
  else true end)`

/** The condition that the person of `n` may know the person `a` by name: a member knows everybody, a guest those of the task. */
export const mayNameActor = sql<boolean>`(n.task_id is null or n.project_id is null or a.id = n.user_id
  or ${isMember} or a.id in (${knownPeople({
    task: sql`n.task_id`,
    project: sql`n.project_id`,
    since: sql`(select max(c.reads_since) from claims c where c.task_id = n.task_id and c.user_id = n.user_id)`,
  })}))`

/** What the request of `n` is to: its project, or a task of it by number. */
const requestPlace = sql`case when r.task_id is null then '' else 'Task #' || asked.task_number || ' of ' end || ${seenProject(sql`n.user_id`).title}`

/** The condition that `n` is for somebody who acts as an administrator, or for anybody. */
const isFor = (isAdministrator: boolean) => sql<boolean>`(${isAdministrator}::boolean or not ${isForAdministrators})`

/** The condition that the task of `n`, if it is about one, is not in Trash. Deleting a task takes its notices away, too. */
export const isThere = sql<boolean>`(n.is_end or not exists (
  select 1 from tasks t where t.id = n.task_id and t.deleted_at is not null))`

/** The condition that the person wants the group of `n` in the inbox. */
const isWanted = sql<boolean>`not exists (
  select 1 from notification_settings s
  where s.user_id = n.user_id and s.groups -> n.notice_group ->> 'inbox' = 'false')`

const isOpen = (now: Date) =>
  sql<boolean>`n.done_at is null and (n.snoozed_until is null or n.snoozed_until <= ${now}::timestamptz)`
const inView = (view: NoticeView, now: Date): RawBuilder<boolean> =>
  ({
    forYou: sql<boolean>`n.notice_group <> 'following' and ${isOpen(now)}`,
    following: sql<boolean>`n.notice_group = 'following' and ${isOpen(now)}`,
    snoozed: sql<boolean>`n.done_at is null and n.snoozed_until > ${now}::timestamptz`,
    done: sql<boolean>`n.done_at is not null`,
  })[view]

export type NoticePosition = { time: string; id: string }
type NoticeQuery = {
  userID: string
  isAdministrator: boolean
  view: NoticeView
  now: Date
  limit: number
  after: NoticePosition | null
}

/** What a person reads of these notices, which a statement selects: only then the rest is read. */
export const selectNotices = (chosen: RawBuilder<unknown>) => sql`
  select n.id, n.notice_group, n.kind, n.thread, n.count, n.is_end, n.project_id,
    case when n.kind in ('task.deleted', 'tasks.deleted') then n.title end as deleted_task,
    coalesce(case when n.kind not in ('task.deleted', 'tasks.deleted') then n.title end, case when n.request_id is null then ${seenTitle} else ${requestPlace} end) as project_title,
    case when not ${isPaidOutside} then n.task_id end as task_id, t.task_number, ${seenTask} as task_title, n.request_id, r.user_id as request_user_id, r.kind as request_kind,
    r.task_id as request_task_id,
    r.reject_reason, r.reject_text,
    a.id as actor_id, a.username as actor_username, a.name as actor_name, n.created_at, n.updated_at,
    n.task_id is not null and not ${isMember} as is_guest, n.project_id is not null and not ${isMember} as is_outside, ${isLost} as is_lost,
    case when n.kind in ('reward.due', 'payment.recorded') then nullif(n.events -> -1 -> 'money', 'null') end as money,
    case when n.kind = 'claim.warned' then (select c.lease_until from claims c
      where c.task_id = n.task_id and c.user_id = n.user_id and c.state = 'active') end as ends_at,
    ${reviewed} as reviews_of,
    n.read_at is null as is_unread, n.snoozed_until, pg_current_snapshot()::text as snapshot
  from (${chosen}) as n left join projects p on p.id = n.project_id left join tasks t on t.id = n.task_id
    left join project_requests r on r.id = n.request_id left join tasks asked on asked.id = r.task_id left join users a on a.id = n.actor_id and ${mayNameActor}`

/** At most `limit` notices of a view after a position, newest first. */
export const findNotices = async (
  db: DbOrTx,
  { userID, isAdministrator, view, now, limit, after }: NoticeQuery,
): Promise<NoticeRow[]> => {
  const { rows } = await sql<NoticeRow>`${prepared}
    ${selectNotices(sql`select n.* from notifications n
    where n.user_id = ${userID} and ${inView(view, now)} and ${isWanted} and ${mayOpen} and ${isThere}
      and ${isFor(isAdministrator)} and (${after?.time ?? null}::timestamptz is null
        or (n.updated_at, n.id) < (${after?.time ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by n.updated_at desc, n.id desc limit ${limit}`)}
    order by n.updated_at desc, n.id desc`.execute(db)
  return rows
}

/** How many unread notices the two open views have. Whether a thing may be opened is asked once for all notices of it. */
export const countUnread = async (
  db: DbOrTx,
  { userID, isAdministrator }: { userID: string; isAdministrator: boolean },
  now: Date,
): Promise<{ forYou: number; following: number }> => {
  const { rows } = await sql<{ forYou: number; following: number }>`${prepared}
    select coalesce(sum(n.many) filter (where n.notice_group <> 'following'), 0)::int as "forYou",
      coalesce(sum(n.many) filter (where n.notice_group = 'following'), 0)::int as following
    from (
      select n.user_id, n.notice_group, n.request_id, n.project_id, n.task_id, n.is_end, n.kind, count(*) as many
      from notifications n where n.user_id = ${userID} and n.read_at is null and ${isOpen(now)}
      group by n.user_id, n.notice_group, n.request_id, n.project_id, n.task_id, n.is_end, n.kind
    ) as n
    where ${isWanted} and ${mayOpen} and ${isFor(isAdministrator)}`.execute(db)
  return rows[0] ?? { forYou: 0, following: 0 }
}

/** The notices with these IDs, or those of a view that a list could have when it was read. */
export type Marked = { ids: readonly string[] } | { view: NoticeView; snapshot: string }

const among = (marked: Marked, now: Date): RawBuilder<boolean> =>
  'ids' in marked
    ? sql<boolean>`n.id = any(${marked.ids}::uuid[])`
    : sql<boolean>`${inView(marked.view, now)} and pg_visible_in_snapshot(n.xid, ${marked.snapshot}::pg_snapshot)`

/** A notice that was marked has been seen, so no mail need tell of it. */
const noMail = sql`mail_since = null, mail_at = null`

export const markRead = async (db: DbOrTx, userID: string, marked: Marked, now: Date): Promise<void> => {
  await send(
    db,
    sql`update notifications n set read_at = coalesce(n.read_at, ${now}::timestamptz), snoozed_until = null, ${noMail}
    where n.user_id = ${userID} and ${among(marked, now)} and n.done_at is null`,
  )
}

export const markDone = async (db: DbOrTx, userID: string, marked: Marked, now: Date): Promise<void> => {
  await send(
    db,
    sql`update notifications n set done_at = ${now}::timestamptz, snoozed_until = null, ${noMail},
      read_at = coalesce(n.read_at, ${now}::timestamptz)
    where n.user_id = ${userID} and ${among(marked, now)} and n.done_at is null`,
  )
}

/**
 * Makes notices unread, at once or when `until` has come. A thread has one unread notice at most: an older one of a thread
 * that has one stays read.
 */
export const markUnread = async (
  db: DbOrTx,
  userID: string,
  marked: Marked,
  { now, until }: { now: Date; until: Date | null },
): Promise<void> => {
  await sql`
    with chosen as (
      select n.id, row_number() over (partition by n.thread order by n.updated_at desc, n.id desc) = 1
        and not exists (
          select 1 from notifications o
          where o.user_id = n.user_id and o.thread = n.thread and o.id <> n.id and o.read_at is null and o.done_at is null
        ) as is_unread
      from notifications n where n.user_id = ${userID} and ${among(marked, now)}
    )
    update notifications n set done_at = null, snoozed_until = ${until}::timestamptz, ${noMail},
      read_at = case when chosen.is_unread then null else n.read_at end
    from chosen where n.id = chosen.id and ${among(marked, now)}`.execute(db)
}

/** Deletes a bounded number of notices that were done before a moment; what is left goes the next time. */
export const deleteDoneBefore = async (db: DbOrTx, before: Date): Promise<void> => {
  await send(
    db,
    sql`delete from notifications where id in (
    select id from notifications where done_at < ${before} order by done_at limit 10000)`,
  )
}
