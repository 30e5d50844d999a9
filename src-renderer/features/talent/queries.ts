import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { PAGE_SIZE_MAX, type Talent } from '../../../shared/contract/index.ts'
import { api } from '../../lib/api.ts'
import { hasFilter, readFilters, type TalentFilters } from './talent-filters.ts'
import { filterHere, isMismatch } from './talent-match.ts'

/** Pages read at most from a host that has to be filtered here; more would cost it and the reader too much. */
const HOST_PAGES_MAX = 20

/** Everybody a host lists, as far as that is reasonable. */
const everybody = (client: QueryClient): Promise<Talent[]> =>
  client.fetchQuery({
    queryKey: ['talents', 'everybody'],
    queryFn: async ({ signal }) => {
      const all: Talent[] = []
      for (let page = 1, last = 1; page <= Math.min(last, HOST_PAGES_MAX); page += 1) {
        const answer = await api.people.talents({ query: { page, limit: PAGE_SIZE_MAX } }, { signal })
        all.push(...answer.talents)
        last = answer.pagination.totalPages
      }
      return all
    },
  })

/**
 * One page of the directory. The server filters and pages; a host that knows only pages is filtered here, ten on a
 * page. The page before stays on screen until the next one has come.
 */
export const talentsQuery = (filters: TalentFilters) => {
  const { page, level, industry } = filters
  const q = filters.q.trim()
  const query = { page, ...(q && { q }), ...(level && { skillLevel: level }), ...(industry && { industry }) }
  return queryOptions({
    queryKey: ['talents', query] as const,
    queryFn: async ({ client, signal }) => {
      const answer = await api.people.talents({ query }, { signal })
      const isUnfiltered = hasFilter(filters) && answer.talents.some((talent) => isMismatch(talent, filters))
      return isUnfiltered ? filterHere(await everybody(client), filters) : answer
    },
    placeholderData: keepPreviousData,
  })
}

/** What the directory at this address begins with. */
export const talentsQueryAt = ({ searchParams }: URL) => talentsQuery(readFilters(searchParams))
