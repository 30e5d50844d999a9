import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type MarketFilters, readFilters } from './market-filters.ts'

/** One page of the market. The page before stays on screen until the next one has come. */
export const marketQuery = ({ q, level, page }: Pick<MarketFilters, 'q' | 'level' | 'page'>) => {
  const query = { page, ...(q.trim() && { q: q.trim() }), ...(level && { skillLevel: level }) }
  return queryOptions({
    queryKey: ['market', query] as const,
    queryFn: ({ signal }) => api.projects.openProjects({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** What the market at this address begins with. */
export const marketQueryAt = ({ searchParams }: URL) => marketQuery(readFilters(searchParams))
