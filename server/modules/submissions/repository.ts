import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AiUse } from '#shared/contract/task-offer.ts'
import { knownPeople, partyOf } from '#server/access/party.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'

export type SubmissionState = 'open' | 'accepted' | 'changes' | 'withdrawn'
export type SubmittedFile = { id: string; name: string; size: number }
export type Remark = { text: string; isDone: boolean; remark: string }

export type SubmissionRow = {
  id: string
  task_id: string
  project_id: string
  round: number
  state: SubmissionState
  author_id: string
  author_username: string
  author_name: string
  request_hash: string
  note: string
  links: string[]
  files: SubmittedFile[]
  /** Those of its files that are still there. */
  kept_files: string[]
  remarks: Remark[]
  ai_use: AiUse | null
  created_at: Date
  answered_by: string | null
  answered_by_username: string | null
  answered_by_name: string | null
  answered_at: Date | null
  answer: string
}

const columns = sql`s.id, s.task_id, t.project_id, s.round, s.state, s.author_id, author.username as author_username, author.name as author_name,
  s.request_hash, s.note, s.links, s.files, s.remarks, s.ai_use, s.created_at, s.answered_by, answerer.username as answered_by_username,
  answerer.name as answered_by_name,
  s.answered_at, s.answer, array(
    select f.id from files f where f.project_id = t.project_id and f.state = 'stored'
      and f.id in (select (file ->> 'id')::uuid from jsonb_array_elements(s.files) as file)) as kept_files`
const rounds = sql`submissions s join tasks t on t.id = s.task_id join users author on author.id = s.author_id
  left join users answerer on answerer.id = s.answered_by`

export type ListedRound = SubmissionRow & { is_answerer_known: boolean }

/** All rounds of a task, newest first; undefined for anybody but members of its project and its guest. */
export const findRounds = async (db: DbOrTx, taskID: string, userID: string): Promise<ListedRound[] | undefined> => {
  const known = knownPeople({ task: sql`t.id`, project: sql`t.project_id`, since: sql`m.guest_since` })
  const { rows } = await sql<ListedRound | { id: null }>`${prepared}
    select r.*, m.guest_claim is null or r.answered_by is null or coalesce(r.answered_by in (${known}), false) as is_answerer_known
    from tasks t join projects p on p.id = t.project_id cross join lateral ${partyOf(userID)} as m
      left join lateral (select ${columns} from ${rounds} where s.task_id = ${taskID}::uuid) as r on true
    where t.id = ${taskID} and p.deleted_at is null and t.deleted_at is null
    order by r.round desc`.execute(db)
  if (rows.length === 0) return undefined
  return rows.filter((row): row is ListedRound => row.id !== null)
}

/** The rounds that were handed in under a claim, newest first. */
export const findOfClaim = async (db: DbOrTx, claimID: string): Promise<SubmissionRow[]> => {
  const { rows } = await sql<SubmissionRow>`
    select ${columns} from ${rounds} where s.claim_id = ${claimID} order by s.round desc`.execute(db)
  return rows
}

/** One round of a task. */
export const findRound = async (db: DbOrTx, taskID: string, round: number): Promise<SubmissionRow | undefined> => {
  const { rows } = await sql<SubmissionRow>`
    select ${columns} from ${rounds} where s.task_id = ${taskID} and s.round = ${round}`.execute(db)
  return rows[0]
}

/** The round that the person has handed in under this key. */
export const findByKey = async (
  db: DbOrTx,
  { taskID, authorID, key }: { taskID: string; authorID: string; key: string },
): Promise<SubmissionRow | undefined> => {
  const { rows } = await sql<SubmissionRow>`
    select ${columns} from ${rounds}
    where s.task_id = ${taskID} and s.author_id = ${authorID} and s.idempotency_key = ${key}`.execute(db)
  return rows[0]
}

/** The number of the task's last round; 0 before the first. */
export const findLastRound = async (db: DbOrTx, taskID: string): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(round), 0)::int as last from submissions where task_id = ${taskID}`.execute(db)
  return rows[0]?.last ?? 0
}

/** Those of these files that the project has, in the order of `ids`. */
export const findFiles = async (db: DbOrTx, projectID: string, ids: readonly string[]): Promise<SubmittedFile[]> => {
  const rows = await db
    .selectFrom('files')
    .where('project_id', '=', projectID)
    .where('state', '=', 'stored')
    .where('id', 'in', [...ids, projectID])
    .select(['id', 'name', 'size_bytes'])
    .execute()
  const byID = new Map(rows.map(({ id, name, size_bytes }) => [id, { id, name, size: size_bytes }]))
  return ids.flatMap((id) => byID.get(id) ?? [])
}

/** The lines of a task's 'Done when'. */
export const findLines = async (
  db: DbOrTx,
  taskID: string,
): Promise<{ id: string; text: string; isDone: boolean }[]> => {
  const { rows } = await sql<{ done_when: { id: string; text: string; isDone: boolean }[] }>`
    select done_when from tasks where id = ${taskID}`.execute(db)
  return rows[0]?.done_when ?? []
}

export type NewRound = {
  taskID: string
  round: number
  authorID: string
  key: string
  requestHash: string
  note: string
  links: readonly string[]
  files: readonly SubmittedFile[]
  remarks: readonly Remark[]
  aiUse: AiUse | null
  claimID: string | null
  reviewBy: Date | null
  now: Date
}

/** Adds a round that waits for its answer. Returns its ID. */
export const insertRound = async (tx: Tx, round: NewRound): Promise<string> => {
  const id = uuidv7()
  await send(
    tx,
    tx.insertInto('submissions').values({
      id,
      task_id: round.taskID,
      round: round.round,
      author_id: round.authorID,
      idempotency_key: round.key,
      request_hash: round.requestHash,
      note: round.note,
      links: [...round.links],
      files: JSON.stringify(round.files),
      remarks: JSON.stringify(round.remarks),
      ai_use: round.aiUse,
      created_at: round.now,
      claim_id: round.claimID,
      review_by: round.reviewBy,
    }),
  )
  return id
}

export type Closing = {
  taskID: string
  round: number
  state: Exclude<SubmissionState, 'open'>
  by: string | null
  answer: string
  now: Date
}

/** Closes a round that is open. Returns its ID and author. Throws when it is not open. */
export const closeRound = async (
  tx: Tx,
  { taskID, round, state, by, answer, now }: Closing,
): Promise<{ id: string; author_id: string }> =>
  tx
    .updateTable('submissions')
    .set({ state, answered_by: by, answered_at: now, answer })
    .where('task_id', '=', taskID)
    .where('round', '=', round)
    .where('state', '=', 'open')
    .returning(['id', 'author_id'])
    .executeTakeFirstOrThrow()

/** Whether no other owner or admin of the project is there. */
export const isOnlyManager = async (db: DbOrTx, projectID: string, userID: string): Promise<boolean> => {
  const other = await db
    .selectFrom('memberships')
    .where('project_id', '=', projectID)
    .where('user_id', '<>', userID)
    .where('role', 'in', ['owner', 'admin'])
    .select('user_id')
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** Rounds that still wait though their review date is over, earliest first, with the days that the offer had promised. */
export const findOverdueRounds = async (
  db: DbOrTx,
  now: Date,
  limit: number,
): Promise<Array<{ taskID: string; round: number; days: number }>> => {
  const { rows } = await sql<{ taskID: string; round: number; days: number }>`
    select s.task_id as "taskID", s.round, round(extract(epoch from s.review_by - s.created_at - coalesce((
        select d.ended_at - d.opened_at from disputes d where d.claim_id = s.claim_id and d.opened_at >= s.created_at
      ), interval '0')) / 86400)::int as days
    from submissions s join tasks t on t.id = s.task_id join projects p on p.id = t.project_id
    where s.state = 'open' and s.review_by <= ${now}::timestamptz and t.deleted_at is null and p.deleted_at is null
    order by s.review_by, s.id limit ${limit}`.execute(db)
  return rows
}

export type DueReminder = {
  id: string
  taskID: string
  projectID: string
  authorID: string
  round: number
  reminder: 'half' | 'lastDay'
}
/** Rounds of whose review date owners and admins are to be reminded: at half of the time, and a day before its end. */
export const findRoundsToRemind = async (db: DbOrTx, now: Date, limit: number): Promise<DueReminder[]> => {
  const last = sql`s.review_by - interval '24 hours'`
  const half = sql`s.created_at + (s.review_by - s.created_at) / 2`
  const { rows } = await sql<DueReminder>`
    select s.id, s.task_id as "taskID", t.project_id as "projectID", s.author_id as "authorID", s.round,
      case when ${last} <= ${now}::timestamptz then 'lastDay' else 'half' end as reminder
    from submissions s join tasks t on t.id = s.task_id join projects p on p.id = t.project_id
    where s.state = 'open' and s.review_by > ${now}::timestamptz and t.deleted_at is null and p.deleted_at is null
      and case when ${last} <= ${now}::timestamptz then s.last_reminded_at is null
        else ${half} <= ${now}::timestamptz and s.half_reminded_at is null end
    order by s.review_by, s.id limit ${limit}`.execute(db)
  return rows
}

/** Notes that a reminder was given; false when it was before, or when the round has its answer. */
export const noteReminded = async (tx: Tx, { id, reminder }: DueReminder, now: Date): Promise<boolean> => {
  const column = reminder === 'half' ? 'half_reminded_at' : 'last_reminded_at'
  const noted = await tx
    .updateTable('submissions')
    .set({ [column]: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(column, 'is', null)
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}
