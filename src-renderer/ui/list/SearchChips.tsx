import { fold } from '#shared/contract/fold.ts'
import { Box, Chip } from '@mui/material'

type SearchChipsProps = {
  /** The name of the group, for screen readers. */
  label: string
  searches: readonly string[]
  q: string
  onSearch: (q: string) => void
  /** `inherit` where the place around the chips says whether they wrap. */
  wrap?: 'wrap' | 'inherit'
}

const isSameSearch = (q: string, search: string) => fold(q.trim()) === fold(search)

/** Buttons for prepared searches; pressing the active one clears the search. */
export const SearchChips = ({ label, searches, q, onSearch, wrap = 'wrap' }: SearchChipsProps) => (
  <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: wrap, gap: 1 }}>
    {searches.map((search) => {
      const isOn = isSameSearch(q, search)
      return (
        <Chip
          key={search}
          label={search}
          clickable
          variant={isOn ? 'filled' : 'outlined'}
          color={isOn ? 'primary' : 'default'}
          aria-pressed={isOn}
          onClick={() => onSearch(isOn ? '' : search)}
        />
      )
    })}
  </Box>
)
