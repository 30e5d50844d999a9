import { keepPreviousData } from '@tanstack/react-query'
import { query } from '../../data/query.ts'
import { marketAddress, type MarketFilters } from './market-filters.ts'

/** One page of the market. The old page stays on the screen until the new one has arrived. */
export const marketQuery = ({ q, level, page }: Pick<MarketFilters, 'q' | 'level' | 'page'>) =>
  query(
    'projects.openProjects',
    { query: { page, ...(q.trim() && { q: q.trim() }), ...(level && { skillLevel: level }) } },
    { placeholderData: keepPreviousData },
  )

/** The first query of the market at this address. */
export const marketQueryAt = ({ searchParams }: URL) => marketQuery(marketAddress.read(searchParams))
