import type { DragEndEvent, DragMoveEvent, DragOverEvent } from '@dnd-kit/core'
import { useState } from 'react'
import type { BoardColumnData, BoardItem, Side } from './board-types.ts'

const HEAD = 'head '
/** The name under which the head of a column is dragged; cards have their own IDs. */
export const headID = (columnId: string): string => HEAD + columnId
export const isHead = ({ id }: { id: string | number }): boolean => String(id).startsWith(HEAD)
const columnIn = (id: string | number): string => String(id).slice(HEAD.length)

type HeadPlace = { columnId: string; side: Side }

/** On which side of the column under it a carried head would go: the one away from where it comes from. */
const sideOf = (columns: readonly { id: string }[], from: string, over: string): Side =>
  columns.findIndex(({ id }) => id === from) < columns.findIndex(({ id }) => id === over) ? 'right' : 'left'

/** The head of a column that is carried by mouse or finger, and beside which column it would go. */
export const useHeadDrag = <Item extends BoardItem>(
  columns: ReadonlyArray<BoardColumnData<Item>>,
  onMoveColumn: ((columnId: string, besideId: string, side: Side) => void) | undefined,
) => {
  const [carriedHead, setCarriedHead] = useState<BoardColumnData<Item> | null>(null)
  const [headPlace, setHeadPlace] = useState<HeadPlace | null>(null)
  const placeOf = ({ active, over }: DragMoveEvent | DragOverEvent | DragEndEvent): HeadPlace | null => {
    const [from, to] = [columnIn(active.id), over && String(over.id)]
    if (to === null || to === from || !columns.some(({ id }) => id === to)) return null
    return { columnId: to, side: sideOf(columns, from, to) }
  }
  const stop = () => {
    setCarriedHead(null)
    setHeadPlace(null)
  }
  return {
    carriedHead,
    headPlace,
    stop,
    start: (id: string | number) => setCarriedHead(columns.find((column) => column.id === columnIn(id)) ?? null),
    follow: (event: DragMoveEvent | DragOverEvent) => {
      const next = placeOf(event)
      setHeadPlace((now) => (now?.columnId === next?.columnId && now?.side === next?.side ? now : next))
    },
    drop: (event: DragEndEvent) => {
      const place = placeOf(event)
      stop()
      if (place) onMoveColumn?.(columnIn(event.active.id), place.columnId, place.side)
    },
  }
}
