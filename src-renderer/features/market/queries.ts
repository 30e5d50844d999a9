import { keepPreviousData } from '@tanstack/react-query'
import type { SearchKind } from '#shared/contract/saved.ts'
import { dataOf, query } from '#data/query.ts'
import { marketAddress, type MarketFilters } from './market-filters.ts'
import { searchOf } from './saved-search.ts'

/** One page of the market. The old page stays on the screen until the new one has arrived. */
export const marketQuery = ({ page, saved, ...filters }: Omit<MarketFilters, 'budget' | 'duration' | 'rating'>) =>
  query(
    'projects.openProjects',
    { query: { page, ...searchOf(filters), ...(saved && { saved: 'true' }) } },
    { placeholderData: keepPreviousData },
  )

/** The first query of the market at this address. */
export const marketQueryAt = ({ searchParams }: URL) => marketQuery(marketAddress.read(searchParams))

/** The viewer's own saved searches of one kind, with what is new in each. */
export const savedSearchesQuery = (kind: SearchKind) =>
  query('savedSearches.list', { query: kind === 'projects' ? {} : { kind } }, { select: dataOf })
