import { sql } from 'kysely'
import type { UserSettings } from '../../../shared/contract/index.ts'
import type { RequestKind } from '../../../shared/rules/membership.ts'
import { knownStatuses } from '../../access/policy.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { namePattern } from '../../db/text-search.ts'
import { oneMoreThan } from '../../http/bounded-list.ts'

/** A profile's projects stop here. */
const PROFILE_PROJECTS_MAX = 100
/** Lists of one person's own requests stop here. */
export const REQUESTS_MAX = 500

/** The verified account of that name, whatever its case. */
export const findProfile = (db: DbOrTx, username: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'bio', 'reputation', 'skills'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('is_email_verified', '=', true)
    .executeTakeFirst()

/** Whether there is such an account, verified. */
export const isPerson = async (db: DbOrTx, userID: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userID)
    .where('is_email_verified', '=', true)
    .executeTakeFirst()) !== undefined

/** The projects that a person owns or works on, newest first; `all` or only those that everybody may know. */
export const findProfileProjects = (db: DbOrTx, userID: string, all: boolean) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .where('m.user_id', '=', userID)
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .$if(!all, (query) => query.where('p.status', 'in', knownStatuses))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(PROFILE_PROJECTS_MAX)
    .select(['p.id', 'p.title', 'p.description', 'p.tier', 'p.created_at', 'm.role'])
    .execute()

export type FoundRow = { id: string; username: string; name: string; email: string }

/** Considered before the best are chosen; more people than that share only very short texts. */
const CANDIDATES_MAX = 500

/**
 * Verified people whose username or name has the folded text, or whose address is exactly `email`: that one first, then
 * usernames that begin so.
 */
export const findPeople = async (
  db: DbOrTx,
  { folded, email, limit }: { folded: string; email: string; limit: number },
): Promise<FoundRow[]> => {
  const pattern = namePattern(folded)
  const { rows } = await sql<FoundRow>`
    with candidates as (
      (select id, username, name, email from users where lower(email) = ${email} and is_email_verified)
      union
      (select id, username, name, email from users where lower(username) = ${folded} and is_email_verified)
      union
      (select id, username, name, email from users where search_name like ${pattern} and is_email_verified limit ${CANDIDATES_MAX})
    )
    select id, username, name, email from candidates
    order by lower(email) = ${email} desc, lower(username) = ${folded} desc, starts_with(lower(username), ${folded}) desc,
      lower(username)
    limit ${limit}`.execute(db)
  return rows
}

export type UserRequestRow = {
  id: string
  project_id: string
  title: string
  description: string
  skills: string
  kind: RequestKind
  role: 'admin' | 'member'
  message: string | null
  status: number
  created_at: Date
  updated_at: Date
  from_username: string
  from_name: string
}

const requests = (db: DbOrTx) =>
  db
    .selectFrom('project_requests as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('users as u', 'u.id', 'r.created_by')
    .where('r.withdrawn_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .select([
      'r.id',
      'r.project_id',
      'p.title',
      'p.description',
      'p.skills',
      'r.kind',
      'r.role',
      'r.message',
      'r.status',
      'r.created_at',
      'r.updated_at',
      'u.username as from_username',
      'u.name as from_name',
    ])

/** A person's invitations or applications, newest first, without withdrawn ones; one more than are listed. */
export const findRequestsOf = (db: DbOrTx, userID: string, kind: RequestKind): Promise<UserRequestRow[]> =>
  requests(db)
    .where('r.user_id', '=', userID)
    .where('r.kind', '=', kind)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(oneMoreThan(REQUESTS_MAX))
    .execute()

/** One request, if the viewer is one of its parties: the person it is about, or an owner or admin of its project. */
export const findRequestFor = (db: DbOrTx, id: string, viewerID: string): Promise<UserRequestRow | undefined> =>
  requests(db)
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

export const updateBio = async (db: DbOrTx, userID: string, bio: string, now: Date): Promise<void> => {
  await db.updateTable('users').set({ bio, updated_at: now }).where('id', '=', userID).execute()
}

const settingColumns = [
  'email_on_invitation as emailOnInvitation',
  'email_on_request_answered as emailOnRequestAnswered',
  'email_on_task_assigned as emailOnTaskAssigned',
  'show_in_talent_directory as showInTalentDirectory',
] as const

export const findSettings = (db: DbOrTx, userID: string): Promise<UserSettings> =>
  db.selectFrom('users').select(settingColumns).where('id', '=', userID).executeTakeFirstOrThrow()

/** Changes the settings given and answers all. */
export const updateSettings = (
  db: DbOrTx,
  userID: string,
  changes: { [K in keyof UserSettings]?: UserSettings[K] | undefined },
  now: Date,
): Promise<UserSettings> =>
  db
    .updateTable('users')
    .set({
      // undefined leaves a column as it is.
      email_on_invitation: changes.emailOnInvitation,
      email_on_request_answered: changes.emailOnRequestAnswered,
      email_on_task_assigned: changes.emailOnTaskAssigned,
      show_in_talent_directory: changes.showInTalentDirectory,
      updated_at: now,
    })
    .where('id', '=', userID)
    .returning(settingColumns)
    .executeTakeFirstOrThrow()
