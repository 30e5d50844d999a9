import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in an area whose buttons come and go. When the focused button is disabled or removed, the focus moves
 * to the first that is left, or to the area itself (which needs tabIndex -1). A person who has left the area is not
 * called back, and one who clicked on text of the area, which focuses the area, stays there. `takers` selects the elements that may take the focus, buttons and links by default.
 */
export const useKeptFocus = <T extends HTMLElement>(takers = 'button:enabled, a[href]'): RefObject<T | null> => {
  const area = useRef<T>(null)
  const isHere = useRef(false)
  /** Whether the area has the focus for want of a button, and gives it to the first that comes. */
  const isWaiting = useRef(false)
  useEffect(() => {
    const element = area.current
    const arrive = () => {
      isHere.current = true
      isWaiting.current = false
    }
    const depart = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) isHere.current = false
    }
    const departByPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element?.contains(target)) isHere.current = false
    }
    element?.addEventListener('focusin', arrive)
    element?.addEventListener('focusout', depart)
    addEventListener('pointerdown', departByPointer)
    return () => {
      element?.removeEventListener('focusin', arrive)
      element?.removeEventListener('focusout', depart)
      removeEventListener('pointerdown', departByPointer)
    }
  }, [])
  // This runs after every change of the area, because the buttons may have changed with it.
  useEffect(() => {
    const element = area.current
    const focused = document.activeElement
    const isLost =
      focused === document.body || (focused === element && isWaiting.current) || focused?.matches(':disabled')
    if (!isHere.current || !element || !isLost) return
    for (const next of element.querySelectorAll<HTMLElement>(takers)) {
      next.focus()
      // An element that is not drawn, such as a column that a phone has no room for, does not take the focus.
      if (document.activeElement === next) return
    }
    element.focus()
    isWaiting.current = true
  })
  return area
}
