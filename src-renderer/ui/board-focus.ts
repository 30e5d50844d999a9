import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/**
 * A card that goes to another column is a new element there, and the focus it had is lost with the old one. The card named
 * last by `pin` gets the focus back wherever it turns up (also when it returns), until the person turns to something else.
 */
export const usePinnedCard = (): {
  board: RefObject<HTMLDivElement | null>
  pinnedId: string | null
  pin: (id: string) => void
  /** For when something else has just given up the focus. */
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
  // After every change of the board: the card may have turned up with it.
  useEffect(refocus)
  return { board, pinnedId, pin, refocus }
}
