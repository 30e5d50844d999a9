import { IconButton } from '@mui/material'
import { Search } from 'lucide-react'
import { useCapability } from '#data/capabilities.ts'
import { showOverlay } from '#lib/commands.ts'

/** Opens the palette, also for who has no keyboard. */
export const SearchButton = () =>
  useCapability('search', true) ? (
    <IconButton
      aria-label="Search and commands"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => showOverlay('palette')}
    >
      <Search size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  ) : null
