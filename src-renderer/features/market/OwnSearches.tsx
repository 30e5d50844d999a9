import { Box, Chip, IconButton, Tooltip } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { NEW_HITS_MAX, type SavedSearch } from '#shared/contract/index.ts'
import type { SearchKind } from '#shared/contract/saved.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { savedSearchesQuery } from './queries.ts'
import { useSeenSearch } from './saved-search-calls.ts'

const SearchesDialog = lazyPart(async () => (await import('./SearchesDialog.tsx')).SearchesDialog)

/** "React, well paid · 3 new". */
export const newsText = (newHits: number): string =>
  newHits === 0 ? '' : ` · ${newHits === NEW_HITS_MAX ? `${NEW_HITS_MAX}+` : newHits} new`

type OwnSearchesProps = {
  kind: SearchKind
  /** Whether the list shows what this search looks for. */
  isOn: (search: SavedSearch) => boolean
  /** Lets the list show it, or where it was on, everything. */
  onPress: (search: SavedSearch, isOn: boolean) => void
}

/** The viewer's saved searches, each with what is new; nothing while there are none. Pressing the active one ends it. */
export const OwnSearches = ({ kind, isOn, onPress }: OwnSearchesProps) => {
  const { data: searches = [] } = useQuery(savedSearchesQuery(kind))
  const { mutate: markSeen } = useSeenSearch(kind)
  const [isManaging, setIsManaging] = useState(false)
  if (searches.length === 0 && !isManaging) return null
  const press = (one: SavedSearch) => {
    if (one.newHits > 0) markSeen(one.id)
    onPress(one, isOn(one))
  }
  return (
    <Box role="group" aria-label="Your searches" sx={{ display: 'flex', flexWrap: 'inherit', gap: 1, flex: 'none' }}>
      {searches.map((one) => {
        const isActive = isOn(one)
        return (
          <Chip
            key={one.id}
            clickable
            icon={<Bookmark size={14} aria-hidden />}
            label={`${one.name}${newsText(one.newHits)}`}
            variant={isActive ? 'filled' : 'outlined'}
            color={isActive || one.newHits > 0 ? 'primary' : 'default'}
            aria-pressed={isActive}
            onClick={() => press(one)}
          />
        )
      })}
      <Tooltip title="Rename or delete your searches">
        <IconButton size="small" aria-label="Rename or delete your searches" onClick={() => setIsManaging(true)}>
          <Settings2 size={18} aria-hidden />
        </IconButton>
      </Tooltip>
      <Suspense>
        {isManaging && <SearchesDialog kind={kind} searches={searches} onClose={() => setIsManaging(false)} />}
      </Suspense>
    </Box>
  )
}
