import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { RequestKind } from '#shared/rules/membership.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import type { Tx } from '../db/pool.ts'

const DAY_MS = 24 * 60 * 60_000

type NewRequest = {
  projectID: string
  userID: string
  kind: RequestKind
  role: 'admin' | 'member'
  message: string | null
  createdBy: string
  /** In how many days it is to be answered. */
  days: number
  now: Date
}

/** Opens a request and returns its ID; undefined when there is an open one already. */
export const insertRequest = async (tx: Tx, request: NewRequest): Promise<string | undefined> => {
  const row = await tx
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
        .where(sql<boolean>`status = 0 and withdrawn_at is null`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
