import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { create } from 'zustand'

const useFollowed = create<{ id: string | null }>(() => ({ id: null }))
/** Gives a card of the board the focus that nothing has, wherever it is drawn by now: after a chooser over the board has moved it. */
export const followCard = (id: string): void => useFollowed.setState({ id }, true)

/**
 * Keeps the focus on a card that changes column, where it becomes a new element. The card last named by `pin` gets the
 * focus wherever it appears (also when it goes back), until the person moves the focus elsewhere.
 */
export const usePinnedCard = (): {
  board: RefObject<HTMLDivElement | null>
  pinnedId: string | null
  pin: (id: string) => void
  /** Gives the pinned card the focus. Call it when a menu or dialog has given up the focus. */
  refocus: () => void
} => {
  const board = useRef<HTMLDivElement>(null)
  const followed = useRef<string | null>(null)
  const [pinnedId, setPinnedId] = useState<string | null>(null)
  const pin = useCallback((id: string) => {
    followed.current = id
    setPinnedId(id)
  }, [])
  useEffect(() => {
    const turn = ({ target }: Event) => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null
      if (card?.dataset.card !== followed.current) followed.current = null
    }
    document.addEventListener('focusin', turn)
    document.addEventListener('pointerdown', turn)
    return () => {
      document.removeEventListener('focusin', turn)
      document.removeEventListener('pointerdown', turn)
    }
  }, [])
  const refocus = useCallback(() => {
    if (followed.current === null || document.activeElement !== document.body) return
    board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(followed.current)}"] a`)?.focus()
  }, [])
  useEffect(
    () =>
      useFollowed.subscribe(({ id }) => {
        if (id === null || document.activeElement !== document.body) return
        pin(id)
        refocus()
      }),
    [pin, refocus],
  )
  // This runs after every change of the board, because the card may have appeared with it.
  useEffect(refocus)
  return { board, pinnedId, pin, refocus }
}

const linksIn = (column: Element): HTMLElement[] => [...column.querySelectorAll<HTMLElement>('[data-card] a')]

/** Focuses the card at about the same height in the next column that has one (1: to the right, -1: to the left). */
export const focusBesides = (from: EventTarget, step: 1 | -1): boolean => {
  const card = from instanceof Element ? from.closest('[data-card]') : null
  const column = card?.closest('[data-column]')
  if (!card || !column) return false
  const top = card.getBoundingClientRect().top
  const distance = (link: Element) => Math.abs(link.getBoundingClientRect().top - top)
  const next = (one: Element) => (step === 1 ? one.nextElementSibling : one.previousElementSibling)
  for (let other = next(column); other; other = next(other)) {
    const nearest = linksIn(other).sort((a, b) => distance(a) - distance(b))[0]
    if (!nearest) continue
    nearest.focus()
    return true
  }
  return false
}

/** The place of the card that a key leads to within a column of `count` cards; null when the key leads nowhere. */
const placeAfterKey = (key: string, place: number, count: number): number | null => {
  if (key === 'ArrowDown') return Math.min(place + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(place - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

type ColumnFocus = {
  list: RefObject<HTMLDivElement | null>
  items: ReadonlyArray<{ id: string }>
}

/**
 * Makes a column one Tab stop: the card that was focused last, or the first. From there the arrow keys, Home and End
 * move the focus. The `current` card is always drawn, wherever it is, so that Tab finds it.
 */
export const useColumnFocus = ({ list, items }: ColumnFocus) => {
  const [currentId, setCurrentId] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const found = items.findIndex(({ id }) => id === currentId)
  const current = Math.max(found, 0)
  useEffect(() => {
    if (wanted.current === null) return
    const link = list.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted.current)}"] a`)
    wanted.current = null
    link?.focus({ preventScroll: true })
  })
  const onFocus = ({ target }: { target: EventTarget }) => {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null
    if (card?.dataset.card) setCurrentId(card.dataset.card)
  }
  const goByKey = (event: KeyboardEvent<HTMLElement>, scrollTo: (place: number) => void) => {
    const place = placeAfterKey(event.key, current, items.length)
    const item = place === null ? undefined : items[place]
    if (place === null || !item || !(event.target instanceof Element) || !event.target.closest('[data-card]')) return
    event.preventDefault()
    scrollTo(place)
    wanted.current = item.id
    setCurrentId(item.id)
  }
  return { current, onFocus, goByKey }
}
