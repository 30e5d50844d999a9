import { Box, Button, Chip, Typography } from '@mui/material'
import type { ChangeList } from '#lib/address-state.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { FilterSelect } from '#ui/list/FilterSelect.tsx'
import { quietField } from '#ui/list/quiet-field.ts'
import { activeFilters, type MarketFilters, sortChoices, withoutFilters } from './market-filters.ts'
import { filtersOf, isSameSearch, isWorthSaving, nameFor, searchOf } from './saved-search.ts'
import { SaveSearch } from './SaveSearch.tsx'

type ResultsHeadProps = {
  filters: MarketFilters
  change: ChangeList<MarketFilters>
  /** How many projects there are, in words; empty while that is not known. */
  count: string
  /** Whether the server sorts and keeps searches. */
  canChoose: boolean
}

/** Shown above the list: how many there are, their order, and the filters that are set, each to be taken away. */
export const ResultsHead = ({ filters, change, count, canChoose }: ResultsHeadProps) => {
  const set = activeFilters(filters)
  // A filter that is taken away takes its button with it, as a search does that has been saved.
  const area = useKeptFocus<HTMLDivElement>('[aria-label^="Remove the filter"], button:enabled, [role="combobox"]')
  return (
    <Box ref={area} tabIndex={-1} sx={{ outline: 'none', mb: { xs: 1, sm: 1.5 }, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, minHeight: 36 }}>
        <Typography
          variant="body2"
          role="status"
          className="tabular"
          sx={{ flex: '1 1 auto', minHeight: '1.55em', color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {count}
        </Typography>
        {canChoose && (
          <SaveSearch
            kind="projects"
            asked={{ search: searchOf(filters) }}
            nameFor={(max) => nameFor(filters, max)}
            isWorthIt={isWorthSaving(filters)}
            isSame={({ search }) => isSameSearch(filtersOf(search), filters)}
          />
        )}
        {canChoose && (
          <FilterSelect
            label="Sort by"
            all={filters.q.trim() ? 'Best match' : 'Newest'}
            choices={filters.q.trim() ? sortChoices : sortChoices.filter(({ value }) => value !== 'newest')}
            value={filters.q.trim() || filters.sort !== 'newest' ? filters.sort : null}
            onChange={(sort) => change({ sort })}
            sx={{ ...quietField, width: 164 }}
          />
        )}
      </Box>
      {canChoose && set.length > 0 && (
        <Box role="group" aria-label="Active filters" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {set.map(({ label, without }) => (
            <Chip
              key={label}
              size="small"
              label={label}
              aria-label={`Remove the filter ${label}`}
              onClick={() => change(without)}
              onDelete={() => change(without)}
            />
          ))}
          <Button size="small" color="inherit" onClick={() => change(withoutFilters)}>
            Clear filters
          </Button>
        </Box>
      )}
    </Box>
  )
}
