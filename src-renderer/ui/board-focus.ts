import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/**
 * A card that goes to another column is a new element there, and the focus it had is lost with the old one. The card named
 * last by `pin` gets the focus back wherever it turns up (also when it returns), until the person turns to something else.
 */
export const usePinnedCard = (): {
  board: RefObject<HTMLDivElement | null>
  pinnedId: string | null
  pin: (id: string) => void
} => {
  const board = useRef<HTMLDivElement>(null)
  const isFollowed = useRef(false)
  const [pinnedId, setPinnedId] = useState<string | null>(null)
  const pin = useCallback((id: string) => {
    isFollowed.current = true
    setPinnedId(id)
  }, [])
  useEffect(() => {
    const isOther = (target: EventTarget | null) =>
      !(target instanceof Element) || target.closest<HTMLElement>('[data-card]')?.dataset.card !== pinnedId
    const turn = ({ target }: Event) => {
      if (isOther(target)) isFollowed.current = false
    }
    document.addEventListener('focusin', turn)
    document.addEventListener('pointerdown', turn)
    return () => {
      document.removeEventListener('focusin', turn)
      document.removeEventListener('pointerdown', turn)
    }
  }, [pinnedId])
  // After every change of the board: the card may have turned up with it.
  useEffect(() => {
    if (!isFollowed.current || pinnedId === null || document.activeElement !== document.body) return
    board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(pinnedId)}"] a`)?.focus()
  })
  return { board, pinnedId, pin }
}
