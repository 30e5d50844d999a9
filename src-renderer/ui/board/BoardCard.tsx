import { Box, keyframes, styled } from '@mui/material'
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
/** The look of what a card holds. */
const contentLooks = {
  '& > .card-title': {
    paddingRight: '24px',
    fontSize: size.small,
    fontWeight: weight.semibold,
    lineHeight: 1.4,
    color: 'var(--mui-palette-text-primary)',
    textDecoration: 'none',
    ...clamp(2),
  },
  '& > .card-lines': {
    display: 'grid',
    gap: '4px',
    flex: 1,
    alignContent: 'end',
    minWidth: 0,
    fontSize: size.note,
  },
  '& > .card-details': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    fontSize: size.note,
    color: 'var(--mui-palette-text-secondary)',
  },
} as const

/** The link covers its card; the menu's button lies above it and is pressed by itself. */
const pressLooks = {
  '& > .card-title::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.medium },
  '& > .card-title:focus-visible': { outline: 'none' },
  '& > .card-title:focus-visible::after': {
    outline: '2px solid var(--mui-palette-primary-main)',
    outlineOffset: '1px',
  },
  '& > button': {
    position: 'absolute',
    top: '6px',
    right: '6px',
    zIndex: 1,
    display: 'flex',
    padding: '5px',
    border: 0,
    borderRadius: radius.circle,
    background: 'none',
    color: 'var(--mui-palette-text-secondary)',
    cursor: 'pointer',
    ...iconBefore(menuIcon, 16),
  },
  '& > button:hover': { backgroundColor: 'var(--mui-palette-action-hover)' },
} as const

/**
 * The cards of a column. One that comes into sight draws many at once, so the list has the looks of all of them, made once: a look of
 * each card's own by `sx` costs a third of the memory that a drag over a board takes. A card changed by somebody else glows for a moment;
 * one that the person has just placed has a frame. With reduced motion both have a frame for that moment.
 */
export const CardList = styled('ul')({
  position: 'relative',
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > [data-card]': {
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
    ...contentLooks,
    ...pressLooks,
  },
})

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
      ...contentLooks,
    }}
  >
    <span dir="auto" className="card-title">
      {item.title}
    </span>
    {linesOf(item) > 0 && <div className="card-lines">{renderLines(item)}</div>}
    <div className="card-details">{renderDetails(item)}</div>
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
        <Link
          className="card-title"
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
        >
          {item.title}
        </Link>
        {linesOf(item) > 0 && <div className="card-lines">{renderLines(item)}</div>}
        <div className="card-details">{renderDetails(item)}</div>
        <button
          type="button"
          aria-label={moreAbout(item)}
          aria-haspopup="menu"
          // The keyboard opens the menu from the card itself, so that a card is one stop and not two.
          tabIndex={-1}
          onClick={(event) => onMenu(item, event.currentTarget)}
        />
      </>
    ),
    [item, isTabStop, linkOf, renderDetails, linesOf, renderLines, onMenu, onStep, describedBy],
  )
  return (
    <li
      data-card={item.id}
      {...(isMarked ? { 'data-changed': '' } : isLanded && { 'data-landed': '' })}
      aria-posinset={position}
      aria-setsize={count}
      // The place is set by `top` and not by a transform, because dnd-kit measures the card without its transform.
      style={{ top, height: `${CARD_HEIGHTS_REM[linesOf(item)]}rem`, opacity: isCarried ? 0.35 : 1 }}
    >
      {content}
    </li>
  )
}

/** A card with a link on its title. It can be dragged, and its menu moves it without dragging. */
export const BoardCard = memo(Card) as typeof Card
