import { sql } from 'kysely'
import type { PrivateLabel, ProjectRole, RejectionReason } from '#shared/contract/index.ts'
import type { RequestKind } from '#shared/rules/membership.ts'
import { hasLetter } from '#server/access/letters.ts'
import { clockColumns, type ClockRow } from '#server/access/request-clock.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { namePattern } from '#server/db/text-search.ts'
import { oneMoreThan } from '#server/http/bounded-list.ts'
import type { EndedRow } from './decisions-repository.ts'

export const MEMBERS_MAX = 1_000
export const REQUESTS_MAX = 500

export type MemberRow = {
  user_id: string
  username: string
  name: string
  email: string
  skills: string[]
  role: ProjectRole
  joined_at: Date
  last_active_at: Date | null
}

/**
 * A project's members: owners, admins, members, each in the order in which they joined. One row more than the list may
 * hold shows that there are more.
 */
export const findMembers = (db: DbOrTx, projectID: string): Promise<MemberRow[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.project_id', '=', projectID)
    .orderBy(sql`array_position(array['owner', 'admin', 'member'], m.role)`)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .limit(oneMoreThan(MEMBERS_MAX))
    .select(['m.user_id', 'u.username', 'u.name', 'u.email', 'u.skills', 'm.role', 'm.joined_at', 'm.last_active_at'])
    .execute()

export type ProjectRequestRow = {
  id: string
  user_id: string
  username: string
  name: string
  email: string
  kind: RequestKind
  task_id: string | null
  task_number: number | null
  task_title: string | null
  role: 'admin' | 'member'
  message: string | null
  status: number
  created_at: Date
  updated_at: Date
  has_letter: boolean
  reject_reason: RejectionReason | null
  reject_text: string | null
  label: Exclude<PrivateLabel, 'none'> | null
  has_notes: boolean
  headline: string
  reputation: number
  creators: number
  skills: string[]
  project_skills: string
  /** The letter, once somebody of the project has opened it. */
  seen_letter: string | null
} & ClockRow &
  EndedRow

/** The most characters of a letter that a list reads. */
const OPENING_READ = 600

/**
 * A project's applications or invitations, newest first, without withdrawn ones. One row more than the list may hold
 * shows that there are more.
 */
export const findProjectRequests = (
  db: DbOrTx,
  projectID: string,
  kinds: readonly RequestKind[],
): Promise<ProjectRequestRow[]> =>
  db
    .selectFrom('project_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .leftJoin('users as a', 'a.id', 'r.answered_by')
    .leftJoin('private_marks as k', 'k.request_id', 'r.id')
    .where('r.project_id', '=', projectID)
    .where('r.kind', 'in', kinds)
    .where('r.withdrawn_at', 'is', null)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(oneMoreThan(REQUESTS_MAX))
    .select([
      'r.id',
      'r.user_id',
      'u.username',
      'u.name',
      'u.email',
      'u.headline',
      'u.reputation',
      'u.reputation_creators as creators',
      'u.skills',
      'p.skills as project_skills',
      sql<string | null>`case when r.seen_at is not null then left(r.letter, ${sql.lit(OPENING_READ)}) end`.as(
        'seen_letter',
      ),
      'r.kind',
      'r.task_id',
      sql<number | null>`(select t.task_number from tasks t where t.id = r.task_id)`.as('task_number'),
      sql<string | null>`(select t.title from tasks t where t.id = r.task_id)`.as('task_title'),
      'r.role',
      'r.message',
      'r.status',
      'r.created_at',
      'r.updated_at',
      'r.withdrawn_at',
      'r.expired_at',
      'r.answered_at',
      'a.id as answerer_id',
      'a.username as answerer',
      'a.name as answerer_name',
      'r.reject_reason',
      'r.reject_text',
      'k.label',
      sql<boolean>`coalesce(k.notes, '') <> ''`.as('has_notes'),
      ...clockColumns,
      hasLetter.as('has_letter'),
    ])
    .execute()

export type PersonRow = { id: string; username: string; name: string; email: string }

/** The members whose name contains the folded text, or whose address is exactly `email`; all members without a text. */
export const findMembersByText = (
  db: DbOrTx,
  projectID: string,
  text: { folded: string; email: string } | null,
  limit: number,
): Promise<PersonRow[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.project_id', '=', projectID)
    .$if(text !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('u.search_name', 'like', namePattern(text?.folded ?? '')),
          eb(sql`lower(u.email)`, '=', text?.email ?? ''),
        ]),
      ),
    )
    .orderBy(sql`lower(u.username collate "C")`)
    .limit(limit)
    .select(['u.id', 'u.username', 'u.name', 'u.email'])
    .execute()

/** People in the talent directory who are not members of the project, highest reputation first. */
export const findOthers = async (db: DbOrTx, projectID: string, limit: number): Promise<PersonRow[]> => {
  const { rows } = await sql<PersonRow>`
    select u.id, u.username, u.name, u.email from users u
    where u.show_in_talent_directory and u.is_email_verified and u.suspended_at is null and u.deletion_due_at is null
      and not exists (select 1 from memberships m where m.project_id = ${projectID} and m.user_id = u.id)
    order by u.reputation desc, u.id limit ${limit}`.execute(db)
  return rows
}

export const updateRole = async (tx: Tx, projectID: string, userID: string, role: ProjectRole): Promise<void> => {
  await send(
    tx,
    tx.updateTable('memberships').set({ role }).where('project_id', '=', projectID).where('user_id', '=', userID),
  )
}

export const deleteMember = async (tx: Tx, projectID: string, userID: string): Promise<void> => {
  await send(tx, tx.deleteFrom('memberships').where('project_id', '=', projectID).where('user_id', '=', userID))
}
