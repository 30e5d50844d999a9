import { sql } from 'kysely'
import type { ProjectRole, UserSettings } from '#shared/contract/index.ts'
import { requestStatus, taskStatus } from '#shared/rules/statuses.ts'
import { listSelection, type ProjectListRow } from '#server/access/project-columns.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { oneMoreThan } from '#server/http/bounded-list.ts'

/** A list of one person's own entries has at most this many. */
export const OWN_MAX = 500

export const findAccount = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('users')
    .select([
      'email',
      'is_administrator',
      'welcomed_at',
      'id',
      'username',
      'name',
      'headline',
      'bio',
      'reputation',
      'reputation_creators as creators',
      'skills',
    ])
    .select(['links', 'hours_per_week'])
    .where('id', '=', userID)
    .executeTakeFirstOrThrow()

/** Projects the person owns or works on, newest first. */
export const findMemberProjects = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .where('m.user_id', '=', userID)
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(OWN_MAX)
    .select(['p.id', 'p.title', 'p.description', 'p.tier', 'p.created_at', 'm.role', 'm.joined_at'])
    .execute()

export const isWorkingAnywhere = async (db: DbOrTx, userID: string): Promise<boolean> =>
  (await db
    .selectFrom('memberships as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .where('m.user_id', '=', userID)
    .where('m.role', 'in', ['admin', 'member'])
    .where('p.deleted_at', 'is', null)
    .select('p.id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export type OwnProjectRow = ProjectListRow & {
  /** The member's role, or the role that the open request offers. */
  role: ProjectRole
  /** Null for members. */
  pending: 'application' | 'invitation' | null
  has_started: boolean
}

/**
 * The projects that the person owns, works on, applied to or is invited to, newest first. One row more than the list
 * may hold shows that there are more.
 */
export const findOwnProjects = async (db: DbOrTx, userID: string): Promise<OwnProjectRow[]> => {
  const { rows } = await sql<OwnProjectRow>`
    with related as (
      select project_id, role, null as pending from memberships where user_id = ${userID}
      union all
      select r.project_id, r.role, r.kind from project_requests r
      where r.user_id = ${userID} and r.status = ${requestStatus.pending} and r.withdrawn_at is null
        and r.task_id is null and not exists (
          select from projects h where h.id = r.project_id and h.hidden_at is not null)
    )
    select ${listSelection}, related.role, related.pending,
      related.pending is null and p.id in (
        select t.project_id from tasks t where t.assigned_to_id = ${userID}
          and t.status in (${sql.join([taskStatus.inProgress, taskStatus.underReview, taskStatus.completed])})
          and t.deleted_at is null
      ) as has_started
    from related join projects p on p.id = related.project_id join users c on c.id = p.created_by
    where p.deleted_at is null
    order by p.created_at desc, p.id desc
    limit ${oneMoreThan(OWN_MAX)}`.execute(db)
  return rows
}

/** Answers whether the bio is another one now. */
export const updateBio = async (db: DbOrTx, userID: string, bio: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ bio, updated_at: now })
    .where('id', '=', userID)
    .where('bio', '<>', bio)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const settingColumns = [
  'email_on_invitation as emailOnInvitation',
  'email_on_request_answered as emailOnRequestAnswered',
  'email_on_task_assigned as emailOnTaskAssigned',
  'show_in_talent_directory as showInTalentDirectory',
] as const

export const findSettings = (db: DbOrTx, userID: string): Promise<UserSettings> =>
  db.selectFrom('users').select(settingColumns).where('id', '=', userID).executeTakeFirstOrThrow()

/** Changes the given settings and returns all of them. */
export const updateSettings = (
  db: DbOrTx,
  userID: string,
  changes: { [K in keyof UserSettings]?: UserSettings[K] | undefined },
  now: Date,
): Promise<UserSettings> =>
  db
    .updateTable('users')
    .set({
      // An undefined value leaves a column unchanged.
      email_on_invitation: changes.emailOnInvitation,
      email_on_request_answered: changes.emailOnRequestAnswered,
      email_on_task_assigned: changes.emailOnTaskAssigned,
      show_in_talent_directory: changes.showInTalentDirectory,
      updated_at: now,
    })
    .where('id', '=', userID)
    .returning(settingColumns)
    .executeTakeFirstOrThrow()

/** The name that the person has given; empty for none. */
export const findName = async (db: DbOrTx, userID: string): Promise<string> => {
  const row = await db.selectFrom('users').select('name').where('id', '=', userID).executeTakeFirst()
  return row?.name ?? ''
}
