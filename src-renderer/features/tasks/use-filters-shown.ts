import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'

/**
 * Whether search and filters are in the page. On a phone the cards come first, so a button shows and hides them; who has
 * set a filter sees it.
 */
export const useFiltersShown = (isFiltered: boolean) => {
  const hasSwitch = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const [isOpened, setIsOpened] = useState<boolean | null>(null)
  const isShown = !hasSwitch || (isOpened ?? isFiltered)
  return { hasSwitch, isShown, toggle: () => setIsOpened(!isShown) }
}
