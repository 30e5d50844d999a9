import { sql } from 'kysely'
import type { RejectionReason } from '#shared/contract/index.ts'
import type { RequestKind } from '#shared/rules/membership.ts'
import { seenProject } from '#server/access/known-projects.ts'
import { hasLetter } from '#server/access/letters.ts'
import { clockColumns, type ClockRow } from '#server/access/request-clock.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { oneMoreThan } from '#server/http/bounded-list.ts'

/** A list of one person's own requests has at most this many entries. */
export const REQUESTS_MAX = 500

export type UserRequestRow = {
  id: string
  project_id: string
  title: string
  description: string
  skills: string
  kind: RequestKind
  task_id: string | null
  task_number: number | null
  role: 'admin' | 'member'
  message: string | null
  status: number
  created_at: Date
  updated_at: Date
  from_username: string
  from_name: string
  has_letter: boolean
  reject_reason: RejectionReason | null
  reject_text: string | null
} & ClockRow

const requests = (db: DbOrTx, viewerID: string) => {
  const seen = seenProject(viewerID)
  return db
    .selectFrom('project_requests as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('users as u', 'u.id', 'r.created_by')
    .where('r.withdrawn_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .select([
      'r.id',
      'r.project_id',
      seen.title.as('title'),
      seen.description.as('description'),
      seen.skills.as('skills'),
      'r.kind',
      'r.task_id',
      sql<number | null>`(select t.task_number from tasks t where t.id = r.task_id)`.as('task_number'),
      'r.role',
      'r.message',
      'r.status',
      'r.created_at',
      'r.updated_at',
      'u.username as from_username',
      'u.name as from_name',
      'r.reject_reason',
      'r.reject_text',
      ...clockColumns,
      hasLetter.as('has_letter'),
    ])
}

/**
 * A person's invitations or applications, newest first, without withdrawn ones. One row more than the list may hold
 * shows that there are more.
 */
export const findRequestsOf = (db: DbOrTx, userID: string, kinds: readonly RequestKind[]): Promise<UserRequestRow[]> =>
  requests(db, userID)
    .where('r.user_id', '=', userID)
    .where('r.kind', 'in', kinds)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(oneMoreThan(REQUESTS_MAX))
    .execute()

/** One request, when the viewer is a party of it: the person it is about, or an owner or admin of its project. */
export const findRequestFor = (db: DbOrTx, id: string, viewerID: string): Promise<UserRequestRow | undefined> =>
  requests(db, viewerID)
    .where('r.id', '=', id)
    .where((eb) =>
      eb.or([
        eb('r.user_id', '=', viewerID),
        eb.exists(
          eb
            .selectFrom('memberships as m')
            .whereRef('m.project_id', '=', 'r.project_id')
            .where('m.user_id', '=', viewerID)
            .where('m.role', 'in', ['owner', 'admin'])
            .select('m.role'),
        ),
      ]),
    )
    .executeTakeFirst()
