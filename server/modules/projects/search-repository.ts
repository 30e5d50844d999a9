import { sql, type RawBuilder } from 'kysely'
import type { Tier } from '#shared/contract/index.ts'
import { SEARCH_HITS_MAX } from '#shared/contract/projects.ts'
import { NEW_HITS_MAX } from '#shared/contract/saved.ts'
import { listSelection } from '#server/access/project-columns.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'
import { hasTrigram } from '#server/db/text-search.ts'
import { choiceColumns, inTiers, type MarketChoices, narrowing, offerFor, sortKey } from './choices-repository.ts'
import {
  containing,
  hasShortParts,
  isOpen,
  type MarketFilter,
  type MarketPage,
  type MarketRow,
  openCount,
} from './market-repository.ts'
import { partsOf, reachAfter, reachFor, READ_MAX, SAMPLE } from './search-terms.ts'

type Search = MarketFilter & {
  /** How it is narrowed and sorted; by default it is not, and the most relevant come first. */
  choices?: MarketChoices
  viewerID: string
  page: number
  limit: number
}
/** The words that hold each part; null for a part that too many words hold. */
type ListedValues = ReadonlyMap<string, readonly string[] | null>
type MarketSearchPage = MarketPage & { open: number; listed: ListedValues }
type Condition = RawBuilder<unknown>

/**
 * One page of hits, most relevant first, with the viewer's role in each project, and the number of hits, at most
 * SEARCH_HITS_MAX.
 *
 * A sample of the newest projects decides how to search: reading on from the newest (common words), the word index in
 * as many months as needed, or the word index in all months (rare words). So the time depends on what is listed, not on
 * the number of projects.
 */
export const findSearchPage = async (db: DbOrTx, search: Search): Promise<MarketPage> => {
  const chosen = narrowed(search)
  const sample = await readNewest(db, search, SAMPLE, [...new Set(search.words.flat().flatMap(partsOf))])
  if (sample.total >= SEARCH_HITS_MAX || sample.open <= SAMPLE) return sample
  const terms = search.words.map((spellings) => termOf(spellings, sample.listed))
  // One of the words is in no text, so there are no hits.
  if (terms.includes(null)) return { rows: [], total: 0 }
  const byIndex = and(terms.flatMap((term) => term ?? []))
  const near = (projects: number) =>
    pageOf(
      db,
      search,
      sql`select ${ranked(search)} from projects p where ${isOpen} ${inTiers(search.tiers)}
        and market_months(p.created_at) && (${monthsOf(search, projects)}) and ${byIndex} ${chosen}`,
    )
  const { open } = sample
  const reach = reachFor(SEARCH_HITS_MAX, { found: sample.total, open })
  if (reach) {
    const read = reach.by === 'reading' ? READ_MAX : reach.projects
    const first = reach.by === 'reading' ? await readNewest(db, search, READ_MAX) : await near(read)
    if (first.total >= SEARCH_HITS_MAX) return first
    // Hits are not spread evenly, and a few may be missing.
    const further = reachAfter(SEARCH_HITS_MAX, { found: first.total, read, open })
    const second = further && (await near(further))
    if (second && second.total >= SEARCH_HITS_MAX) return second
  }
  return pageOf(
    db,
    search,
    sql`select ${ranked(search)} from projects p where ${isOpen} ${inTiers(search.tiers)} and ${byIndex} ${chosen}`,
  )
}

const narrowed = ({ choices, viewerID }: Search): Condition => (choices ? narrowing(choices, viewerID) : sql``)
const and = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`
const or = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

/** When more words than this hold a part, a list of them would match most of the market. */
const WORDS_MAX = 300

/**
 * Finds the words that contain each part, ahead of the sample's statement. Parts are rows, because the planner cannot
 * know how many rows an array has, and would plan the prepared statement each time.
 */
const withWords = (parts: readonly string[]): Condition => sql`given (part) as materialized (
    values ${sql.join(parts.map((part) => sql`(${part}::text)`))}
  ), parts as materialized (
    select part, array(
      -- This finds all words first: with a limit on the search itself, the planner would read all words in turn.
      with listed as materialized (select word from search_words where word like '%' || part || '%')
      select word from listed limit ${sql.lit(WORDS_MAX + 1)}
    ) as words from given
  ),`

/** A condition, in terms of the indexes, that a project with one of these spellings meets; null when no project can. */
const termOf = (spellings: readonly string[], listed: ListedValues): Condition | null => {
  const whole: string[] = []
  const others: Condition[] = []
  for (const spelling of spellings) {
    const parts = partsOf(spelling)
    const words = parts.map((part) => listed.get(part) ?? null)
    if (words.some((list) => list?.length === 0)) continue
    const known = words.filter((list) => list !== null)
    if (parts.length === 1 && parts[0] === spelling && known[0]) whole.push(...known[0])
    else others.push(and([...known.map(hasWordOf), containing(spelling)]))
  }
  if (whole.length > 0) others.push(hasWordOf([...new Set(whole)]))
  return others.length > 0 ? or(others) : null
}
const hasWordOf = (words: readonly string[]): Condition => sql`text_words(p.search_text) && ${words}::text[]`

/** With more words, or several spellings, the statement differs each time, so that preparing it is useless. */
const PREPARED_WORDS_MAX = 3

/**
 * The newest hits among the newest `projects` projects, read one by one until there are enough. With `parts` the same
 * statement finds the words that contain each part, and reads no project when a required word is in no text.
 */
const readNewest = (
  db: DbOrTx,
  search: Search,
  projects: typeof SAMPLE | typeof READ_MAX,
  parts: readonly string[] = [],
): Promise<MarketSearchPage> =>
  pageOf(
    db,
    search,
    sql`select ${ranked(search)} from (
      select p.id, p.created_at, p.title, p.search_text, ${choiceColumns}
      from projects p where ${isOpen} ${inTiers(search.tiers)}
      order by p.created_at desc, p.id desc limit ${sql.lit(projects)}
    ) as p where ${and(search.words.map((spellings) => or(spellings.map(holding))))}
      ${narrowed(search)} ${parts.length > 0 && isLiteral(search) ? sql`and not exists (select from parts where words = '{}')` : sql``}
    order by p.created_at desc, p.id desc limit ${sql.lit(SEARCH_HITS_MAX)}`,
    { isPrepared: !search.choices && search.words.length <= PREPARED_WORDS_MAX && isLiteral(search), parts },
  )
/** Whether each word must be there as it is spelt, so that a word without a text leaves no hits. */
const isLiteral = ({ words }: Search): boolean => words.every(({ length }) => length === 1)

/**
 * The same condition on the text itself instead of the indexes: comparing a text is quicker than splitting it into
 * parts.
 */
const holding = (word: string): Condition => {
  if (/^[a-z0-9]{1,2}$/.test(word)) return sql`p.search_text ~ ${`(^|[^a-z0-9])${word}`}`
  const isHeld = sql`strpos(p.search_text, ${word}) > 0`
  return hasTrigram(word) ? isHeld : and([isHeld, hasShortParts(word)])
}

/** The numbers of the newest months that together hold at least this many projects. */
const monthsOf = ({ tiers }: Search, projects: number): Condition => sql`
  select array_agg((extract(year from starts) * 12 + extract(month from starts))::integer) from (
    select starts, sum(${openCount(tiers)}) over (order by starts desc) - (${openCount(tiers)}) as newer
    from market_counts where span = 'month'
  ) as months where newer < ${projects}`

/**
 * How relevant a project `p` is: for each word, 2 points in the title, 1 in the skills, 0 if only in the description.
 * The searched text is folded title, skills and description in this order, so a word's position shows where it is.
 */
const relevance = (words: Search['words']): Condition =>
  sql`(${sql.join(
    words.map((spellings) => {
      const places = spellings.map((spelling) => sql`nullif(strpos(p.search_text, ${spelling}), 0)`)
      return sql`(case when least(${sql.join(places)}) <= char_length(p.title) then 2
        when least(${sql.join(places)}) <= char_length(p.title) + char_length(p.skills) + 1 then 1 else 0 end)`
    }),
    sql` + `,
  )})`

/** The columns that each way to find hits reads, so that no project is read twice. The smallest key comes first. */
const ranked = ({ words, choices }: Search): Condition =>
  sql`p.id, p.created_at, ${choices?.sort ? sortKey(choices) : sql`-${relevance(words)}`} as key`

/** One page of these hits: of the newest SEARCH_HITS_MAX, those with the smallest key first, and equal ones newest first. */
const pageOf = async (
  db: DbOrTx,
  { viewerID, page, limit, tiers }: Search,
  found: Condition,
  { isPrepared = false, parts = [] }: { isPrepared?: boolean; parts?: readonly string[] } = {},
): Promise<MarketSearchPage> => {
  const withParts = parts.length > 0
  const { rows } = await sql<
    { total: number; open: number; parts?: Array<{ part: string; words: string[] }> | null } & (
      MarketRow | { id: null }
    )
  >`${isPrepared ? prepared : sql``}
    with ${withParts ? withWords(parts) : sql``} found as materialized (${found}), hits as materialized (
      select id, created_at, key from found order by created_at desc, id desc limit ${sql.lit(SEARCH_HITS_MAX)}
    ), listed as materialized (
      select id, key from hits order by key nulls last, created_at desc, id desc
      -- The limit is a literal and the offset a query of its own: a plan for the given numbers would look cheaper than one for all,
      -- and the prepared statement would be planned anew each time, which takes longer than a search without hits.
      limit ${sql.lit(limit)} offset (select ${(page - 1) * limit}::integer)
    )
    select (select count(*) from hits)::integer as total,
      (select coalesce(sum(${openCount(tiers)}), 0) from market_counts where span = 'month')::integer as open, item.*
      ${withParts ? sql`, case when coalesce(item.place, 1) = 1 then (select json_agg(parts) from parts) end as parts` : sql``}
    from (values (1)) as one left join (
      select ${listSelection}, m.role, ${offerFor(viewerID)} as offer, listed.key,
        row_number() over (order by listed.key nulls last, p.created_at desc, p.id desc) as place
      from listed join projects p on p.id = listed.id join users c on c.id = p.created_by
        left join memberships m on m.project_id = p.id and m.user_id = ${viewerID}
    ) as item on true
    order by item.key nulls last, item.created_at desc, item.id desc`.execute(db)
  const { total = 0, open = 0, parts: ofParts } = rows[0] ?? {}
  return {
    total,
    open,
    listed: new Map(ofParts?.map(({ part, words }) => [part, words.length > WORDS_MAX ? null : words])),
    rows: rows.flatMap((row) => (row.id === null ? [] : [row])),
  }
}

/** A search as `countNewest` takes it; each word must be there literally. */
export type NewestSearch = {
  words: readonly string[]
  tiers: readonly Tier[] | null
  choices: MarketChoices
  since: Date
}

/**
 * How many of the newest SAMPLE projects each search finds that were published after its `since`, at most NEW_HITS_MAX.
 * One statement for all searches reads these projects once.
 */
export const countNewest = async (
  db: DbOrTx,
  viewerID: string,
  searches: readonly NewestSearch[],
): Promise<number[]> => {
  if (searches.length === 0) return []
  const counts = searches.map(
    ({ words, tiers, choices, since }, at) => sql`select ${sql.lit(at)} as at, count(*)::integer as hits from (
      select from newest p where coalesce(p.published_at, p.created_at) > ${since}::timestamptz ${inTiers(tiers)}
        ${narrowing(choices, viewerID)} ${sql.join(
          words.map((word) => sql`and ${holding(word)}`),
          sql` `,
        )} limit ${sql.lit(NEW_HITS_MAX)}
    ) as hits`,
  )
  const { rows } = await sql<{ at: number; hits: number }>`
    with newest as materialized (
      select p.id, p.created_at, p.published_at, p.search_text, ${choiceColumns} from (
        select * from projects p where ${isOpen} order by p.created_at desc, p.id desc limit ${sql.lit(SAMPLE)}
      ) as p where p.created_by <> ${viewerID}
    ) ${sql.join(counts, sql` union all `)} order by at`.execute(db)
  return rows.map(({ hits }) => hits)
}
