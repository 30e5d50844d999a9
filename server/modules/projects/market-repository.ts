import { sql, type SqlBool } from 'kysely'
import { tiers as allTiers } from '#shared/contract/common.ts'
import type { Offer, ProjectRole, Tier } from '#shared/contract/index.ts'
import { SEARCH_HITS_MAX } from '#shared/contract/projects.ts'
import { openProjectStatuses } from '#shared/rules/statuses.ts'
import { listSelection, type ProjectListRow, type ProjectRow } from '#server/access/project-columns.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'
import { hasTrigram, patternOf } from '#server/db/text-search.ts'
import { firstBy, inTiers, type MarketChoices, narrowing, offerFor } from './choices-repository.ts'
import { swappedSpellings } from './misspellings.ts'

/**
 * The condition for projects that the market lists. It is written exactly like that of the market's partial indexes, or
 * the planner would not use them.
 */
export const isOpen = sql<SqlBool>`p.status in (${sql.join(openProjectStatuses.map((status) => sql.lit(status)))})
  and p.archived_at is null and p.deleted_at is null`

export type MarketFilter = {
  /**
   * Folded words, each with its possible spellings. A project must have every word, in one spelling, in its title,
   * skills or description.
   */
  words: ReadonlyArray<readonly string[]>
  /** Null for all tiers. */
  tiers: readonly Tier[] | null
}
export type MarketRow = ProjectListRow & { role: ProjectRole | null; offer: Offer }

/** A word without a trigram is found through the index of short parts, and the text itself then decides. */
export const hasShortParts = (word: string) => sql<SqlBool>`short_parts(p.search_text) @> short_parts(${word})`
export const containing = (word: string) => {
  const isContained = sql<SqlBool>`p.search_text like ${patternOf(word)}`
  return hasTrigram(word) ? isContained : sql<SqlBool>`(${hasShortParts(word)} and ${isContained})`
}

const openProjects = (db: DbOrTx, { words, tiers }: MarketFilter) => {
  let query = db.selectFrom('projects as p').where(isOpen)
  if (tiers) query = query.where('p.tier', 'in', tiers)
  for (const spellings of words) query = query.where((eb) => eb.or(spellings.map(containing)))
  return query.orderBy('p.created_at', 'desc').orderBy('p.id', 'desc')
}

/**
 * The column of market_counts for these tiers, or the sum of several; kept up by the triggers `projects_market_insert`,
 * `projects_market_update` and `projects_market_delete`.
 */
export const openCount = (tiers: readonly Tier[] | null) =>
  sql`(${sql.join(
    (tiers ?? allTiers).map((tier) => sql.ref(tier)),
    sql` + `,
  )})`

/** The number of all projects on the market, from its counts. */
export const countOpenProjects = async (db: DbOrTx): Promise<number> => {
  const { total } = await db
    .selectFrom('market_counts')
    .where('span', '=', 'month')
    .select(sql<number>`coalesce(sum(${openCount(null)}), 0)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export type MarketPage = { rows: MarketRow[]; total: number }

/**
 * One page of the whole market, newest first, with the viewer's role in each project and the number of all projects.
 * `page` counts from 1.
 *
 * The counts per month and day show on which day the page begins, so at most one day's projects are skipped, and only
 * in the index: the last page is as quick as the first. One statement, so that counts and rows are of the same moment.
 */
export const findMarketPage = async (
  db: DbOrTx,
  { tiers, viewerID, page, limit }: { tiers: readonly Tier[] | null; viewerID: string; page: number; limit: number },
): Promise<MarketPage> => {
  const open = openCount(tiers)
  const ofTiers = inTiers(tiers)
  const skipped = sql`${(page - 1) * limit}::integer`
  const { rows } = await sql<{ total: number } & (MarketRow | { id: null })>`${prepared}
    with months as materialized (
      select starts, ${open} as open, sum(${open}) over (order by starts desc) as upto from market_counts where span = 'month'
    ), month as materialized (
      select starts, upto - open as before from months where upto > ${skipped} order by starts desc limit 1
    ), days as materialized (
      select c.starts, ${open} as open, month.before + sum(${open}) over (order by c.starts desc) as upto
      from month join market_counts c on c.span = 'day' and c.starts >= month.starts and c.starts < month.starts + interval '1 month'
    ), place as materialized (
      select (starts + 1)::timestamp at time zone 'UTC' as before, ${skipped} - (upto - open) as skip
      from days where upto > ${skipped} order by starts desc limit 1
    ), listed as materialized (
      -- The IDs come from the index alone, so that skipping reads no project. The limit is a literal, because a planner that
      -- does not know the number expects a tenth of the market, and would sort it all.
      select p.id, p.created_at from projects p where ${isOpen} ${ofTiers} and p.created_at < (select before from place)
      order by p.created_at desc, p.id desc limit ${sql.lit(limit)} offset (select skip from place)
    )
    select coalesce((select max(upto) from months), 0)::integer as total, item.*
    from (values (1)) as one left join (
      select ${listSelection}, m.role, ${offerFor(viewerID)} as offer
      from listed join projects p on p.id = listed.id join users c on c.id = p.created_by
        left join memberships m on m.project_id = p.id and m.user_id = ${viewerID}
    ) as item on true
    order by item.created_at desc, item.id desc`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap((row) => (row.id === null ? [] : [row])),
  }
}

export type ChosenQuery = {
  tiers: readonly Tier[] | null
  choices: MarketChoices
  viewerID: string
  page: number
  limit: number
}

/**
 * One page of the market as filtered or sorted, and the number of projects in it, at most SEARCH_HITS_MAX. The
 * statement cuts the list there before it joins anything.
 */
export const findChosenPage = async (db: DbOrTx, query: ChosenQuery): Promise<MarketPage> => {
  const { tiers, choices, viewerID, page, limit } = query
  const isListed = sql<SqlBool>`${isOpen} ${inTiers(tiers)} ${narrowing(choices, viewerID)}`
  const { rows } = await sql<{ total: number } & (MarketRow | { id: null })>`
    with hits as materialized (
      select * from (${firstBy({ isOpen: isListed, order: choices, limit: SEARCH_HITS_MAX })}) as found
      order by key nulls last, created_at desc, id desc limit ${sql.lit(SEARCH_HITS_MAX)}
    ), listed as materialized (
      select id, key from hits order by key nulls last, created_at desc, id desc
      limit ${limit}::integer offset ${(page - 1) * limit}::integer
    )
    select (select count(*) from hits)::integer as total, item.*
    from (values (1)) as one left join (
      select ${listSelection}, m.role, ${offerFor(viewerID)} as offer, listed.key
      from listed join projects p on p.id = listed.id join users c on c.id = p.created_by
        left join memberships m on m.project_id = p.id and m.user_id = ${viewerID}
    ) as item on true
    order by item.key nulls last, item.created_at desc, item.id desc`.execute(db)
  return { total: rows[0]?.total ?? 0, rows: rows.flatMap((row) => (row.id === null ? [] : [row])) }
}

/**
 * Words of projects that a misspelt word may mean: those that share a spelling with it when one letter is left out. The
 * triggers `projects_words_inserted` and `projects_words_updated` fill `search_words`.
 */
export const findSimilarWords = async (db: DbOrTx, word: string): Promise<string[]> => {
  const { rows } = await sql<{ word: string }>`
    (select word from search_words
    -- The index holds only words of these lengths, and the planner does not use it without this condition.
    where char_length(word) between 3 and 24 and word ~ '[^0-9]' and one_letter_less(word) && one_letter_less(${word})
    limit ${SIMILAR_WORDS_MAX})
    union select word from search_words where word = any(${swappedSpellings(word)}::text[])`.execute(db)
  return rows.map((row) => row.word)
}
const SIMILAR_WORDS_MAX = 500

const SIMILAR_CANDIDATES = 200

/**
 * The newest open projects with one of the skills (folded), or with the tier when there are no skills; never the given
 * project.
 */
export const findSimilarCandidates = (
  db: DbOrTx,
  { id, skills, tier }: { id: string; skills: readonly string[]; tier: Tier },
): Promise<Array<Pick<ProjectRow, 'id' | 'skills' | 'tier' | 'created_at'>>> =>
  openProjects(db, { words: skills.length > 0 ? [skills] : [], tiers: skills.length > 0 ? null : [tier] })
    .where('p.id', '<>', id)
    .limit(SIMILAR_CANDIDATES)
    .select(['p.id', 'p.skills', 'p.tier', 'p.created_at'])
    .execute()
