import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DbOrTx, Tx } from '#server/db/pool.ts'

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
  request_hash: string
  note: string
  links: string[]
  files: SubmittedFile[]
  /** Those of its files that are still there. */
  kept_files: string[]
  remarks: Remark[]
  created_at: Date
  answered_by: string | null
  answered_by_username: string | null
  answered_at: Date | null
  answer: string
}

const columns = sql`s.id, s.task_id, t.project_id, s.round, s.state, s.author_id, author.username as author_username,
  s.request_hash, s.note, s.links, s.files, s.remarks, s.created_at, s.answered_by, answerer.username as answered_by_username,
  s.answered_at, s.answer, array(
    select f.id from files f where f.project_id = t.project_id and f.state = 'stored'
      and f.id in (select (file ->> 'id')::uuid from jsonb_array_elements(s.files) as file)) as kept_files`
const rounds = sql`submissions s join tasks t on t.id = s.task_id join users author on author.id = s.author_id
  left join users answerer on answerer.id = s.answered_by`

/** All rounds of a task, newest first; undefined for anybody but members of its project. */
export const findRounds = async (db: DbOrTx, taskID: string, userID: string): Promise<SubmissionRow[] | undefined> => {
  const { rows } = await sql<SubmissionRow | { id: null }>`
    select r.* from tasks task join projects p on p.id = task.project_id
      join memberships m on m.project_id = task.project_id and m.user_id = ${userID}
      left join lateral (select ${columns} from ${rounds} where s.task_id = task.id) as r on true
    where task.id = ${taskID} and p.deleted_at is null and task.deleted_at is null
    order by r.round desc`.execute(db)
  if (rows.length === 0) return undefined
  return rows.filter((row): row is SubmissionRow => row.id !== null)
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
  now: Date
}

/** Adds a round that waits for its answer. Returns its ID. */
export const insertRound = async (tx: Tx, round: NewRound): Promise<string> => {
  const id = uuidv7()
  await tx
    .insertInto('submissions')
    .values({
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
      created_at: round.now,
    })
    .execute()
  return id
}

export type Closing = {
  taskID: string
  round: number
  state: Exclude<SubmissionState, 'open'>
  by: string
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
