import { Box, IconButton, Typography } from '@mui/material'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import type { BoardColumnData, BoardItem } from './board-types.ts'
import { radius, size, weight } from '../look/tokens.ts'

/** How much lower the columns of a phone are for it. */
export const PAGER_HEIGHT = '56px'

/** The columns, and what is behind the last of them. */
const pagesIn = (board: Element | null): HTMLElement[] => [
  ...(board?.querySelectorAll<HTMLElement>('[data-column], [data-page]') ?? []),
]
/** The place of the page whose middle is nearest to the middle of the board. */
const placeShown = (board: Element): number => {
  const middle = (element: Element) => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  const distances = pagesIn(board).map((column) => Math.abs(middle(column) - middle(board)))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

type BoardPagerProps<Item extends BoardItem> = {
  board: RefObject<HTMLElement | null>
  columns: ReadonlyArray<BoardColumnData<Item>>
  /** The title of the page behind the last column, if there is one. */
  endTitle?: string | undefined
}

/** On a phone, which shows one column: its name and place among the others, and buttons for those who do not swipe. */
export const BoardPager = <Item extends BoardItem>({ board, columns, endTitle }: BoardPagerProps<Item>) => {
  const [shown, setShown] = useState(0)
  const pages = [...columns, ...(endTitle === undefined ? [] : [{ id: 'end', title: endTitle }])]
  const place = Math.min(shown, pages.length - 1)
  useEffect(() => {
    const scroller = board.current
    if (!scroller) return undefined
    const look = () => setShown(placeShown(scroller))
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [board])
  const go = (to: number) => {
    setShown(to)
    pagesIn(board.current)[to]?.scrollIntoView?.({ inline: 'start', block: 'nearest', behavior: 'smooth' })
  }
  const label = place < columns.length ? `Column ${place + 1} of ${columns.length}` : 'Behind the last column'
  return (
    <Box
      role="group"
      aria-label="Columns"
      sx={{
        display: { xs: 'grid', sm: 'none' },
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        alignItems: 'center',
        mb: 0.75,
      }}
    >
      <IconButton aria-label="Previous column" disabled={place === 0} onClick={() => go(place - 1)}>
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <Box sx={{ display: 'grid', justifyItems: 'center', gap: 0.75, minWidth: 0 }}>
        <Typography
          noWrap
          dir="auto"
          aria-live="polite"
          sx={{ maxWidth: '100%', fontSize: size.small, fontWeight: weight.semibold }}
        >
          {pages[place]?.title}
        </Typography>
        <Box role="img" aria-label={label} sx={{ display: 'flex', gap: '5px' }}>
          {pages.map(({ id }, at) => (
            <Box
              key={id}
              sx={{
                width: at === place ? 14 : 6,
                height: 6,
                borderRadius: radius.circle,
                bgcolor: at === place ? 'primary.main' : 'divider',
              }}
            />
          ))}
        </Box>
      </Box>
      <IconButton aria-label="Next column" disabled={place === pages.length - 1} onClick={() => go(place + 1)}>
        <ChevronRight size={20} aria-hidden />
      </IconButton>
    </Box>
  )
}
