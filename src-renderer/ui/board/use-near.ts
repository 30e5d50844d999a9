import { type RefObject, startTransition, useEffect, useState } from 'react'

/** The columns that are drawn before anything is known of where they are. */
const FIRST = 5
/** Pixels beyond the edges of the board within which a column is drawn already, so that nobody sees it come. */
const MARGIN = 160

const canWatch = () => typeof IntersectionObserver !== 'undefined'

type Watch = {
  board: RefObject<Element | null>
  column: RefObject<Element | null>
  /** The place of the column, from 0. */
  place: number
  /** False where all columns fit: these are near. */
  isWatched: boolean
}

/**
 * Whether a column is near what the board shows. Of other columns no cards are drawn: a board of 20 columns would draw
 * hundreds that nobody sees.
 */
export const useNear = ({ board, column, place, isWatched }: Watch): boolean => {
  const [isNear, setIsNear] = useState(place < FIRST)
  useEffect(() => {
    if (!isWatched || !column.current || !canWatch()) return
    const options = { root: board.current, rootMargin: `0px ${MARGIN}px` }
    // Its cards are drawn between frames: a card that is carried past many columns must not stop for each of them.
    const note = (entries: readonly IntersectionObserverEntry[]) =>
      startTransition(() => setIsNear(entries.at(-1)?.isIntersecting ?? true))
    const observer = new IntersectionObserver(note, options)
    observer.observe(column.current)
    return () => observer.disconnect()
  }, [board, column, isWatched])
  return isNear || !isWatched || !canWatch()
}
