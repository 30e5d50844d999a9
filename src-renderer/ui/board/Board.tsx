import { DndContext, type DragEndEvent, type DragMoveEvent, type DragOverEvent, DragOverlay } from '@dnd-kit/core'
import { Box } from '@mui/material'
import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import {
  boardAnnouncements,
  boardInstructions,
  findColumn,
  keyboardAim,
  liveSpeaker,
  spokenBy,
  useBoardSensors,
} from './board-drag.ts'
import { focusBesides, usePinnedCard } from './board-focus.ts'
import { besideOf, type DropPlace, placeAt, pointerY } from './board-place.ts'
import type { Beside, BoardCardParts, BoardColumnData, BoardItem, CardAct, PlacedItem, Side } from './board-types.ts'
import { CarriedCard } from './BoardCard.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import { CarriedHead } from './BoardHead.tsx'
import { BoardMenu, type OpenMenu } from './BoardMenu.tsx'
import { BoardPager, PAGER_HEIGHT } from './BoardPager.tsx'
import { visuallyHidden } from '../look/text-looks.ts'
import { boardColumns, pagedColumns } from './board-columns.ts'
import { noteLanded } from './landed.ts'
import { SlidingCards } from './SlidingCards.tsx'
import { useGrip } from './use-grip.tsx'
import { isHead, useHeadDrag } from './use-head-drag.ts'

type BoardProps<Item extends BoardItem> = BoardCardParts<Item> & {
  label: string
  columns: ReadonlyArray<BoardColumnData<Item>>
  /** The reason why the card may not go there, in words for a person; null when it may. */
  whyNotMove: (item: Item, columnId: string) => string | null
  /**
   * Called when the card is dropped on another column, or sent there by its menu. Resolves with the sentence for a
   * screen reader when the card did not stay there after all, else with null.
   */
  onMove: (item: Item, columnId: string) => Promise<string | null>
  /**
   * Called when the card is put to a place of a column, also of its own. Resolves as `onMove` does. Without it a column's
   * order cannot be changed.
   */
  onPlace?: ((item: Item, columnId: string, beside: Beside) => Promise<string | null>) | undefined
  /** Called when the card is dropped where it may not go; the card stays where it was. */
  onRefused: (reason: string) => void
  /** What the menu of a card offers above the columns that it can go to. */
  actsOf: (item: Item) => readonly CardAct[]
  /** The IDs of cards that somebody else has changed a moment ago. */
  marked: ReadonlySet<string>
  /** Names the selection of cards that are shown; when it changes, every column scrolls to its top. */
  shownBy: string
  /** Called when a movable column is dropped beside another one. */
  onMoveColumn?: ((columnId: string, besideId: string, side: Side) => void) | undefined
  /** A phone shows one column at a time, with its name and a way to the others above it. */
  isPaged?: boolean
  /** Shown behind the last column; on a phone it is a page of its own. */
  end?: { title: string; content: ReactNode } | false
}

/** Columns up to this number fit a wide screen: all of them are drawn. */
const MANY_COLUMNS = 4

/** The value, or while it is held the one from before. */
const useHeld = <T,>(value: T, isHeld: boolean): T => {
  const [kept, setKept] = useState(value)
  if (!isHeld && kept !== value) setKept(value)
  return isHeld ? kept : value
}

/**
 * Cards in columns, moved by mouse, finger, keyboard or each card's menu. Each column is one droppable and draws only
 * its visible cards, so that thousands of cards are as quick as ten. The board scrolls sideways when its columns do not
 * fit.
 */
export const Board = <Item extends BoardItem>(props: BoardProps<Item>) => {
  const { label, whyNotMove, onMove, onPlace, onRefused, actsOf, marked, shownBy } = props
  const { linkOf, renderDetails, linesOf, renderLines, onMoveColumn, isPaged = false, end = false } = props
  const [aim] = useState(keyboardAim)
  const sensors = useBoardSensors(aim)
  const { board, pinnedId, pin, refocus } = usePinnedCard()
  const [carried, setCarried] = useState<PlacedItem<Item> | null>(null)
  const [dropPlace, setDropPlace] = useState<DropPlace | null>(null)
  const [menu, setMenu] = useState<OpenMenu<Item> | null>(null)
  // While a card is carried or its menu is open, the board does not move: what others change is shown afterwards.
  const columns = useHeld(props.columns, carried !== null || menu !== null)
  const { carriedHead, headPlace, ...heads } = useHeadDrag(columns, onMoveColumn)
  const [speaker] = useState(liveSpeaker)
  const { attach, say } = speaker
  const instructionsId = useId()
  const { grip, onKeyDown, ...presses } = useGrip(carried !== null || carriedHead !== null)
  // The menu is drawn within the page's main part, where its cards are, and not at the end of the document.
  const [menuPlace, setMenuPlace] = useState<HTMLElement | null>(null)

  const find = useCallback(
    (itemId: string): PlacedItem<Item> | null => {
      for (const column of columns) {
        const item = column.items.find(({ id }) => id === itemId)
        if (item) return { item, column }
      }
      return null
    },
    [columns],
  )
  const announcements = useMemo(() => {
    const columnOf = (columnId: string) => columns.find(({ id }) => id === columnId)
    return spokenBy(speaker, boardAnnouncements({ find, columnOf, whyNotMove, dropColumnOf: aim.columnOf }))
  }, [find, columns, whyNotMove, aim, speaker])

  /** Moves the card; when it did not stay, a screen reader gets the correction. */
  const move = (item: Item, columnId: string) => {
    noteLanded(item.id)
    void onMove(item, columnId).then((outcome) => say(outcome ?? undefined))
  }
  const place = (item: Item, columnId: string, beside: Beside) => {
    noteLanded(item.id)
    void onPlace?.(item, columnId, beside).then((outcome) => say(outcome ?? undefined))
  }
  /** Follows a card that is carried by mouse or finger: where in the column would it go? */
  const follow = (event: DragMoveEvent | DragOverEvent) => {
    if (isHead(event.active)) return heads.follow(event)
    const { active, over, activatorEvent, delta } = event
    const begun = pointerY(activatorEvent)
    const column = over && columns.find(({ id }) => id === over.id)
    if (!onPlace || begun === null || !column) return setDropPlace(null)
    const { id: columnId, items } = column
    const next = placeAt(board.current, { columnId, items, carriedId: String(active.id), y: begun + delta.y })
    setDropPlace((now) => (now?.columnId === next?.columnId && now?.before === next?.before ? now : next))
  }
  const drop = (event: DragEndEvent) => {
    if (isHead(event.active)) return heads.drop(event)
    const { active, over } = event
    setCarried(null)
    setDropPlace(null)
    const from = find(String(active.id))
    const columnId = aim.columnOf(over)
    const column = columns.find(({ id }) => id === columnId)
    if (!from || !column) return
    const isHere = column.id === from.column.id
    const reason = isHere ? null : whyNotMove(from.item, column.id)
    if (reason) return onRefused(reason)
    const beside = dropPlace?.columnId === column.id ? besideOf(column.items, from.item.id, dropPlace.before) : null
    if (beside) place(from.item, column.id, beside)
    else if (!isHere) move(from.item, column.id)
  }
  const step = useCallback(
    ({ item, column }: PlacedItem<Item>, by: 1 | -1) => {
      const { items, title } = column
      const now = items.findIndex(({ id }) => id === item.id)
      const other = items[now + by]
      if (!other) return say(`${item.title} is ${by === 1 ? 'last' : 'first'} in ${title}.`)
      pin(item.id)
      say(`${item.title} is now ${now + by + 1} of ${items.length} in ${title}.`)
      void onPlace?.(item, column.id, by === 1 ? { afterID: other.id } : { beforeID: other.id }).then((outcome) =>
        say(outcome ?? undefined),
      )
    },
    [onPlace, pin, say],
  )
  const openMenu = useCallback((placed: PlacedItem<Item>, anchor: HTMLElement) => setMenu({ ...placed, anchor }), [])
  const moveByMenu = (item: Item, columnId: string) => {
    pin(item.id)
    say(`${item.title} is now in ${columns.find(({ id }) => id === columnId)?.title ?? ''}.`)
    move(item, columnId)
  }
  const goBesides = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    // While a card is carried the arrow keys move it, and in an open menu they move within the menu.
    if (step === 0 || carried || menu || !focusBesides(event.target, step)) return
    event.preventDefault()
  }
  const isEmpty = columns.every(({ items }) => items.length === 0)
  return (
    <DndContext
      id={instructionsId}
      sensors={sensors}
      collisionDetection={findColumn}
      // A drag scrolls the board only, and only sideways: a person cannot choose the place within a column.
      autoScroll={{ threshold: { x: 0.12, y: 0 }, canScroll: (element) => element === board.current }}
      accessibility={{ announcements, screenReaderInstructions: boardInstructions, restoreFocus: false }}
      onDragStart={({ active }) => {
        aim.begin()
        if (isHead(active)) return heads.start(active.id)
        setCarried(find(String(active.id)))
        pin(String(active.id))
      }}
      onDragMove={follow}
      onDragOver={follow}
      onDragEnd={drop}
      onDragCancel={() => {
        heads.stop()
        setCarried(null)
        setDropPlace(null)
      }}
    >
      {grip}
      {isPaged && <BoardPager board={board} columns={columns} endTitle={end ? end.title : undefined} />}
      <Box
        ref={board}
        role="group"
        aria-label={label}
        // A keyboard scrolls the board through the focus of its cards; an empty board takes the focus itself.
        {...(isEmpty && { tabIndex: 0 })}
        {...(carried && { 'data-carrying': '' })}
        {...presses}
        onKeyDown={(event) => {
          onKeyDown(event)
          goBesides(event)
        }}
        sx={{
          display: 'grid',
          gap: 1.5,
          gridAutoFlow: 'column',
          gridAutoColumns: isPaged ? pagedColumns : boardColumns,
          ...(isPaged && { '--pager-height': PAGER_HEIGHT }),
          overflowX: 'auto',
          // The padding leaves room for focus outlines. On a phone the board goes to the edges of the screen.
          py: 0.5,
          px: { xs: 2, md: 0.5 },
          my: -0.5,
          mx: { xs: -2, md: -0.5 },
          scrollSnapType: carried ? 'none' : isPaged ? { xs: 'x mandatory', sm: 'x proximity' } : 'x proximity',
          scrollPaddingInline: { xs: '16px', md: '4px' },
        }}
      >
        <SlidingCards board={board} columns={columns} marked={marked}>
          {columns.map((column, place) => (
            <BoardColumn
              key={column.id}
              column={column}
              board={board}
              place={place}
              isOneOfMany={columns.length > MANY_COLUMNS}
              isCarried={carriedHead?.id === column.id}
              describedBy={instructionsId}
              headSide={headPlace?.columnId === column.id ? headPlace.side : null}
              pinnedId={pinnedId}
              isCarrying={carried !== null}
              shownBy={shownBy}
              marked={marked}
              refusal={carried && carried.column.id !== column.id ? whyNotMove(carried.item, column.id) : null}
              linkOf={linkOf}
              renderDetails={renderDetails}
              linesOf={linesOf}
              renderLines={renderLines}
              onMenu={openMenu}
              onStep={onPlace && step}
              dropBefore={dropPlace?.columnId === column.id ? dropPlace.before : null}
            />
          ))}
        </SlidingCards>
        {end && (
          <Box data-page sx={{ display: 'grid', alignContent: 'start', minWidth: 0, scrollSnapAlign: 'start' }}>
            {end.content}
          </Box>
        )}
      </Box>
      <DragOverlay dropAnimation={null}>
        {carried && (
          <CarriedCard item={carried.item} renderDetails={renderDetails} linesOf={linesOf} renderLines={renderLines} />
        )}
        {carriedHead && <CarriedHead column={carriedHead} />}
      </DragOverlay>
      <div ref={setMenuPlace} />
      <BoardMenu
        open={menu}
        place={menuPlace}
        actsOf={actsOf}
        columns={columns}
        whyNotMove={whyNotMove}
        onMove={moveByMenu}
        onStep={onPlace && step}
        onClose={() => setMenu(null)}
        onClosed={refocus}
      />
      <Box ref={attach} role="status" aria-live="assertive" sx={visuallyHidden} />
    </DndContext>
  )
}
