import { dataOf, query } from './query.ts'

/** What a search finds; an answer counts for its text only, so that a late one never replaces a newer one. */
export const searchQuery = (q: string, isWanted: boolean) =>
  query('search.find', { query: { q } }, { select: dataOf, enabled: isWanted, retry: false })
