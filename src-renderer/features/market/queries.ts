import { keepPreviousData } from '@tanstack/react-query'
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

/** The viewer's own saved searches, with what is new in each; asked only where the server keeps some. */
export const savedSearchesQuery = (isWanted: boolean) =>
  query('savedSearches.list', {}, { select: dataOf, enabled: isWanted })
