import { sql } from 'kysely'
import type { ProjectRole, Tier } from '#shared/contract/index.ts'
import { type AccessRequestKind, deriveMembershipStatus } from '#shared/rules/membership.ts'
import type { DbOrTx } from '../db/pool.ts'
import { prepared } from '../db/prepared.ts'
import { detailColumns, type ProjectRow } from './project-columns.ts'

/** The newest request between a person and a project that was not withdrawn. Applications to its tasks are none. */
export type RequestState = {
  id: string
  kind: AccessRequestKind
  status: number
  role: 'admin' | 'member'
  createdAt: Date
  /** When the clock closes it, unless the clock is stopped. */
  answerBy: Date
}
/** A project and one person's access to it: their role as a member, and their newest application or invitation. */
export type Access = { project: ProjectRow; role: ProjectRole | null; request: RequestState | null }

/** The project and the person's access to it; undefined when no project has that ID, or when it was deleted. */
export const accessOf = async (db: DbOrTx, projectID: string, userID: string): Promise<Access | undefined> => {
  const row = await db
    .selectFrom('projects as p')
    .innerJoin('users as c', 'c.id', 'p.created_by')
    .leftJoin('memberships as m', (join) => join.onRef('m.project_id', '=', 'p.id').on('m.user_id', '=', userID))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('project_requests as newest')
          .whereRef('newest.project_id', '=', 'p.id')
          .where('newest.user_id', '=', userID)
          .where('newest.withdrawn_at', 'is', null)
          .where('newest.task_id', 'is', null)
          .orderBy('newest.created_at', 'desc')
          .orderBy('newest.id', 'desc')
          .limit(1)
          .select([
            'newest.id as request_id',
            sql<AccessRequestKind>`newest.kind`.as('request_kind'),
            'newest.status as request_status',
            'newest.role as request_role',
            'newest.created_at as requested_at',
            'newest.answer_by as request_answer_by',
          ])
          .as('r'),
      (join) => join.onTrue(),
    )
    .where('p.id', '=', projectID)
    .where('p.deleted_at', 'is', null)
    .select([
      ...detailColumns,
      'm.role as member_role',
      'r.request_id',
      'r.request_kind',
      'r.request_status',
      'r.request_role',
      'r.requested_at',
      'r.request_answer_by',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const {
    member_role,
    request_id,
    request_kind,
    request_status,
    request_role,
    requested_at,
    request_answer_by,
    ...project
  } = row
  const request =
    request_id !== null &&
    request_kind !== null &&
    request_status !== null &&
    request_role !== null &&
    requested_at !== null &&
    request_answer_by !== null
      ? {
          id: request_id,
          kind: request_kind,
          status: request_status,
          role: request_role,
          createdAt: requested_at,
          answerBy: request_answer_by,
        }
      : null
  return { project, role: member_role, request }
}

/** The access as the contract numbers it: 0 applied, 1 member, 5 rejected, 6 invited, null for none. */
export const membershipStatusOf = ({ role, request }: Access) => deriveMembershipStatus(role, request)

/**
 * A member's access as tasks need it: the role decides which changes the member may make, the tier what a task earns.
 */
export type MemberAccess = { role: ProjectRole; tier: Tier; last_active_at: Date | null }

/** Undefined when the person is not a member, or when there is no such project. */
export const memberAccessOf = async (
  db: DbOrTx,
  projectID: string,
  userID: string,
): Promise<MemberAccess | undefined> => {
  const { rows } = await sql<MemberAccess>`${prepared}
    select m.role, m.last_active_at, p.tier from memberships m join projects p on p.id = m.project_id
    where m.project_id = ${projectID} and m.user_id = ${userID} and p.deleted_at is null`.execute(db)
  return rows[0]
}
