import type { DbOrTx } from '../../db/pool.ts'
import type { WantedHits } from '../../db/text-search.ts'
import { findNamedProjects, type ProjectHitRow } from './hits-repository.ts'
import { findSearchPage } from './search-repository.ts'

/**
 * The best hits among the projects that the viewer may see: their own, and those of the market, which are searched as
 * the market searches them.
 */
export const findProjectHits = async (db: DbOrTx, wanted: WantedHits): Promise<ProjectHitRow[]> => {
  const { viewerID, words, limit } = wanted
  const [named, market] = await Promise.all([
    findNamedProjects(db, wanted),
    findSearchPage(db, { words: words.map((word) => [word]), tiers: null, viewerID, page: 1, limit }),
  ])
  const known = new Set(named.map(({ id }) => id))
  const others = market.rows.filter(({ id }) => !known.has(id))
  return [...named, ...others.map(({ id, title, role }) => ({ id, title, role, rank: 2 as const }))].slice(0, limit)
}
