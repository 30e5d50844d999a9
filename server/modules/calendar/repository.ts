import { sql } from 'kysely'
import { CALENDAR_MAX } from '#shared/contract/calendar.ts'
import { requestStatus, taskStatus } from '#shared/rules/statuses.ts'
import { mayOpenProject } from '#server/access/known-projects.ts'
import { isGuest } from '#server/access/party.ts'
import { payDate } from '#server/access/put-off.ts'
import { answerBy } from '#server/access/request-clock.ts'
import { type DbOrTx, send } from '#server/db/pool.ts'

export type CalendarRow = { hides_titles: boolean; created_at: Date }

export const findCalendar = (db: DbOrTx, userID: string): Promise<CalendarRow | undefined> =>
  db.selectFrom('calendars').select(['hides_titles', 'created_at']).where('user_id', '=', userID).executeTakeFirst()

/** Keeps the hash of a new address; the one before it is gone. */
export const putCalendar = async (
  db: DbOrTx,
  calendar: { user_id: string; token_hash: string; hides_titles: boolean; created_at: Date },
): Promise<void> => {
  await send(
    db,
    db
      .insertInto('calendars')
      .values(calendar)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(calendar)),
  )
}

/** Answers whether there was a calendar to change. */
export const setHidesTitles = async (db: DbOrTx, userID: string, hidesTitles: boolean): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('calendars')
    .set({ hides_titles: hidesTitles })
    .where('user_id', '=', userID)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteCalendar = async (db: DbOrTx, userID: string): Promise<void> => {
  await send(db, db.deleteFrom('calendars').where('user_id', '=', userID))
}

/** Whose address it is, unless the account is suspended. */
export const findOwner = (
  db: DbOrTx,
  tokenHash: string,
): Promise<{ user_id: string; hides_titles: boolean } | undefined> =>
  db
    .selectFrom('calendars as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.user_id', 'c.hides_titles'])
    .where('c.token_hash', '=', tokenHash)
    .where('u.suspended_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

/** What a day is about; the second of a pair is what the person waits for. */
export type DayKind =
  | 'due'
  | 'lease'
  | 'review'
  | 'reviewed'
  | 'answer'
  | 'answered'
  | 'proposal'
  | 'proposalSent'
  | 'state'
  | 'pay'
  | 'paid'
export type DayRow = {
  kind: DayKind
  id: string
  /** The day where the person is, as YYYY-MM-DD. */
  day: string
  project_id: string
  project_title: string
  task_id: string | null
  task_number: number | null
  task_title: string | null
  /** When what the day comes from was made. */
  made_at: Date
}

const open = sql.join(
  [taskStatus.requested, taskStatus.assigned, taskStatus.inProgress, taskStatus.underReview].map((one) => sql.lit(one)),
)
const ofTask = sql`p.id as project_id, p.title as project_title, t.id as task_id, t.task_number, t.title as task_title`
const task = sql`tasks t join projects p on p.id = t.project_id and p.deleted_at is null and t.deleted_at is null`

/**
 * The days of a person, the earliest first, and of too many the last ones: when their tasks are due, how long they hold one,
 * and by when they or others are to review, answer, state and pay. Only what they may open now: as members, as guests of the task, or as a side of the request.
 */
export const findDays = async (db: DbOrTx, userID: string): Promise<DayRow[]> => {
  const isMember = sql`exists (select from memberships m where m.project_id = p.id and m.user_id = ${userID})`
  const isManager = sql`exists (
    select from memberships m where m.project_id = p.id and m.user_id = ${userID} and m.role in ('owner', 'admin'))`
  const isParty = sql`(${isMember} or ${isGuest(sql`${userID}::uuid`)})`
  const pending = sql`r.status = ${sql.lit(requestStatus.pending)} and r.withdrawn_at is null`
  const ofRequest = sql`p.id, p.title, t.id, t.task_number, t.title, r.created_at
    from project_requests r join projects p on p.id = r.project_id and p.deleted_at is null
      left join tasks t on t.id = r.task_id and t.deleted_at is null`
  const round = sql`submissions s join ${task} on t.id = s.task_id and t.status = ${sql.lit(taskStatus.underReview)}
      and s.round = t.open_round and s.state = 'open' and s.review_by is not null`
  const due = sql`claims c join ledger_balances b on b.project_id = c.project_id and b.account = 'due:' || c.id
      join ${task} on t.id = c.task_id`
  const owed = sql`b.amount_cents > 0`
  const ownSide = sql`case when c.user_id = ${userID} then 'holder' else 'managers' end`
  const isSide = sql`(c.user_id = ${userID} and ${isParty} or c.user_id <> ${userID} and ${isManager})`
  const { rows } = await sql<DayRow>`
    with zone as (select coalesce((select time_zone from notification_settings where user_id = ${userID}), 'UTC') as name)
    select d.kind, d.id, coalesce(d.day, (d.at at time zone zone.name)::date)::text as day, d.project_id, d.project_title,
      d.task_id, d.task_number, d.task_title, d.made_at
    from zone, (
      select 'due' as kind, t.id, t.due_on as day, null::timestamptz as at, ${ofTask}, t.created_at as made_at
      from ${task} where t.assigned_to_id = ${userID} and t.due_on is not null and t.status in (${open}) and ${isParty}
      union all
      select 'lease', t.id, null, c.lease_until, ${ofTask}, c.claimed_at
      from claims c join ${task} on t.id = c.task_id
      where c.user_id = ${userID} and c.state = 'active' and c.lease_until is not null and ${isParty}
      union all
      select 'review', t.id, null, s.review_by, ${ofTask}, s.created_at from ${round}
      where ${isManager} and s.author_id <> ${userID}
      union all
      select 'reviewed', t.id, null, s.review_by, ${ofTask}, s.created_at from ${round}
      where s.author_id = ${userID} and ${isParty}
      union all
      select 'answer', r.id, null, ${answerBy}, ${ofRequest} where ${pending} and r.user_id <> ${userID}
        and r.kind <> 'invitation' and ${isManager}
      union all
      select 'answer', r.id, null, ${answerBy}, ${ofRequest} where ${pending} and r.user_id = ${userID}
        and r.kind = 'invitation' and p.hidden_at is null
      union all
      select 'answered', r.id, null, ${answerBy}, ${ofRequest}
      where ${pending} and r.user_id = ${userID} and r.kind <> 'invitation' and ${mayOpenProject(userID)}
      union all
      select case when a.side = ${ownSide} then 'proposalSent' else 'proposal' end, a.id, null, a.ends_at, ${ofTask}, a.created_at
      from proposals a join claims c on c.id = a.claim_id join ${task} on t.id = c.task_id
      where a.state = 'open' and ${isSide}
      union all
      select 'state', d.id, null, d.state_by, ${ofTask}, d.opened_at
      from disputes d join claims c on c.id = d.claim_id join ${task} on t.id = c.task_id
      where d.state = 'stating' and d.side <> ${ownSide} and ${isSide}
      union all
      select 'pay', t.id, null, ${payDate}, ${ofTask}, c.claimed_at from ${due}
      where ${owed} and c.user_id <> ${userID} and ${isManager}
      union all
      select 'paid', t.id, null, ${payDate}, ${ofTask}, c.claimed_at from ${due}
      where ${owed} and c.user_id = ${userID} and ${isParty}
    ) d where coalesce(d.day, d.at::date) is not null
    order by 3 desc, d.kind, d.id limit ${CALENDAR_MAX}`.execute(db)
  return rows.toReversed()
}
