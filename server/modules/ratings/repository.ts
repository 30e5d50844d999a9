import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ProjectRole } from '#shared/contract/index.ts'
import type { RatingSide } from '#shared/contract/ratings.ts'
import { RATING_DAYS } from '#shared/contract/ratings.ts'
import type { ReportPart } from '#shared/contract/reports.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { OBJECTION_DAYS } from '#shared/rules/reward-state.ts'
import { isListed } from '#server/access/known-projects.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

/** The due `d` is settled, and nobody was asked for a review of it. */
const isSettled = (now: Date) => sql`d.paid_at is not null and d.asked_at is null and d.is_counted
  and (d.unanswered_since is null or d.unanswered_since <= ${daysAfter(now, -OBJECTION_DAYS)}::timestamptz)`

/**
 * Why a review is due: what the triggers `memberships_rated` and `projects_rated` noted, and claims that are settled. A pair whose
 * time is over waits until it is revealed, and is asked again then.
 */
const causes = (now: Date) => sql`
  select project_id, worker_id from (
    select project_id, worker_id from rating_causes
    union
    select c.project_id, c.user_id from payer_dues d join claims c on c.id = d.claim_id
    where ${isSettled(now)}) as cause
  where not exists (
    select from rating_dues o where o.project_id = cause.project_id and o.worker_id = cause.worker_id
      and o.revealed_at is null and o.ends_at <= ${now}::timestamptz)`

export type Cause = { project_id: string; worker_id: string }
export const findCauses = async (db: DbOrTx, now: Date, limit: number): Promise<Cause[]> => {
  const { rows } = await sql<Cause>`select * from (${causes(now)}) as c order by 1, 2 limit ${limit}`.execute(db)
  return rows
}

/** Takes the causes of this pair; false when another process has. The project's row is held. */
export const takeCauses = async (tx: Tx, { project_id, worker_id }: Cause, now: Date): Promise<boolean> => {
  const { rows } = await sql<Cause>`
    select * from (${causes(now)}) as c where project_id = ${project_id} and worker_id = ${worker_id}`.execute(tx)
  if (rows.length === 0) return false
  await send(tx, sql`delete from rating_causes where project_id = ${project_id} and worker_id = ${worker_id}`)
  await send(
    tx,
    sql`update payer_dues d set asked_at = ${now} from claims c
    where c.id = d.claim_id and c.project_id = ${project_id} and c.user_id = ${worker_id}
      and ${isSettled(now)}`,
  )
  return true
}

/** Makes a review due, unless one is or the account is deleted; its ID, or undefined. */
export const openDue = async (tx: Tx, { project_id, worker_id }: Cause, now: Date): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    insert into rating_dues (id, project_id, worker_id, opened_at, ends_at)
    select ${uuidv7()}::uuid, ${project_id}::uuid, u.id, ${now}::timestamptz, ${daysAfter(now, RATING_DAYS)}::timestamptz
    from users u where u.id = ${worker_id} and u.deleted_at is null
    on conflict (project_id, worker_id) where revealed_at is null do nothing returning id`.execute(tx)
  return rows[0]?.id
}

export type DueRow = {
  id: string
  project_id: string
  worker_id: string
  creator_id: string
  ends_at: Date
  count: number
}
const dues = sql`select d.id, d.project_id, d.worker_id, p.created_by as creator_id, d.ends_at,
    (select count(*)::int from ratings r where r.due_id = d.id) as count
  from rating_dues d join projects p on p.id = d.project_id where d.revealed_at is null`

export const findOver = async (db: DbOrTx, now: Date, limit: number): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`${dues} and d.ends_at <= ${now}::timestamptz order by d.ends_at, d.id limit ${limit}`.execute(db) // prettier-ignore
  return rows
}

/** What is due in a project: of one pair, or of all its pairs. */
export const findOpen = async (db: DbOrTx, projectID: string, workerID: string | null): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    ${dues} and d.project_id = ${projectID} and (${workerID}::uuid is null or d.worker_id = ${workerID}::uuid)
    order by d.id limit 2`.execute(db)
  return rows
}

/** Lets everybody read what was given; false when that was done already. The project's row is held. */
export const reveal = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    update rating_dues set revealed_at = ${now} where id = ${id} and revealed_at is null returning id`.execute(tx)
  return rows.length > 0
}

export type Marks = { again: boolean; clear: number; mark: number; on_time: number; text: string }
export type RatingRow = Marks & {
  id: string
  due_id: string
  project_id: string
  worker_id: string
  side: RatingSide
  author_id: string
  rated_id: string
  ends_at: Date
  revealed_at: Date | null
  created_at: Date
  answer: string | null
  answered_by: string | null
  hidden_at: Date | null
  answer_hidden_at: Date | null
}
const columns = sql`r.id, r.due_id, d.project_id, d.worker_id, r.side, r.author_id, r.rated_id, d.ends_at, d.revealed_at,
  r.again, r.clear, r.mark, r.on_time, r.text, r.created_at, r.answer, r.answered_by, r.hidden_at, r.answer_hidden_at`

export const findRating = async (db: DbOrTx, id: string): Promise<RatingRow | undefined> => {
  const { rows } = await sql<RatingRow>`
    select ${columns} from ratings r join rating_dues d on d.id = r.due_id where r.id = ${id}`.execute(db)
  return rows[0]
}

type NewRating = Marks & { due: DueRow; side: RatingSide; author_id: string; now: Date }
/** Writes a review; undefined when that side has given one. */
export const insertRating = async (tx: Tx, { due, side, author_id, now, ...marks }: NewRating) => {
  const id = uuidv7()
  const row = await tx
    .insertInto('ratings')
    .values({
      ...{ id, due_id: due.id, side, author_id, rated_id: side === 'worker' ? due.creator_id : due.worker_id },
      ...{ ...marks, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(['due_id', 'side']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const changeRating = async (tx: Tx, id: string, marks: Marks, now: Date): Promise<void> => {
  await send(
    tx,
    tx
      .updateTable('ratings')
      .set({ ...marks, changed_at: now })
      .where('id', '=', id),
  )
}

export const answerRating = async (tx: Tx, id: string, { text, by, now }: { text: string; by: string; now: Date }) => {
  await send(
    tx,
    tx.updateTable('ratings').set({ answer: text, answered_at: now, answered_by: by }).where('id', '=', id),
  )
}

/** Hides a review, or its answer, at this time, or shows it; false where it was so before. */
export const setHidden = async (tx: Tx, id: string, part: ReportPart, at: Date | null): Promise<boolean> => {
  const column = part === 'answer' ? 'answer_hidden_at' : 'hidden_at'
  const row = await tx
    .updateTable('ratings')
    .set({ [column]: at })
    .where('id', '=', id)
    .where(column, at === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A person's role in a project, also after its deletion: its reviews go on. */
export const findRole = async (db: DbOrTx, projectID: string, userID: string): Promise<ProjectRole | null> =>
  (
    await db
      .selectFrom('memberships')
      .select('role')
      .where('project_id', '=', projectID)
      .where('user_id', '=', userID)
      .executeTakeFirst()
  )?.role ?? null

/** Whether a person has, or had, a part in a project's work: a claim, or a task that they have completed. */
export const hasPart = async (db: DbOrTx, projectID: string, userID: string): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from claims c where c.project_id = ${projectID} and c.user_id = ${userID})
      or exists (select from rating_dues d where d.project_id = ${projectID} and d.worker_id = ${userID})
      or exists (select from tasks t where t.project_id = ${projectID} and t.assigned_to_id = ${userID} and t.status = 4
        and t.deleted_at is null) as has`.execute(db)
  return rows[0]?.has === true
}

export type OwnDueRow = {
  id: string
  side: RatingSide
  project_id: string
  title: string
  worker_id: string
  username: string
  name: string
  ends_at: Date
  is_given: boolean
  own: (Marks & { id: string; author_id: string }) | null
}
/** What a person can give now: as who worked, and as owner or admin. The other side's is never read. */
export const findOwnDues = async (db: DbOrTx, userID: string, now: Date, limit: number): Promise<OwnDueRow[]> => {
  const { rows } = await sql<OwnDueRow>`
    select d.id, d.side, d.project_id, p.title, d.worker_id, w.username, w.name, d.ends_at, r.id is not null as is_given,
      case when r.author_id = ${userID} then to_jsonb(r) end as own
    from (
      select o.*, 'worker' as side from rating_dues o where o.worker_id = ${userID}
      union all
      select o.*, 'payer' from memberships m join rating_dues o on o.project_id = m.project_id
      where m.user_id = ${userID} and m.role in ('owner', 'admin') and o.worker_id <> ${userID}
    ) as d join projects p on p.id = d.project_id join users w on w.id = d.worker_id
      left join ratings r on r.due_id = d.id and r.side = d.side
    where d.revealed_at is null and d.ends_at > ${now}::timestamptz order by d.ends_at, d.id limit ${limit}`.execute(db)
  return rows
}

export type ShownRow = RatingRow & {
  username: string | null
  name: string | null
  /** Whether the viewer is an owner or admin of the project. */
  manages: boolean
  shown_project: string | null
  title: string | null
}
const shown = (where: RawBuilder<unknown>, viewerID: string | null) => sql`
  select ${columns}, u.username, u.name, p.id as shown_project, p.title, exists (
    select from memberships m where m.project_id = d.project_id and m.user_id = ${viewerID}::uuid and m.role in ('owner', 'admin')
  ) as manages
  from ratings r join rating_dues d on d.id = r.due_id and d.revealed_at is not null
    left join users u on u.id = r.author_id and u.deleted_at is null
    left join projects p on p.id = d.project_id and p.deleted_at is null and ${isListed}
  where ${where}`

export const findShown = async (db: DbOrTx, id: string, viewerID: string | null): Promise<ShownRow | undefined> => {
  const { rows } = await sql<ShownRow>`${shown(sql`r.id = ${id}`, viewerID)}`.execute(db)
  return rows[0]
}

/** A page of what both sides can read about a person, newest first, and how many there are. */
export const findOfPerson = async (
  db: DbOrTx,
  userID: string,
  { page, limit, viewerID }: { page: number; limit: number; viewerID: string | null },
): Promise<{ rows: ShownRow[]; total: number }> => {
  const { rows } = await sql<ShownRow>`
    ${shown(sql`r.rated_id = ${userID}`, viewerID)} order by d.revealed_at desc, r.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ratings r join rating_dues d on d.id = r.due_id and d.revealed_at is not null
    where r.rated_id = ${userID}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export type AverageRow = {
  side: RatingSide
  pairs: number
  again: number
  clear: number
  mark: number
  on_time: number
}
/** Means of what both sides can read, each pair counting once with the mean of its reviews. */
export const findAverages = async (db: DbOrTx, userID: string): Promise<AverageRow[]> => {
  const { rows } = await sql<AverageRow>`
    select side, count(*)::int as pairs, avg(again)::float8 as again, avg(clear)::float8 as clear,
      avg(mark)::float8 as mark, avg(on_time)::float8 as on_time
    from (
      select r.side, avg(r.again::int) as again, avg(r.clear) as clear, avg(r.mark) as mark, avg(r.on_time) as on_time
      from ratings r join rating_dues d on d.id = r.due_id and d.revealed_at is not null
        join projects p on p.id = d.project_id
      where r.rated_id = ${userID} group by r.side, case r.side when 'payer' then p.created_by else d.worker_id end
    ) as pairs group by side`.execute(db)
  return rows
}

export const hasRatings = async (db: DbOrTx, dueID: string): Promise<boolean> =>
  (await db.selectFrom('ratings').select('id').where('due_id', '=', dueID).limit(1).executeTakeFirst()) !== undefined
