import { keepPreviousData } from '@tanstack/react-query'
import { query } from '../../data/query.ts'
import { marketAddress, type MarketFilters } from './market-filters.ts'

/** One page of the market. The page before stays on screen until the next one has come. */
export const marketQuery = ({ q, level, page }: Pick<MarketFilters, 'q' | 'level' | 'page'>) =>
  query(
    'projects.openProjects',
    { query: { page, ...(q.trim() && { q: q.trim() }), ...(level && { skillLevel: level }) } },
    { placeholderData: keepPreviousData },
  )

/** What the market at this address begins with. */
export const marketQueryAt = ({ searchParams }: URL) => marketQuery(marketAddress.read(searchParams))
