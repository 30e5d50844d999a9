import { sql, type SqlBool } from 'kysely'
import { TALENTS_COUNTED_MAX } from '#shared/contract/people.ts'
import type { SkillLevel } from '#shared/contract/index.ts'
import { roleSearchOf } from '#shared/rules/role-search.ts'
import { skillLevelNumber } from '#shared/rules/tiers.ts'
import type { AnswerRecord } from '#server/access/project-columns.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { hasTrigram, patternOf } from '#server/db/text-search.ts'

export type TalentFilter = {
  /**
   * Folded words that must each be in the talent's name, username, skills or bio; short words must begin a word there.
   * A title ('developer') may match by skill.
   */
  words: readonly string[]
  /** The level of their tier; null for any. */
  level: SkillLevel | null
  /** The talent's skills must have one of these words; null for any skills. */
  skillWords: readonly string[] | null
}
export type TalentRow = {
  id: string
  username: string
  name: string
  headline: string
  email: string
  bio: string
  skills: string[]
  reputation: number
  creators: number
  hours_per_week: number | null
  finished: number
  answers: AnswerRecord | null
}

const containing = (word: string) => {
  const isContained = sql<SqlBool>`u.search_text like ${patternOf(word)}`
  // A word without a trigram is found through the index of short parts, and the text itself then decides.
  return hasTrigram(word)
    ? isContained
    : sql<SqlBool>`(short_parts(u.search_text) @> short_parts(${word}) and ${isContained})`
}

/** One skill must have all of these parts. */
const hasSkillOf = (parts: readonly string[]) =>
  sql<SqlBool>`exists (select 1 from unnest(u.skills) as skill where ${sql.join(
    parts.map((part) => sql`fold_text(skill) like ${patternOf(part)}`),
    sql` and `,
  )})`

const listed = (db: DbOrTx, { words, level, skillWords }: TalentFilter) => {
  // This repeats the condition of the partial indexes, without which the planner would not use them.
  let query = db
    .selectFrom('users as u')
    .where(
      sql<SqlBool>`u.show_in_talent_directory and u.is_email_verified and u.suspended_at is null and u.deletion_due_at is null`,
    )
  if (level !== null)
    query = query.where(
      sql<SqlBool>`skill_level(u.reputation, u.reputation_creators) = ${sql.lit(skillLevelNumber[level])}`,
    )
  if (skillWords) query = query.where(sql<SqlBool>`skill_words(u.skills) && ${skillWords}::text[]`)
  const called = roleSearchOf(words)
  for (const word of called?.subject ?? words) query = query.where(containing(word))
  // The words before the name find the people through an index; only these people are then checked for the name.
  if (called) query = query.where(sql<SqlBool>`(${containing(called.role)} or ${hasSkillOf(called.skillParts)})`)
  return query
}

/** Tasks that gave points and keep them, so that nobody makes the number larger by tasks of their own. */
const finished = sql<number>`(select count(*)::int from (
  select e.task_id from reputation_events e where e.user_id = u.id and e.task_id is not null
  group by e.task_id having sum(e.delta) > 0) as credited)`
const answers = sql<AnswerRecord | null>`(
  select json_build_object('closed', a.closed, 'answered', a.answered, 'medianHours', a.median_hours)
  from answer_records a where a.user_id = u.id)`

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
    .select(['u.id', 'u.username', 'u.name', 'u.headline', 'u.email', 'u.bio', 'u.skills', 'u.reputation'])
    .select(['u.reputation_creators as creators', 'u.hours_per_week', finished.as('finished'), answers.as('answers')])
    .execute()

/** The number of talents that match, at most TALENTS_COUNTED_MAX. */
export const countTalents = async (db: DbOrTx, filter: TalentFilter): Promise<number> => {
  const { total } = await db
    .selectFrom(listed(db, filter).limit(TALENTS_COUNTED_MAX).select('u.id').as('listed'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}
