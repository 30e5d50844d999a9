import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useListState } from '#lib/address-state.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { PagedResults } from '#ui/list/PagedResults.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { SearchBox } from '#ui/list/SearchBox.tsx'
import { SearchChips } from '#ui/list/SearchChips.tsx'
import { talentsQuery } from './queries.ts'
import {
  type ChangeFilters,
  hasFilter,
  peopleCount,
  popularSkills,
  QUERY_MAX,
  talentAddress,
  type TalentFilters,
} from './talent-filters.ts'
import { TalentFilterDrawer } from './TalentFilterDrawer.tsx'
import { TalentFilterFields } from './TalentFilterFields.tsx'
import { TalentList, TalentListSkeleton } from './TalentList.tsx'

type FilterProps = { filters: TalentFilters; change: ChangeFilters }

const countLine = (total: number, q: string) => {
  const count = peopleCount(total)
  return q.trim() ? `${count} for “${q.trim()}”` : count
}

const NoTalents = ({ filters, change }: FilterProps) =>
  hasFilter(filters) ? (
    <EmptyState
      kind="nothingFound"
      title="No talents found"
      text="Nobody matches this search and these filters. Fewer or other words may help."
      action={
        <Button variant="outlined" onClick={() => change(talentAddress.plain)}>
          Clear search and filters
        </Button>
      }
    />
  ) : (
    <EmptyState
      kind="people"
      title="No talents found"
      text="Nobody is in the directory yet. People appear here as they join."
    />
  )

/** /talent: people by skill, level and industry, ten on a page. */
export const TalentPage = () => {
  const { values: filters, hrefOf, change } = useListState(talentAddress)
  const query = useQuery(talentsQuery(filters))
  const { data, error, isPlaceholderData } = query
  // The cards are rendered in the background, so that a press does not wait for them.
  const results = useDeferredValue(
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, mb: 1.5 }}>
        <Typography
          variant="body2"
          role="status"
          className="tabular"
          sx={{ minHeight: '1.55em', color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {data && !error ? countLine(data.pagination.total, isPlaceholderData ? '' : filters.q) : ''}
        </Typography>
        <TalentFilterDrawer
          filters={filters}
          change={change}
          total={isPlaceholderData ? undefined : data?.pagination.total}
        />
      </Box>
      <PagedResults
        query={query}
        count={data?.talents.length}
        page={filters.page}
        totalPages={data?.pagination.totalPages ?? 0}
        hrefOf={(page) => hrefOf({ page })}
        onBeyondTheEnd={(page) => change({ page }, { replace: true })}
        failureTitle="Failed to load talents"
        skeleton={<TalentListSkeleton />}
        empty={<NoTalents filters={filters} change={change} />}
      >
        <TalentList talents={data?.talents ?? []} isStale={isPlaceholderData} />
      </PagedResults>
    </>,
  )
  return (
    <PageFrame isWide heading="Find Talent" lead="People and what they are good at, highest reputation first.">
      <Box sx={{ display: 'grid', gap: 2 }}>
        <SearchBox
          label="Search talents"
          placeholder="Name, skill or a word from the bio"
          maxLength={QUERY_MAX}
          q={filters.q}
          onSearch={(q) => change({ q }, { replace: true })}
        />
        <SearchChips label="Popular skills" searches={popularSkills} q={filters.q} onSearch={(q) => change({ q })} />
      </Box>
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '248px minmax(0, 1fr)' },
          mt: 3,
        }}
      >
        <Box component="aside" aria-label="Filters" sx={{ display: { xs: 'none', md: 'block' } }}>
          <TalentFilterFields filters={filters} change={change} />
        </Box>
        <Box component="section" aria-label="Results" sx={{ minWidth: 0 }}>
          {results}
        </Box>
      </Box>
    </PageFrame>
  )
}
