import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AccessRequestKind } from '#shared/rules/membership.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { prepared } from '../db/prepared.ts'
import { requireNotHidden } from './hidden.ts'

const DAY_MS = 24 * 60 * 60_000

type NewRequest = {
  projectID: string
  userID: string
  kind: AccessRequestKind
  role: 'admin' | 'member'
  message: string | null
  createdBy: string
  /** In how many days it is to be answered. */
  days: number
  now: Date
}

/** Opens a request and returns its ID; undefined when there is an open one already. Errors: 409 in a hidden project. */
export const insertRequest = async (tx: Tx, request: NewRequest): Promise<string | undefined> => {
  const insert = tx
    .insertInto('project_requests')
    .values({
      id: uuidv7(),
      project_id: request.projectID,
      user_id: request.userID,
      kind: request.kind,
      role: request.role,
      message: request.message,
      status: requestStatus.pending,
      created_by: request.createdBy,
      created_at: request.now,
      updated_at: request.now,
      clock_from: request.now,
      answer_by: new Date(request.now.getTime() + request.days * DAY_MS),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'user_id'])
        // This repeats the condition of the partial index, without which PostgreSQL cannot tell which index is meant.
        .where(sql<boolean>`status = 0 and withdrawn_at is null and task_id is null`)
        .doNothing(),
    )
    .returning('id')
  const [, row] = await Promise.all([requireNotHidden(tx, request.projectID), insert.executeTakeFirst()])
  return row?.id
}

/** The task that a request is to, as answers have it; null for one to the project. */
export const taskOfRequest = (id: string | null, number: number | null): { id: string; taskId: string } | null =>
  id === null || number === null ? null : { id, taskId: String(number) }

type TaskKey = { taskID: string; userID: string; key: string }
type NewTaskApplication = TaskKey & { id: string; projectID: string; letter: string | null; now: Date }

/** The application to a task that the person has made under this key. */
export const findTaskApplication = async (
  db: DbOrTx,
  { taskID, userID, key }: TaskKey,
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from project_requests
    where task_id = ${taskID} and user_id = ${userID} and idempotency_key = ${key}`.execute(db)
  return rows[0]?.id
}

/** Opens an application to a task. Returns false when the person has an open one to it, or has used the key before. */
export const insertTaskApplication = async (
  tx: Tx,
  { id, projectID, taskID, userID, letter, key, now }: NewTaskApplication,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into project_requests (id, project_id, task_id, user_id, kind, letter, created_by, created_at, updated_at,
      clock_from, answer_by, idempotency_key)
    select ${id}::uuid, p.id, ${taskID}::uuid, ${userID}::uuid, 'taskApplication', ${letter}, ${userID}::uuid, ${now}, ${now},
      ${now}, ${now}::timestamptz + p.answers_within_days * interval '24 hours', ${key}
    from projects p where p.id = ${projectID}
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

type Closing = {
  taskID: string
  /** Who has the task from now on; everybody else's application is rejected. */
  holderID: string | null
  reason: 'otherChosen' | 'projectChanged'
  by: string | null
  now: Date
}
export type ClosedApplication = { id: string; userID: string; isChosen: boolean }
/**
 * The statement that answers all open applications to a task. The project's row is held to be changed, as every answer holds it.
 */
export const closingTaskApplications = ({
  taskID,
  holderID,
  reason,
  by,
  now,
}: Closing): RawBuilder<ClosedApplication> => {
  const isChosen = sql`user_id is not distinct from ${holderID}::uuid`
  return sql<ClosedApplication>`${prepared}
    update project_requests set answered_at = ${now}, answered_by = ${by}, updated_at = ${now},
      status = case when ${isChosen} then ${sql.lit(requestStatus.approved)} else ${sql.lit(requestStatus.rejected)} end,
      reject_reason = case when ${isChosen} then null else ${reason} end
    where task_id = ${taskID} and status = ${sql.lit(requestStatus.pending)} and withdrawn_at is null
    returning id, user_id as "userID", ${isChosen} as "isChosen"`
}
