import { Box, Chip, IconButton, Tooltip } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { NEW_HITS_MAX, type SavedSearch } from '#shared/contract/index.ts'
import type { ChangeList } from '#lib/address-state.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { marketAddress, type MarketFilters } from './market-filters.ts'
import { savedSearchesQuery } from './queries.ts'
import { filtersOf, isSameSearch } from './saved-search.ts'
import { useSeenSearch } from './saved-search-calls.ts'

const SearchesDialog = lazyPart(async () => (await import('./SearchesDialog.tsx')).SearchesDialog)

/** "React, well paid · 3 new". */
export const newsText = (newHits: number): string =>
  newHits === 0 ? '' : ` · ${newHits === NEW_HITS_MAX ? `${NEW_HITS_MAX}+` : newHits} new`

type OwnSearchesProps = { filters: MarketFilters; change: ChangeList<MarketFilters> }

/** The viewer's saved searches, each with what is new; nothing while there are none. Pressing the active one ends it. */
export const OwnSearches = ({ filters, change }: OwnSearchesProps) => {
  const { data: searches = [] } = useQuery(savedSearchesQuery(true))
  const { mutate: markSeen } = useSeenSearch()
  const [isManaging, setIsManaging] = useState(false)
  if (searches.length === 0 && !isManaging) return null
  const press = ({ id, search, newHits }: SavedSearch, isOn: boolean) => {
    if (newHits > 0) markSeen(id)
    change(isOn ? marketAddress.plain : filtersOf(search))
  }
  return (
    <Box role="group" aria-label="Your searches" sx={{ display: 'flex', flexWrap: 'inherit', gap: 1, flex: 'none' }}>
      {searches.map((one) => {
        const isOn = isSameSearch(filtersOf(one.search), filters)
        return (
          <Chip
            key={one.id}
            clickable
            icon={<Bookmark size={14} aria-hidden />}
            label={`${one.name}${newsText(one.newHits)}`}
            variant={isOn ? 'filled' : 'outlined'}
            color={isOn || one.newHits > 0 ? 'primary' : 'default'}
            aria-pressed={isOn}
            onClick={() => press(one, isOn)}
          />
        )
      })}
      <Tooltip title="Rename or delete your searches">
        <IconButton size="small" aria-label="Rename or delete your searches" onClick={() => setIsManaging(true)}>
          <Settings2 size={18} aria-hidden />
        </IconButton>
      </Tooltip>
      <Suspense>{isManaging && <SearchesDialog searches={searches} onClose={() => setIsManaging(false)} />}</Suspense>
    </Box>
  )
}
