import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { skillLevels } from '../../../shared/contract/index.ts'
import { skillLevelLabels } from '../../../shared/rules/tiers.ts'
import { isApiError } from '../../lib/api.ts'
import { DelayedSkeleton } from '../../ui/DelayedSkeleton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { emptySearchImage } from '../../ui/illustrations.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { MarketList, MarketListSkeleton } from './MarketList.tsx'
import { type MarketFilters, QUERY_MAX, savedSearches } from './market-filters.ts'
import { marketQuery } from './queries.ts'
import { useMarketFilters } from './use-market-filters.ts'

type FilterProps = {
  filters: MarketFilters
  change: (next: Partial<MarketFilters>, options?: { replace?: boolean }) => void
}

const isSameSearch = (q: string, saved: string) => q.trim().toLowerCase() === saved.toLowerCase()

const Filters = ({ filters, change }: FilterProps) => (
  <Box sx={{ display: 'grid', gap: 2 }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <SearchBox
        label="Search projects"
        placeholder="Title, description or skill"
        maxLength={QUERY_MAX}
        q={filters.q}
        onSearch={(q) => change({ q }, { replace: true })}
      />
      <TextField
        select
        label="Skill level"
        value={filters.level ?? 'any'}
        onChange={(event) => change({ level: skillLevels.find((level) => level === event.target.value) ?? null })}
        sx={{ width: { xs: '100%', sm: 200 } }}
      >
        <MenuItem value="any">All levels</MenuItem>
        {skillLevels.map((level) => (
          <MenuItem key={level} value={level}>
            {skillLevelLabels[level]}
          </MenuItem>
        ))}
      </TextField>
    </Box>
    <Box role="group" aria-label="Saved searches" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {savedSearches.map((saved) => {
        const isOn = isSameSearch(filters.q, saved)
        return (
          <Chip
            key={saved}
            label={saved}
            clickable
            variant={isOn ? 'filled' : 'outlined'}
            color={isOn ? 'primary' : 'default'}
            aria-pressed={isOn}
            onClick={() => change({ q: isOn ? '' : saved })}
          />
        )
      })}
    </Box>
  </Box>
)

const countLine = (total: number, q: string) => {
  const count = total === 1 ? '1 project' : `${total.toLocaleString('en-US')} projects`
  return q.trim() ? `${count} for “${q.trim()}”` : count
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
  const { filters, hrefOf, change } = useMarketFilters()
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(marketQuery(filters))
  const totalPages = data?.pagination.totalPages ?? 0
  const isBeyondTheEnd = !isPlaceholderData && totalPages > 0 && filters.page > totalPages
  useEffect(() => {
    if (isBeyondTheEnd) change({ page: totalPages }, { replace: true })
  })
  return (
    <Box sx={{ maxWidth: 1200, mx: 'auto', px: { xs: 2, md: 3 }, py: { xs: 3, md: 5 } }}>
      <PageTitle title="Available Jobs" />
      <Typography variant="h1">Available Jobs</Typography>
      <Typography sx={{ mt: 1, mb: 3, color: 'text.secondary' }}>
        Open projects that are looking for people, newest first.
      </Typography>
      <Filters filters={filters} change={change} />
      <Typography
        variant="body2"
        role="status"
        className="tabular"
        sx={{ mt: 3, mb: 1.5, minHeight: '1.55em', color: 'text.secondary' }}
      >
        {data && !error ? countLine(data.pagination.total, isPlaceholderData ? '' : filters.q) : ''}
      </Typography>
      {error && (
        <Box sx={{ mb: 2 }}>
          <ErrorState
            title="Failed to load projects"
            {...(isApiError(error) && error.serverMessage && { text: error.serverMessage })}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Box>
      )}
      {!data && !error && (
        <DelayedSkeleton>
          <MarketListSkeleton />
        </DelayedSkeleton>
      )}
      {data && data.data.length === 0 && !isBeyondTheEnd && <NoProjects filters={filters} change={change} />}
      {data && data.data.length > 0 && (
        <>
          <MarketList projects={data.data} isStale={isPlaceholderData} />
          <Box sx={{ mt: 4 }}>
            <Pager page={filters.page} totalPages={totalPages} hrefOf={(page) => hrefOf({ page })} />
          </Box>
        </>
      )}
    </Box>
  )
}
