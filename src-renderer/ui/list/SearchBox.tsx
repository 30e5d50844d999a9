import { Box, IconButton, InputAdornment, TextField } from '@mui/material'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'
import { quietField } from './quiet-field.ts'
import { WithCutPasteNote } from '../form/CutPasteNote.tsx'

const SEARCH_DEBOUNCE_MS = 300

export type SearchBoxProps = {
  label: string
  placeholder: string
  maxLength: number
  q: string
  onSearch: (q: string) => void
  /** In a bar the field is low and its label is for screen readers only. */
  isQuiet?: boolean
  /** What the browser offers to fill in, such as searches of before. */
  suggestions?: readonly string[]
}

/**
 * A search box that searches after a pause in typing, or at once with Enter. Then the address has the text of the box.
 * A pause does not search while another page is loading: the search would change the address, and the router would drop
 * the pending navigation.
 */
export const SearchBox = ({
  label,
  placeholder,
  maxLength,
  q,
  onSearch,
  suggestions = [],
  isQuiet = false,
}: SearchBoxProps) => {
  const listId = useId()
  const [draft, setDraft] = useState(q)
  const [seen, setSeen] = useState(q)
  const [sent, setSent] = useState(q)
  if (q !== seen) {
    setSeen(q)
    // The address was changed by something else (back, a saved search), so the box follows. Our own change of the
    // address must not undo later typing.
    if (q !== sent) {
      setSent(q)
      setDraft(q)
    }
  }
  const search = (next: string) => {
    setSent(next)
    onSearch(next)
  }
  const searchNow = (next: string) => {
    setDraft(next)
    search(next)
  }
  const isPending = draft.trim() !== sent.trim()
  const searchLater = useEffectEvent(() => search(draft))
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const isBeingLeft = next !== undefined && next.pathname !== pathname
  useEffect(() => {
    if (!isPending || isBeingLeft) return
    const timer = setTimeout(searchLater, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [draft, isPending, isBeingLeft])
  return (
    <Box
      component="form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        searchNow(draft)
      }}
      sx={{ flex: `1 1 ${isQuiet ? 160 : 320}px`, minWidth: 0 }}
    >
      <WithCutPasteNote>
        <TextField
          {...(isQuiet && { sx: quietField })}
          type="search"
          label={label}
          placeholder={placeholder}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && draft) searchNow('')
          }}
          slotProps={{
            htmlInput: {
              maxLength,
              enterKeyHint: 'search',
              autoComplete: 'off',
              ...(suggestions.length > 0 && { list: listId }),
              sx: {
                pl: 0,
                '&::-webkit-search-cancel-button, &::-webkit-calendar-picker-indicator': { display: 'none !important' },
              },
            },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search size={18} strokeWidth={1.75} aria-hidden />
                </InputAdornment>
              ),
              endAdornment: draft && (
                <InputAdornment position="end">
                  <IconButton size="small" aria-label="Clear search" onClick={() => searchNow('')}>
                    <X size={16} />
                  </IconButton>
                </InputAdornment>
              ),
            },
          }}
        />
      </WithCutPasteNote>
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </Box>
  )
}
