import { sql } from 'kysely'
import type { RequestKind } from '#shared/rules/membership.ts'
import type { DbOrTx } from '#server/db/pool.ts'

/** The projects that a person is a member of, also those that are archived or deleted. */
export const findProjectIDs = async (db: DbOrTx, userID: string): Promise<string[]> => {
  const rows = await db.selectFrom('memberships').select('project_id').where('user_id', '=', userID).execute()
  return rows.map(({ project_id }) => project_id)
}

/** Whether the project goes on: it is neither archived nor deleted. */
export const isLive = async (db: DbOrTx, projectID: string): Promise<boolean> =>
  (await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectID)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

export type OpenRequest = { id: string; projectID: string; kind: RequestKind }

/** The requests between a person and projects that nobody has answered. */
export const findOpenRequests = async (db: DbOrTx, userID: string): Promise<OpenRequest[]> => {
  const { rows } = await sql<OpenRequest>`
    select id, project_id as "projectID", kind from project_requests
    where user_id = ${userID} and status = 0 and withdrawn_at is null`.execute(db)
  return rows
}
