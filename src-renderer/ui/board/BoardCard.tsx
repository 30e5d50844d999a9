import { Box, IconButton, keyframes, styled } from '@mui/material'
import * as menuIcon from 'lucide-react/icons/ellipsis-vertical'
import { type KeyboardEvent, memo, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { moreAbout } from './BoardMenu.tsx'
import type { BoardCardParts, BoardItem, ExtraLines } from './board-types.ts'
import { iconBefore } from '../look/icon-mask.ts'
import { LANDED_MS, useIsLanded } from './landed.ts'
import { clamp } from '../look/text-looks.ts'
import { duration, radius, shadow, size, weight } from '../look/tokens.ts'

/** The height of a card by the number of its lines between title and details, in rem, so that it grows with the letters. */
export const CARD_HEIGHTS_REM: Readonly<Record<ExtraLines, number>> = [6.25, 7.75, 9.25]

const face = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: '4px',
  padding: '12px',
  backgroundColor: 'var(--mui-palette-background-card)',
  border: '1px solid var(--mui-palette-divider)',
  borderRadius: radius.medium,
} as const
/** Milliseconds for which a card that somebody else has changed glows. */
const GLOW_MS = 3_000

/** The mark appears at once, stays, and leaves at the end within the time that anything may take to move. */
const standing = (boxShadow: string, ms: number) =>
  `${keyframes({ [`0%, ${100 - (100 * duration.leaving) / ms}%`]: { boxShadow } })} ${ms}ms ease-out`
/**
 * A card on the board. A column that comes into sight draws many at once, so this look is made once and not by `sx`. A card changed by
 * somebody else glows for a moment; one that the person has just placed has a frame. With reduced motion both have a frame for that
 * moment.
 */
const PlacedCard = styled('li')({
  ...face,
  position: 'absolute',
  left: 0,
  right: 0,
  cursor: 'grab',
  touchAction: 'manipulation',
  userSelect: 'none',
  WebkitTouchCallout: 'none',
  '&:hover': { borderColor: 'var(--mui-palette-text-secondary)' },
  '&[data-changed]': { animation: standing(shadow.changed, GLOW_MS) },
  '&[data-landed]': { animation: standing(shadow.framed, LANDED_MS) },
  '&[data-changed], &[data-landed]': {
    borderColor: 'var(--mui-palette-primary-main)',
    '@media (prefers-reduced-motion: reduce)': { animation: 'none', boxShadow: shadow.framed },
  },
})
const titleLook = {
  pr: 3,
  fontSize: size.small,
  fontWeight: weight.semibold,
  lineHeight: 1.4,
  color: 'text.primary',
  textDecoration: 'none',
  ...clamp(2),
} as const
const linesLook = { display: 'grid', gap: 0.5, flex: 1, alignContent: 'end', minWidth: 0, fontSize: size.note } as const
const detailsLook = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minWidth: 0,
  fontSize: size.note,
  color: 'text.secondary',
} as const
/** The link covers its card; the menu's button lies above it and is pressed by itself. */
const stretched = {
  ...titleLook,
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.medium },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 1 },
} as const

const menuLook = {
  position: 'absolute',
  top: 6,
  right: 6,
  zIndex: 1,
  color: 'text.secondary',
  ...iconBefore(menuIcon, 16),
} as const

/** The copy of the card that follows the pointer during a drag. It does nothing. */
export const CarriedCard = <Item extends BoardItem>({
  item,
  renderDetails,
  linesOf,
  renderLines,
}: Pick<BoardCardParts<Item>, 'renderDetails' | 'linesOf' | 'renderLines'> & { item: Item }) => (
  <Box
    sx={{
      ...face,
      height: '100%',
      cursor: 'grabbing',
      borderColor: 'primary.main',
      boxShadow: shadow.lifted,
      rotate: '1.5deg',
      '@media (prefers-reduced-motion: reduce)': { rotate: 'none' },
    }}
  >
    <Box component="span" dir="auto" sx={titleLook}>
      {item.title}
    </Box>
    {linesOf(item) > 0 && <Box sx={linesLook}>{renderLines(item)}</Box>}
    <Box sx={detailsLook}>{renderDetails(item)}</Box>
  </Box>
)

type BoardCardProps<Item extends BoardItem> = BoardCardParts<Item> & {
  item: Item
  /** The card's distance from its column's top, in pixels. */
  top: number
  position: number
  count: number
  /** Whether the Tab key stops at this card of its column. */
  isTabStop: boolean
  /** Somebody else has changed it a moment ago. */
  isMarked: boolean
  /** Its copy follows the pointer. */
  isCarried: boolean
  /** The ID of the text that says how it is moved by keys. */
  describedBy: string
  onMenu: (item: Item, anchor: HTMLElement) => void
  /** Puts the card one place up or down in its column; undefined where cards have no places. */
  onStep: ((item: Item, step: 1 | -1) => void) | undefined
}

const Card = <Item extends BoardItem>(props: BoardCardProps<Item>) => {
  const { item, top, position, count, isTabStop, isMarked, linkOf, renderDetails, linesOf, renderLines } = props
  const { isCarried, describedBy, onMenu, onStep } = props
  const isLanded = useIsLanded(item.id)
  // A card that is picked up or lands changes its frame; the memo keeps the content from being drawn again.
  const content = useMemo(
    () => (
      <>
        <Box
          component={Link}
          dir="auto"
          draggable={false}
          tabIndex={isTabStop ? 0 : -1}
          aria-keyshortcuts={onStep ? 'Shift+F10 Alt+ArrowUp Alt+ArrowDown' : 'Shift+F10'}
          onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            if (step !== 0 && event.altKey && onStep) {
              event.preventDefault()
              event.stopPropagation()
              onStep(item, step)
              return
            }
            const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
            const button = event.currentTarget.parentElement?.querySelector('button')
            if (!isMenuKey || !button) return
            event.preventDefault()
            onMenu(item, button)
          }}
          aria-describedby={describedBy}
          aria-roledescription="card that can be moved"
          {...linkOf(item)}
          sx={stretched}
        >
          {item.title}
        </Box>
        {linesOf(item) > 0 && <Box sx={linesLook}>{renderLines(item)}</Box>}
        <Box sx={detailsLook}>{renderDetails(item)}</Box>
        <IconButton
          size="small"
          aria-label={moreAbout(item)}
          aria-haspopup="menu"
          // The keyboard opens the menu from the card itself, so that a card is one stop and not two.
          tabIndex={-1}
          onClick={(event) => onMenu(item, event.currentTarget)}
          sx={menuLook}
        />
      </>
    ),
    [item, isTabStop, linkOf, renderDetails, linesOf, renderLines, onMenu, onStep, describedBy],
  )
  return (
    <PlacedCard
      data-card={item.id}
      {...(isMarked ? { 'data-changed': '' } : isLanded && { 'data-landed': '' })}
      aria-posinset={position}
      aria-setsize={count}
      // The place is set by `top` and not by a transform, because dnd-kit measures the card without its transform.
      style={{ top, height: `${CARD_HEIGHTS_REM[linesOf(item)]}rem`, opacity: isCarried ? 0.35 : 1 }}
    >
      {content}
    </PlacedCard>
  )
}

/** A card with a link on its title. It can be dragged, and its menu moves it without dragging. */
export const BoardCard = memo(Card) as typeof Card
