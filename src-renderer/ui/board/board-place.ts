import { type Beside, type BoardItem, END } from './board-types.ts'

/** Where a carried card would go: before the card of that ID, or behind all of the column's (`END`). */
export type DropPlace = { columnId: string; before: string }

/** Where in the window a drag by mouse or finger has begun; null for one by keyboard. */
export const pointerY = (event: Event): number | null => {
  if (event instanceof MouseEvent) return event.clientY
  // Not every browser has TouchEvent.
  return 'touches' in event ? ((event as TouchEvent).touches[0]?.clientY ?? null) : null
}

/** The place in a column for a card that is carried with the pointer at `y` of the window. Only the cards that are drawn are looked at. */
export const placeAt = (
  board: HTMLElement | null,
  { columnId, items, carriedId, y }: { columnId: string; items: readonly BoardItem[]; carriedId: string; y: number },
): DropPlace | null => {
  const column = board?.querySelector(`[data-column="${CSS.escape(columnId)}"]`)
  if (!column) return null
  const cards = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter(
    ({ dataset }) => dataset.card !== carriedId,
  )
  const below = cards.find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return top + height / 2 > y
  })
  if (below) return { columnId, before: below.dataset.card ?? END }
  // Behind the last card that is drawn there may be others further down.
  const others = items.filter(({ id }) => id !== carriedId)
  const last = others.findIndex(({ id }) => id === cards.at(-1)?.dataset.card)
  return { columnId, before: (last >= 0 && others[last + 1]?.id) || END }
}

/** The neighbour that says the place; null in an empty column, and where the card is there already. */
export const besideOf = (items: readonly BoardItem[], carriedId: string, before: string): Beside | null => {
  const others = items.filter(({ id }) => id !== carriedId)
  const own = items.findIndex(({ id }) => id === carriedId)
  const next = before === END ? others.length : others.findIndex(({ id }) => id === before)
  // Without the card itself, its own place and its neighbour's below it have the same number.
  if (others.length === 0 || next < 0 || next === own) return null
  const last = others.at(-1)
  if (before !== END) return { beforeID: before }
  return last ? { afterID: last.id } : null
}
