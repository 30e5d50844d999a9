import { Component, type ReactNode, type RefObject } from 'react'

type KeptPlaceProps = {
  /** Changes when rows come or go. */
  rows: unknown
  /** The list whose rows are marked `data-entry`. */
  list: RefObject<HTMLElement | null>
  /** Whether the end of the list is read, so that it is followed. */
  isAtEnd: RefObject<boolean>
  children: ReactNode
}
type RowPlace = { row: Element; top: number } | null

/** The box that scrolls the list: the list itself, else the dialog or the page around it. */
const scrollerOf = (list: HTMLElement): Element | null => {
  for (let element: Element | null = list; element; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY))
      return element
  return document.scrollingElement
}

/**
 * Keeps what one reads in its place while rows come above or below it; anyone who reads the end stays there. A class, because
 * only a class can look at the screen just before it changes.
 */
export class KeptPlace extends Component<KeptPlaceProps> {
  override getSnapshotBeforeUpdate(before: KeptPlaceProps): RowPlace {
    if (before.rows === this.props.rows) return null
    const box = this.props.list.current
    const rows = box?.querySelectorAll('[data-entry]') ?? []
    const [first, last] = [rows[0], rows[rows.length - 1]]
    if (!box || !first || !last) return null
    // A person who has not come to the list yet reads what is above it, which nothing moves.
    const end = Math.min(scrollerOf(box)?.getBoundingClientRect().bottom ?? Infinity, innerHeight)
    const isReached = first.getBoundingClientRect().top <= end
    // The last row is there afterwards, too: what comes above moves it by as much as everything between.
    return isReached ? { row: last, top: last.getBoundingClientRect().top } : null
  }
  override componentDidUpdate(before: KeptPlaceProps, _state: unknown, seen: RowPlace): void {
    const { list, isAtEnd, rows } = this.props
    const box = list.current
    if (!box || before.rows === rows) return
    const scroller = scrollerOf(box)
    if (scroller === box && isAtEnd.current) box.scrollTop = box.scrollHeight
    else if (scroller && seen?.row.isConnected) scroller.scrollTop += seen.row.getBoundingClientRect().top - seen.top
  }
  override render(): ReactNode {
    return this.props.children
  }
}
