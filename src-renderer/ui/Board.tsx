import { DndContext, type DragEndEvent, DragOverlay } from '@dnd-kit/core'
import Box from '@mui/material/Box'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import {
  boardAnnouncements,
  boardInstructions,
  findColumn,
  liveSpeaker,
  spokenBy,
  useBoardSensors,
} from './board-drag.ts'
import { focusBesides, usePinnedCard } from './board-focus.ts'
import type { BoardCardParts, BoardColumnData, BoardItem, PlacedItem } from './board-types.ts'
import { CarriedCard } from './BoardCard.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import { BoardMoveMenu, type OpenMenu } from './BoardMoveMenu.tsx'
import { visuallyHidden } from './text-looks.ts'

type BoardProps<Item extends BoardItem> = BoardCardParts<Item> & {
  label: string
  columns: ReadonlyArray<BoardColumnData<Item>>
  /** The reason, in words for a person, or null when the card may go there. */
  whyNotMove: (item: Item, columnId: string) => string | null
  /**
   * The card was dropped on another column, or sent there by its menu. Answers with what to tell a screen reader when the
   * card did not stay there after all, and with null when it did.
   */
  onMove: (item: Item, columnId: string) => Promise<string | null>
  /** The card was dropped where it may not go; it stays where it was. */
  onRefused: (reason: string) => void
  /** Says which cards are shown; when it changes, every column begins at its top again. */
  shownBy: string
}

/**
 * Cards in columns, moved by mouse, finger, keyboard or each card's menu. One droppable a column and only the visible cards
 * drawn, so that thousands of cards are as quick as ten. The columns scroll sideways in the board
 * where there is no room for all.
 */
export const Board = <Item extends BoardItem>(props: BoardProps<Item>) => {
  const { label, columns, whyNotMove, onMove, onRefused, shownBy, linkOf, renderDetails } = props
  const sensors = useBoardSensors()
  const { board, pinnedId, pin, refocus } = usePinnedCard()
  const [carried, setCarried] = useState<PlacedItem<Item> | null>(null)
  const [menu, setMenu] = useState<OpenMenu<Item> | null>(null)
  const [{ attach, say }] = useState(liveSpeaker)
  // In the page's main part, like the cards it belongs to, and not beside the whole page.
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
    return spokenBy(say, boardAnnouncements({ find, columnOf, whyNotMove }))
  }, [find, columns, whyNotMove, say])

  /** What was said of a move that did not last is put right. */
  const move = (item: Item, columnId: string) =>
    void onMove(item, columnId).then((outcome) => say(outcome ?? undefined))
  const drop = ({ active, over }: DragEndEvent) => {
    setCarried(null)
    const from = find(String(active.id))
    if (!from || !over || over.id === from.column.id) return
    const reason = whyNotMove(from.item, String(over.id))
    if (reason) onRefused(reason)
    else move(from.item, String(over.id))
  }
  const openMenu = useCallback((placed: PlacedItem<Item>, anchor: HTMLElement) => setMenu({ ...placed, anchor }), [])
  const moveByMenu = (item: Item, columnId: string) => {
    pin(item.id)
    say(`${item.title} is now in ${columns.find(({ id }) => id === columnId)?.title ?? ''}.`)
    move(item, columnId)
  }
  const goBesides = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    // While a card is carried the arrow keys carry it; in the menu they are the menu's.
    if (step === 0 || carried || menu || !focusBesides(event.target, step)) return
    event.preventDefault()
  }
  const isEmpty = columns.every(({ items }) => items.length === 0)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findColumn}
      // Sideways alone, and in the board alone: where a card lies within its column is not for a person to choose.
      autoScroll={{ threshold: { x: 0.12, y: 0 }, canScroll: (element) => element === board.current }}
      accessibility={{ announcements, screenReaderInstructions: boardInstructions, restoreFocus: false }}
      onDragStart={({ active }) => {
        setCarried(find(String(active.id)))
        pin(String(active.id))
      }}
      onDragEnd={drop}
      onDragCancel={() => setCarried(null)}
    >
      <Box
        ref={board}
        role="group"
        aria-label={label}
        // A board that scrolls sideways is reached by the keyboard through its cards; without any, by itself.
        {...(isEmpty && { tabIndex: 0 })}
        onKeyDown={goBesides}
        sx={{
          display: 'grid',
          gap: 1.5,
          gridAutoFlow: 'column',
          gridAutoColumns: { xs: 'min(280px, 84%)', sm: 'minmax(248px, 1fr)' },
          overflowX: 'auto',
          // Room for the outlines of what has the focus.
          p: 0.5,
          m: -0.5,
          scrollSnapType: carried ? 'none' : 'x proximity',
          scrollPaddingInline: 4,
        }}
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.id}
            column={column}
            pinnedId={pinnedId}
            isCarrying={carried !== null}
            shownBy={shownBy}
            refusal={carried && carried.column.id !== column.id ? whyNotMove(carried.item, column.id) : null}
            linkOf={linkOf}
            renderDetails={renderDetails}
            onMenu={openMenu}
          />
        ))}
      </Box>
      <DragOverlay dropAnimation={null}>
        {carried && <CarriedCard item={carried.item} renderDetails={renderDetails} />}
      </DragOverlay>
      <div ref={setMenuPlace} />
      <BoardMoveMenu
        open={menu}
        place={menuPlace}
        columns={columns}
        whyNotMove={whyNotMove}
        onMove={moveByMenu}
        onClose={() => setMenu(null)}
        onClosed={refocus}
      />
      <Box ref={attach} role="status" aria-live="assertive" sx={visuallyHidden} />
    </DndContext>
  )
}
