import { Box, Typography } from '@mui/material'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { BoardCard, CARD_HEIGHTS_REM, CardList } from './BoardCard.tsx'
import { BoardHead } from './BoardHead.tsx'
import { useColumnFocus } from './board-focus.ts'
import {
  type BoardCardParts,
  type BoardColumnData,
  type BoardItem,
  END,
  type ExtraLines,
  type PlacedItem,
  type Side,
} from './board-types.ts'
import { DropMark } from './DropMark.tsx'
import { useNear } from './use-near.ts'
import { radius } from '../look/tokens.ts'

/** A column's least height in pixels, so that an empty one is easily hit by a card. */
const MIN_HEIGHT = 440
const GAP = 8
/** The number of cards drawn beyond each edge, so that none is missing while a person scrolls. */
const OVERSCAN = 3

/** The pixels of a rem. */
const pixelsOfRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16')
/** A function that answers a card's height in pixels, for one pass over all cards. */
const cardHeights = () => {
  const rem = pixelsOfRem()
  return (lines: ExtraLines) => CARD_HEIGHTS_REM[lines] * rem
}

type BoardColumnProps<Item extends BoardItem> = BoardCardParts<Item> & {
  column: BoardColumnData<Item>
  /** A card that is drawn even outside the visible part: the carried card, or the one that gets the focus. */
  pinnedId: string | null
  /** The reason why the carried card may not be dropped here; null when it may, or when none is carried. */
  refusal: string | null
  /** Whether a card is carried; the arrow keys then move the card and not the focus. */
  isCarrying: boolean
  /** When it changes, the column scrolls to its top. */
  shownBy: string
  /** The IDs of cards that somebody else has changed a moment ago. */
  marked: ReadonlySet<string>
  onMenu: (placed: PlacedItem<Item>, anchor: HTMLElement) => void
  onStep: ((placed: PlacedItem<Item>, step: 1 | -1) => void) | undefined
  /** The card before which the carried one would go; `END` behind all; null when it is carried elsewhere. */
  dropBefore: string | null
  board: RefObject<HTMLElement | null>
  /** The column's place on the board, from 0. */
  place: number
  /** Whether some columns of the board are out of sight. */
  isOneOfMany: boolean
  /** On which side of it the carried column would go; null when it would go elsewhere. */
  headSide: Side | null
  /** Whether the column itself is carried. */
  isCarried: boolean
  /** The ID of the text that says how a card is moved by keys. */
  describedBy: string
}

const Column = <Item extends BoardItem>(props: BoardColumnProps<Item>) => {
  const { column, pinnedId, refusal, isCarrying, shownBy, marked, onMenu, onStep, dropBefore } = props
  const { board, place: columnPlace, isOneOfMany, headSide, isCarried, describedBy } = props
  const { linkOf, renderDetails, linesOf, renderLines } = props
  const { items } = column
  const titleId = useId()
  const section = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const isNear = useNear({ board, column: section, place: columnPlace, isWatched: isOneOfMany })
  // What somebody types in a head stays when they scroll on.
  const [wasNear, setWasNear] = useState(isNear)
  if (isNear && !wasNear) setWasNear(true)
  const pinned = useMemo(
    () => (pinnedId === null ? -1 : items.findIndex(({ id }) => id === pinnedId)),
    [items, pinnedId],
  )
  const { current, onFocus, goByKey } = useColumnFocus({ list, items })
  // oxlint-disable-next-line react/incompatible-library -- nothing compiles this; what it answers is used here alone
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current,
    estimateSize: useMemo(() => {
      const heightOf = cardHeights()
      return (index: number) => heightOf(items[index] ? linesOf(items[index]) : 0)
    }, [items, linesOf]),
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
    gap: GAP,
    overscan: OVERSCAN,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const drawn = new Set(isNear ? defaultRangeExtractor(range) : [])
        for (const place of [pinned, current]) if (place >= 0 && place < items.length) drawn.add(place)
        return [...drawn].sort((a, b) => a - b)
      },
      [pinned, current, items.length, isNear],
    ),
  })
  const drawn = virtualizer.getVirtualItems()
  const before = dropBefore === null ? undefined : drawn.find(({ index }) => items[index]?.id === dropBefore)?.start
  /** Where a line says that the carried card goes, in pixels. */
  const lineAt = dropBefore === END ? virtualizer.getTotalSize() + 1 : before && Math.max(before - GAP / 2 - 1, -3)
  const isFirstTime = useRef(true)
  useEffect(() => {
    if (!isFirstTime.current) list.current?.scrollTo?.({ top: 0 })
    isFirstTime.current = false
  }, [shownBy])
  const step = useMemo(() => onStep && ((item: Item, by: 1 | -1) => onStep({ item, column }, by)), [onStep, column])
  const openMenu = useCallback((item: Item, anchor: HTMLElement) => onMenu({ item, column }, anchor), [onMenu, column])
  return (
    <Box
      component="section"
      ref={section}
      data-column={column.id}
      aria-labelledby={titleId}
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        minHeight: MIN_HEIGHT,
        height: {
          xs: 'calc(100dvh - 276px - var(--pager-height, 0px))',
          md: 'calc(100dvh - 196px - var(--toasts-height, 0px))',
        },
        scrollSnapAlign: 'start',
        border: 1,
        borderColor: 'divider',
        borderRadius: radius.medium,
        bgcolor: 'background.column',
        ...(headSide && {
          '&::before': {
            content: '""',
            position: 'absolute',
            insetBlock: 0,
            [headSide]: -8,
            width: 3,
            borderRadius: radius.small,
            bgcolor: 'primary.main',
          },
        }),
      }}
    >
      <BoardHead column={column} titleId={titleId} hasButtons={wasNear} isCarried={isCarried} />
      {wasNear && column.head && <Box sx={{ px: 1, pb: 0.25 }}>{column.head}</Box>}
      {/* The room above is for the outline of the first card. */}
      <Box ref={list} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 1, pt: 0.5, pb: 1, scrollbarWidth: 'thin' }}>
        {items.length === 0 ? (
          <Typography variant="body2" sx={{ m: 0.5, px: 2, py: 4, textAlign: 'center', color: 'text.secondary' }}>
            {column.emptyText}
          </Typography>
        ) : (
          <CardList
            aria-labelledby={titleId}
            onFocus={(event) => {
              onFocus(event)
              // A card that the keyboard comes to is seen whole, with its ring.
              const { target } = event
              if (target.matches(':focus-visible'))
                target.closest('[data-card]')?.scrollIntoView?.({ block: 'nearest' })
            }}
            onKeyDown={(event) => {
              if (!isCarrying) goByKey(event, (place) => virtualizer.scrollToIndex(place))
            }}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {drawn.map(({ index, start }) => {
              const item = items[index]
              return (
                item && (
                  <BoardCard
                    key={item.id}
                    item={item}
                    top={start}
                    position={index + 1}
                    count={items.length}
                    isTabStop={index === current}
                    isMarked={marked.has(item.id)}
                    isCarried={isCarrying && item.id === pinnedId}
                    describedBy={describedBy}
                    linkOf={linkOf}
                    renderDetails={renderDetails}
                    linesOf={linesOf}
                    renderLines={renderLines}
                    onMenu={openMenu}
                    onStep={step}
                  />
                )
              )
            })}
            {lineAt !== undefined && (
              <Box
                component="li"
                aria-hidden
                style={{ top: lineAt }}
                sx={{
                  position: 'absolute',
                  insetInline: 0,
                  height: 3,
                  borderRadius: radius.small,
                  bgcolor: 'primary.main',
                }}
              />
            )}
          </CardList>
        )}
      </Box>
      <DropMark columnId={column.id} section={section} refusal={refusal} />
    </Box>
  )
}

/** A column, which takes dropped cards and draws only the visible part of its list. */
export const BoardColumn = memo(Column) as typeof Column
