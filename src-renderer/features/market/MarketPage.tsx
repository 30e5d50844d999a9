import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { SEARCH_HITS_MAX } from '../../../shared/contract/projects.ts'
import { type ChangeList, useListState } from '../../lib/address-state.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { emptySearchImage } from '../../ui/illustrations.ts'
import { ListToolbar } from '../../ui/ListToolbar.tsx'
import { PagedResults } from '../../ui/PagedResults.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { SearchChips } from '../../ui/SearchChips.tsx'
import { SkillLevelSelect } from '../../ui/SkillLevelSelect.tsx'
import { MarketList, MarketListSkeleton } from './MarketList.tsx'
import { marketAddress, type MarketFilters, QUERY_MAX, savedSearches } from './market-filters.ts'
import { marketQuery } from './queries.ts'

type FilterProps = {
  filters: MarketFilters
  change: ChangeList<MarketFilters>
}

const Filters = ({ filters, change }: FilterProps) => (
  <Box sx={{ display: 'grid', gap: 2 }}>
    <ListToolbar
      label="Search projects"
      placeholder="Title, description or skill"
      maxLength={QUERY_MAX}
      q={filters.q}
      onSearch={(q) => change({ q }, { replace: true })}
    >
      <SkillLevelSelect
        level={filters.level}
        onChange={(level) => change({ level })}
        sx={{ width: { xs: '100%', sm: 200 } }}
      />
    </ListToolbar>
    <SearchChips label="Saved searches" searches={savedSearches} q={filters.q} onSearch={(q) => change({ q })} />
  </Box>
)

const countLine = (total: number, q: string) => {
  const isSearch = q.trim() !== ''
  // The server stops counting a search at the limit of its results.
  const more = isSearch && total === SEARCH_HITS_MAX ? '+' : ''
  const count = total === 1 ? '1 project' : `${total.toLocaleString('en-US')}${more} projects`
  return isSearch ? `${count} for “${q.trim()}”` : count
}

const hasFilter = ({ q, level }: MarketFilters) => q.trim() !== '' || level !== null

const NoProjects = ({ filters, change }: FilterProps) => (
  <EmptyState
    illustration={emptySearchImage}
    title="No projects found"
    text="Try adjusting your search terms or filters"
    action={
      hasFilter(filters) && (
        <Button variant="outlined" onClick={() => change({ q: '', level: null })}>
          Clear search and filters
        </Button>
      )
    }
  />
)

/** /market: open projects, newest first, ten on a page. */
export const MarketPage = () => {
  const { values: filters, hrefOf, change } = useListState(marketAddress)
  const query = useQuery(marketQuery(filters))
  const { data, error, isPlaceholderData } = query
  // The cards are rendered in the background, so that a press meanwhile does not wait for them.
  const results = useDeferredValue(
    <>
      <Typography
        variant="body2"
        role="status"
        className="tabular"
        sx={{ mt: 3, mb: 1.5, minHeight: '1.55em', color: 'text.secondary' }}
      >
        {data && !error ? countLine(data.pagination.total, isPlaceholderData ? '' : filters.q) : ''}
      </Typography>
      <PagedResults
        query={query}
        count={data?.data.length}
        page={filters.page}
        totalPages={data?.pagination.totalPages ?? 0}
        hrefOf={(page) => hrefOf({ page })}
        onBeyondTheEnd={(page) => change({ page }, { replace: true })}
        failureTitle="Failed to load projects"
        skeleton={<MarketListSkeleton />}
        empty={<NoProjects filters={filters} change={change} />}
      >
        <MarketList projects={data?.data ?? []} isStale={isPlaceholderData} />
      </PagedResults>
    </>,
  )
  return (
    <PageFrame heading="Available Jobs" lead="Open projects that are looking for people, newest first.">
      <Filters filters={filters} change={change} />
      {results}
    </PageFrame>
  )
}
