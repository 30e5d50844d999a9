import { Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { SEARCH_HITS_MAX } from '#shared/contract/projects.ts'
import { useCapability } from '#data/capabilities.ts'
import { type ChangeList, useListState } from '#lib/address-state.ts'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { PagedResults } from '#ui/list/PagedResults.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { SearchBox } from '#ui/list/SearchBox.tsx'
import { SearchChips } from '#ui/list/SearchChips.tsx'
import {
  isNarrowed,
  marketAddress,
  type MarketFilters,
  QUERY_MAX,
  savedSearches,
  withoutFilters,
} from './market-filters.ts'
import { chipLine } from './chip-line.ts'
import { MarketFilterFields } from './MarketFilterFields.tsx'
import { MarketFilterSheet } from './MarketFilterSheet.tsx'
import { MarketList, MarketListSkeleton } from './MarketList.tsx'
import { MarketHead } from './MarketHead.tsx'
import { OwnSearches } from './OwnSearches.tsx'
import { marketQuery } from './queries.ts'
import { noteSearch, recentSearches } from './recent-searches.ts'
import { filtersOf, isSameSearch } from './saved-search.ts'
import { ResultsHead } from './ResultsHead.tsx'

type FilterProps = {
  filters: MarketFilters
  change: ChangeList<MarketFilters>
}

/** How long a search must stay on the screen to be one that the device remembers, in milliseconds. */
const SETTLED_MS = 1_500

/** The searches of before; the present one joins them when it has stood for a moment. */
const useRecentSearches = (q: string): readonly string[] => {
  const [recent, setRecent] = useState(recentSearches)
  useEffect(() => {
    if (!q.trim()) return
    const timer = setTimeout(() => {
      noteSearch(q)
      setRecent(recentSearches())
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [q])
  return recent
}

const countLine = (total: number, { q, ...filters }: MarketFilters) => {
  const isSearch = q.trim() !== ''
  const isBounded = isSearch || filters.sort !== null || isNarrowed({ ...filters, q, level: null })
  // The server stops counting at the limit of its results.
  const more = isBounded && total === SEARCH_HITS_MAX ? '+' : ''
  const count = total === 1 ? '1 project' : `${total.toLocaleString('en-US')}${more} projects`
  return isSearch ? `${count} for “${q.trim()}”` : count
}

const NoProjects = ({ filters, change }: FilterProps) =>
  filters.saved && !isNarrowed({ ...filters, saved: false }) ? (
    <EmptyState
      kind="saved"
      title="No saved projects"
      text="Projects that you save appear here. The bookmark is on every card."
      action={
        <Button variant="outlined" onClick={() => change({ saved: false })}>
          Show all projects
        </Button>
      }
    />
  ) : !isNarrowed(filters) ? (
    <EmptyState
      kind="projects"
      title="No projects yet"
      text="Nobody has published a project yet. New ones appear here."
      action={
        <Button component={Link} to={paths.creatorApplication()} variant="outlined">
          Post a project
        </Button>
      }
    />
  ) : (
    <EmptyState
      kind="nothingFound"
      title="No projects found"
      text="Try adjusting your search terms or filters"
      action={
        <Button variant="outlined" onClick={() => change({ ...withoutFilters, q: '' })}>
          Clear search and filters
        </Button>
      }
    />
  )

/** /market: open projects, newest first unless sorted, ten on a page. */
export const MarketProjects = () => {
  const { values: filters, hrefOf, change } = useListState(marketAddress)
  const query = useQuery(marketQuery(filters))
  const canChoose = useCapability('market', true)
  const recent = useRecentSearches(filters.q)
  const { data, error, isPlaceholderData } = query
  const count =
    data && !error ? countLine(data.pagination.total, isPlaceholderData ? { ...filters, q: '' } : filters) : ''
  // The cards are rendered in the background, so that a press in the meantime does not wait for them.
  const results = useDeferredValue(
    <>
      <ResultsHead filters={filters} change={change} count={count} canChoose={canChoose} />
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
  const fields = { filters, change, canChoose }
  return (
    <PageFrame isWide title="Available Jobs">
      <MarketHead view="projects" title="Available Jobs" lead="Open projects that are looking for people." />
      <Box
        sx={{ display: 'grid', gap: { xs: 0.5, sm: 2 }, mt: { xs: 1.5, sm: 3 }, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <Box sx={{ display: 'flex', alignItems: 'end', gap: 1 }}>
          <SearchBox
            label="Search projects"
            placeholder="Title, description or skill"
            maxLength={QUERY_MAX}
            q={filters.q}
            onSearch={(q) => change({ q }, { replace: true })}
            suggestions={recent}
          />
          <MarketFilterSheet {...fields} count={isPlaceholderData ? '' : count} />
        </Box>
        <Box sx={chipLine}>
          {canChoose && (
            <OwnSearches
              kind="projects"
              isOn={({ search }) => isSameSearch(filtersOf(search), filters)}
              onPress={({ search }, isOn) => change(isOn ? marketAddress.plain : filtersOf(search))}
            />
          )}
          <SearchChips
            wrap="inherit"
            label="Popular searches"
            searches={savedSearches}
            q={filters.q}
            onSearch={(q) => change({ q })}
          />
        </Box>
      </Box>
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '248px minmax(0, 1fr)' },
          mt: { xs: 0.5, sm: 2 },
        }}
      >
        <Box component="aside" aria-label="Filters" sx={{ display: { xs: 'none', md: 'block' }, pt: 1 }}>
          <MarketFilterFields {...fields} />
        </Box>
        <Box component="section" aria-label="Results" sx={{ minWidth: 0 }}>
          {results}
        </Box>
      </Box>
    </PageFrame>
  )
}
