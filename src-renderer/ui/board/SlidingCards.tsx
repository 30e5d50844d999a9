import { Component, type ReactNode, type RefObject } from 'react'
import { prefersStillness } from '../look/motion.ts'
import { duration } from '../look/tokens.ts'
import type { BoardColumnData, BoardItem } from './board-types.ts'

/** More cards than these at once are not followed by eye: they are at their new places without a way. */
const MOST_SLIDING = 5

type SlidingCardsProps = {
  board: RefObject<HTMLElement | null>
  columns: ReadonlyArray<BoardColumnData<BoardItem>>
  /** The IDs of cards that somebody else has changed a moment ago. */
  marked: ReadonlySet<string>
  children: ReactNode
}
type Place = { id: string; from: DOMRect }

const canSlide = () => 'animate' in Element.prototype && !prefersStillness()

const columnOf = (columns: SlidingCardsProps['columns'], id: string): string | undefined =>
  columns.find(({ items }) => items.some((item) => item.id === id))?.id

/** The card's place on the screen; null where it is not drawn or is scrolled out of its column. */
const placeOf = (board: HTMLElement | null, id: string): { card: HTMLElement; at: DOMRect } | null => {
  const card = board?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)
  const list = card?.closest('ul')?.parentElement?.getBoundingClientRect()
  if (!card || !list) return null
  const at = card.getBoundingClientRect()
  return at.top >= list.top - at.height / 2 && at.top <= list.bottom - at.height / 2 ? { card, at } : null
}

/** Shows a copy of the card on its way, because its column would cut the card off; the card itself is hidden until then. */
const slide = (card: HTMLElement, from: DOMRect, to: DOMRect): void => {
  const frame = card.parentElement?.cloneNode(false) as HTMLElement
  const copy = card.cloneNode(true) as HTMLElement
  // The list's looks are those of what is marked so.
  copy.dataset.card = ''
  frame.removeAttribute('aria-labelledby')
  frame.ariaHidden = 'true'
  frame.inert = true
  copy.style.top = '0'
  Object.assign(frame.style, {
    position: 'fixed',
    zIndex: '1',
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    pointerEvents: 'none',
  })
  frame.append(copy)
  document.body.append(frame)
  // A card without visibility could not take the focus that the board gives back to it.
  const { opacity } = card.style
  card.style.opacity = '0'
  const end = () => {
    frame.remove()
    card.style.opacity = opacity
  }
  const way = frame.animate(
    [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: 'none' }],
    { duration: duration.entering, easing: 'ease-out' },
  )
  way.onfinish = end
  way.oncancel = end
}

/**
 * Lets a card that somebody else moves slide to its new column, unless the person wants no motion. A class, because only a
 * class can look at the screen just before it changes.
 */
export class SlidingCards extends Component<SlidingCardsProps> {
  override getSnapshotBeforeUpdate(before: SlidingCardsProps): Place[] {
    const { columns, marked, board } = this.props
    if (before.columns === columns || marked.size === 0 || marked.size > MOST_SLIDING || !canSlide()) return []
    return [...marked].flatMap((id) => {
      const place = columnOf(before.columns, id) !== columnOf(columns, id) && placeOf(board.current, id)
      return place ? [{ id, from: place.at }] : []
    })
  }
  override componentDidUpdate(_before: SlidingCardsProps, _state: unknown, places: Place[]): void {
    for (const { id, from } of places) {
      const place = placeOf(this.props.board.current, id)
      if (place) slide(place.card, from, place.at)
    }
  }
  override render(): ReactNode {
    return this.props.children
  }
}
