import { sql, type SqlBool } from 'kysely'
import { TALENTS_COUNTED_MAX } from '../../../shared/contract/people.ts'
import { roleSearchOf } from '../../../shared/rules/role-search.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { hasTrigram, patternOf } from '../../db/text-search.ts'

export type TalentFilter = {
  /** Folded words; a talent must have each of them in name, username, skills or bio, short ones where a word begins. What people are
   * called ('developer') may also be told by a skill. */
  words: readonly string[]
  /** From `min`, and below `below`; null for all. */
  reputation: { min: number; below: number | null } | null
  /** Words of which a talent's skills must have one; null for all. */
  skillWords: readonly string[] | null
}
export type TalentRow = {
  id: string
  username: string
  name: string
  email: string
  bio: string
  skills: string[]
  reputation: number
}

const containing = (word: string) => {
  const isContained = sql<SqlBool>`u.search_text like ${patternOf(word)}`
  // Without a trigram the index of short parts leads to the people, and the text itself decides.
  return hasTrigram(word)
    ? isContained
    : sql<SqlBool>`(short_parts(u.search_text) @> short_parts(${word}) and ${isContained})`
}

/** One skill that has all of these parts. */
const hasSkillOf = (parts: readonly string[]) =>
  sql<SqlBool>`exists (select 1 from unnest(u.skills) as skill where ${sql.join(
    parts.map((part) => sql`fold_text(skill) like ${patternOf(part)}`),
    sql` and `,
  )})`

const listed = (db: DbOrTx, { words, reputation, skillWords }: TalentFilter) => {
  // As the partial indexes say it, or the planner would not see that they fit.
  let query = db.selectFrom('users as u').where(sql<SqlBool>`u.show_in_talent_directory and u.is_email_verified`)
  if (reputation) {
    query = query.where('u.reputation', '>=', reputation.min)
    if (reputation.below !== null) query = query.where('u.reputation', '<', reputation.below)
  }
  if (skillWords) query = query.where(sql<SqlBool>`skill_words(u.skills) && ${skillWords}::text[]`)
  const called = roleSearchOf(words)
  for (const word of called?.subject ?? words) query = query.where(containing(word))
  // The words before it lead to the people by their index; what they are called is asked of these alone.
  if (called) query = query.where(sql<SqlBool>`(${containing(called.role)} or ${hasSkillOf(called.skillParts)})`)
  return query
}

/** One page of the directory, highest reputation first. `page` counts from 1. */
export const findTalentPage = (
  db: DbOrTx,
  filter: TalentFilter,
  { page, limit }: { page: number; limit: number },
): Promise<TalentRow[]> =>
  listed(db, filter)
    .orderBy('u.reputation', 'desc')
    .orderBy('u.id', 'asc')
    .limit(limit)
    .offset((page - 1) * limit)
    .select(['u.id', 'u.username', 'u.name', 'u.email', 'u.bio', 'u.skills', 'u.reputation'])
    .execute()

/** How many talents fit, at most TALENTS_COUNTED_MAX. */
export const countTalents = async (db: DbOrTx, filter: TalentFilter): Promise<number> => {
  const { total } = await db
    .selectFrom(listed(db, filter).limit(TALENTS_COUNTED_MAX).select('u.id').as('listed'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}
