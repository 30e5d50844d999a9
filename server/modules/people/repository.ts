import { sql } from 'kysely'
import { knownStatuses } from '#server/access/policy.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { beginningPattern, type HitRank, namePattern, type WantedHits, wordPattern } from '#server/db/text-search.ts'

/** A profile lists at most this many projects. */
const PROFILE_PROJECTS_MAX = 100
/** What everybody may read of a person. */
const profileColumns = [
  'id',
  'username',
  'name',
  'headline',
  'bio',
  'reputation',
  'reputation_creators as creators',
  'skills',
  'links',
  'hours_per_week',
  'account_type',
] as const

/** The verified account with that username, in any letter case. */
export const findProfile = (db: DbOrTx, username: string) =>
  db
    .selectFrom('users')
    .select(profileColumns)
    .where(sql`lower(username collate "C")`, '=', username.toLowerCase())
    .where('is_email_verified', '=', true)
    .executeTakeFirst()

/** Whether a verified account has this ID. */
export const isPerson = async (db: DbOrTx, userID: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userID)
    .where('is_email_verified', '=', true)
    .executeTakeFirst()) !== undefined

/** The projects that a person owns or works on, newest first: `all` of them, or only those that everybody may know. */
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
    .select(['p.id', 'p.title', 'p.description', 'p.tier', 'p.created_at', 'm.role', 'm.joined_at'])
    .execute()

export type FoundRow = { id: string; username: string; name: string; email: string }

/** The number of matches from which the best ones are chosen; only very short texts match more people. */
const CANDIDATES_MAX = 500

/**
 * Verified people whose username or name contains the folded text, or whose address is `email`: the latter first, then
 * usernames that begin with the text.
 */
export const findPeople = async (
  db: DbOrTx,
  { folded, email, limit }: { folded: string; email: string; limit: number },
): Promise<FoundRow[]> => {
  const pattern = namePattern(folded)
  const { rows } = await sql<FoundRow>`
    with candidates as (
      (select id, username, name, email from users where lower(email) = ${email} and is_email_verified and suspended_at is null and deletion_due_at is null)
      union
      (select id, username, name, email from users where lower(username collate "C") = ${folded} and is_email_verified and suspended_at is null and deletion_due_at is null)
      union
      (select id, username, name, email from users where search_name like ${pattern} and is_email_verified and suspended_at is null and deletion_due_at is null limit ${CANDIDATES_MAX})
    )
    select id, username, name, email from candidates
    order by lower(email) = ${email} desc, lower(username collate "C") = ${folded} desc, starts_with(lower(username collate "C"), ${folded}) desc,
      lower(username collate "C")
    limit ${limit}`.execute(db)
  return rows
}

export type PersonHitRow = { id: string; username: string; name: string; rank: HitRank }

/** The best hits by username and name among the people whom the directory shows; nobody else is found. */
export const findPeopleHits = async (db: DbOrTx, { text, words, limit }: WantedHits): Promise<PersonHitRow[]> => {
  const begins = beginningPattern(` ${text}`)
  const hasWords = sql.join(
    words.map((word) => sql`search_name like ${wordPattern(word)}`),
    sql` and `,
  )
  const { rows } = await sql<PersonHitRow>`
    with candidates as (
      (select id, username, name, search_name from users
        where lower(username collate "C") = ${text} and is_email_verified and show_in_talent_directory and suspended_at is null and deletion_due_at is null)
      union
      (select id, username, name, search_name from users
        where ${hasWords} and is_email_verified and show_in_talent_directory and suspended_at is null and deletion_due_at is null limit ${CANDIDATES_MAX})
    )
    select id, username, name, case when search_name like ${begins} or fold_text(' ' || name) like ${begins} then 1 else 2 end as rank
    from candidates order by rank, lower(username collate "C") = ${text} desc, lower(username collate "C") limit ${limit}`.execute(
    db,
  )
  return rows
}

/** The pictures of the verified people with these usernames, in lower case. */
export const findPictures = (db: DbOrTx, usernames: readonly string[]) =>
  db
    .selectFrom('users as u')
    .innerJoin('profile_pictures as p', 'p.user_id', 'u.id')
    .where(sql<boolean>`lower(u.username collate "C") = any(${usernames}::text[])`)
    .where('u.is_email_verified', '=', true)
    .select(['u.username', 'p.picture'])
    .execute()
