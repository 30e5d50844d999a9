import { sql, type SqlBool } from 'kysely'
import type { ProjectRole, Tier } from '../../../shared/contract/index.ts'
import { openProjectStatuses } from '../../../shared/rules/statuses.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { listColumns, type ProjectListRow, type ProjectRow } from './repository.ts'

/** Listed on the market. Written out as the market's partial indexes are, or the planner would not see that they fit. */
const isOpen = sql<SqlBool>`p.status in (${sql.join(openProjectStatuses.map((status) => sql.lit(status)))})
  and p.archived_at is null and p.deleted_at is null`

/** Counting stops here: an exact count of a million rows would cost more than the page itself. */
const TOTAL_MAX = 10_000

export type MarketFilter = {
  /** Folded words. A project must have each of them, in one of its spellings, anywhere in title, skills or description. */
  words: ReadonlyArray<readonly string[]>
  /** Null for all. */
  tiers: readonly Tier[] | null
}
export type MarketRow = ProjectListRow & { role: ProjectRole | null }

/** Matches the text itself: `%`, `_` and `\` in it mean nothing. */
const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
/** Three letters or digits, or two and where the word begins or ends: at least one trigram is known for certain. */
const trigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u
/** Without a trigram the index of short parts leads to the projects, and the text itself decides. */
const containing = (word: string) => {
  const isContained = sql<SqlBool>`p.search_text like ${patternOf(word)}`
  return trigram.test(word)
    ? isContained
    : sql<SqlBool>`(short_parts(p.search_text) @> short_parts(${word}) and ${isContained})`
}

const openProjects = (db: DbOrTx, { words, tiers }: MarketFilter) => {
  let query = db.selectFrom('projects as p').where(isOpen)
  if (tiers) query = query.where('p.tier', 'in', tiers)
  for (const spellings of words) query = query.where((eb) => eb.or(spellings.map(containing)))
  return query.orderBy('p.created_at', 'desc').orderBy('p.id', 'desc')
}

/** One page of the market, newest first, with the viewer's role in each project. `page` counts from 1. */
export const findMarketPage = (
  db: DbOrTx,
  filter: MarketFilter & { viewerID: string; page: number; limit: number },
): Promise<MarketRow[]> =>
  db
    // The IDs come from the index alone, so that skipping pages reads no project.
    .selectFrom(
      openProjects(db, filter)
        .limit(filter.limit)
        .offset((filter.page - 1) * filter.limit)
        .select(['p.id', 'p.created_at'])
        .as('listed'),
    )
    .innerJoin('projects as p', 'p.id', 'listed.id')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.project_id', '=', 'p.id').on('m.user_id', '=', filter.viewerID),
    )
    .orderBy('listed.created_at', 'desc')
    .orderBy('listed.id', 'desc')
    .select([...listColumns, 'm.role'])
    .execute()

/** How many projects fit, at most TOTAL_MAX. */
export const countMarket = async (db: DbOrTx, filter: MarketFilter): Promise<number> => {
  const { count } = await db
    .selectFrom(openProjects(db, filter).limit(TOTAL_MAX).select('p.id').as('listed'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The texts as searches compare them: without case, diacritics and compatibility forms. Same order. */
export const foldTexts = async (db: DbOrTx, texts: readonly string[]): Promise<string[]> => {
  if (texts.length === 0) return []
  const { rows } = await sql<{ folded: string }>`
    select fold_text(text) as folded from unnest(${texts}::text[]) with ordinality as given(text, place) order by place`.execute(
    db,
  )
  return rows.map(({ folded }) => folded)
}

/** Words that projects use and that may be meant by a misspelt one: those sharing a spelling with one letter left out. */
export const findSimilarWords = async (db: DbOrTx, word: string): Promise<string[]> => {
  const { rows } = await sql<{ word: string }>`
    select word from search_words where one_letter_less(word) && one_letter_less(${word}) limit ${SIMILAR_WORDS_MAX}`.execute(
    db,
  )
  return rows.map((row) => row.word)
}
const SIMILAR_WORDS_MAX = 500

const SIMILAR_CANDIDATES = 200

/** The newest open projects with one of the skills (folded), or of the tier when there are none; never the one given. */
export const findSimilarCandidates = (
  db: DbOrTx,
  { id, skills, tier }: { id: string; skills: readonly string[]; tier: Tier },
): Promise<Array<Pick<ProjectRow, 'id' | 'skills' | 'tier' | 'created_at'>>> =>
  openProjects(db, { words: skills.length > 0 ? [skills] : [], tiers: skills.length > 0 ? null : [tier] })
    .where('p.id', '<>', id)
    .limit(SIMILAR_CANDIDATES)
    .select(['p.id', 'p.skills', 'p.tier', 'p.created_at'])
    .execute()
