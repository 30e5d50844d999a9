import { useMediaQuery } from '@mui/material'
import { useState } from 'react'
import { LOW_WINDOW } from '#ui/look/tokens.ts'

/**
 * Whether search and filters are shown. On a phone, and in a low window such as a zoomed page, the cards come first and
 * a button toggles them; they are always shown while a filter is set.
 */
export const useFiltersShown = (isFiltered: boolean) => {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const isLow = useMediaQuery(LOW_WINDOW)
  const hasSwitch = isNarrow || isLow
  const [isOpened, setIsOpened] = useState<boolean | null>(null)
  const isShown = !hasSwitch || (isOpened ?? isFiltered)
  return { hasSwitch, isShown, toggle: () => setIsOpened(!isShown) }
}
