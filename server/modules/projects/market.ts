import type { MarketProject, MarketSort, Pagination, SkillLevel } from '#shared/contract/index.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { tiersOfSkillLevel } from '#shared/rules/tiers.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { foldTexts, wordsOf } from '#server/db/text-search.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requireSearch, type SearchDeps } from '#server/limits/limits.ts'
import { payersOfProjects } from '../records/service.ts'
import { isPlain, isUnchanged, type MarketChoices } from './choices-repository.ts'
import { findChosenPage, findMarketPage, findSimilarWords, type MarketPage } from './market-repository.ts'
import { isGuessable, likelyMeant } from './misspellings.ts'
import { countNewest, findSearchPage } from './search-repository.ts'
import { toListItem } from './shapes.ts'

/** What a person looks for: words, skill level, filters and sort. */
export type MarketSearch = {
  q?: string | undefined
  skillLevel?: SkillLevel | undefined
  sort?: MarketSort | undefined
  skills?: string | undefined
  maxHours?: number | undefined
  minBudget?: number | undefined
  saved?: boolean | undefined
}
type ProjectPage = { data: MarketProject[]; pagination: Pagination }

const choicesOf = async (
  { db, clock }: Pick<SearchDeps, 'db' | 'clock'>,
  query: MarketSearch,
): Promise<MarketChoices> => ({
  sort: query.sort ?? null,
  skills: query.skills ? await foldTexts(db, skillsList(query.skills)) : [],
  maxHours: query.maxHours ?? null,
  minBudget: query.minBudget ?? null,
  isSaved: query.saved ?? false,
  today: clock.now().toISOString().slice(0, 10),
})

/** A search with more words than this is a sentence, and guessing at each word would not be worth the time. */
const GUESSED_WORDS_MAX = 8

/**
 * Each word with the words that it may be a misspelling of, for a search without hits. Null when there is nothing to
 * guess.
 */
export const guessSpellings = async (db: DbOrTx, words: readonly string[]): Promise<string[][] | null> => {
  if (words.length > GUESSED_WORDS_MAX) return null
  const guesses = await Promise.all(
    words.map(async (word) => (isGuessable(word) ? likelyMeant(word, await findSimilarWords(db, word)) : [])),
  )
  if (guesses.every((meant) => meant.length === 0)) return null
  return words.map((word, at) => [word, ...(guesses[at] ?? [])])
}

/**
 * The market: newest first, or filtered and sorted as asked. A search takes its words literally; only without hits does
 * it try likely spellings, so that guesses never mix with exact hits. Errors: 429 for too many searches.
 */
export const listMarket = async (
  deps: SearchDeps,
  viewer: Viewer,
  { query }: Input<'projects.openProjects'>,
): Promise<ProjectPage> => {
  const { db, clock } = deps
  const { q, skillLevel, page, limit } = query
  const tiers = skillLevel ? tiersOfSkillLevel[skillLevel] : null
  const answer = async ({ rows, total }: MarketPage): Promise<ProjectPage> => {
    const payers = await payersOfProjects(
      db,
      rows.map(({ id }) => id),
      clock.now(),
    )
    return {
      data: rows.map((row) => ({
        ...toListItem(row, row.role),
        offer: row.offer,
        payerRecord: payers.get(row.id) ?? null,
      })),
      pagination: paginationOf({ page, limit }, total),
    }
  }
  const asked = { tiers, viewerID: viewer.userID, page, limit }
  const choices = await choicesOf(deps, query)
  if (!q && isPlain(choices)) return answer(await findMarketPage(db, asked))
  const chosen = { ...asked, choices }
  const [words] = await Promise.all([q ? wordsOf(db, q) : [], requireSearch(deps, viewer.userID)])
  if (!q) return answer(await findChosenPage(db, chosen))
  // A search that nobody has narrowed or sorted keeps its prepared statements.
  const found = isUnchanged(choices) ? asked : chosen
  if (words.length === 0) return answer({ rows: [], total: 0 })
  const literal = await findSearchPage(db, { ...found, words: words.map((word) => [word]) })
  if (literal.total > 0) return answer(literal)
  const guessed = await guessSpellings(db, words)
  return answer(guessed ? await findSearchPage(db, { ...found, words: guessed }) : literal)
}

/**
 * How many of the newest projects fit each search and were published after `since`, in the order of the searches;
 * counts up to NEW_HITS_MAX. The viewer's own projects are left out.
 */
export const countNewHits = async (
  deps: Pick<SearchDeps, 'db' | 'clock'>,
  viewerID: string,
  asked: ReadonlyArray<{ search: MarketSearch; since: Date }>,
): Promise<number[]> => {
  const searches = asked.map(async ({ search, since }) => ({
    words: search.q ? await wordsOf(deps.db, search.q) : [],
    tiers: search.skillLevel ? tiersOfSkillLevel[search.skillLevel] : null,
    choices: await choicesOf(deps, search),
    since,
  }))
  return countNewest(deps.db, viewerID, await Promise.all(searches))
}
