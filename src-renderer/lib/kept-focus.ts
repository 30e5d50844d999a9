import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in an area whose buttons come and go. When the focused button is disabled or removed, the focus moves
 * to the first remaining one, or to the area itself (which needs tabIndex -1). The focus does not return once a person
 * has left the area, and stays on the area after a click on its text. `takers` selects what may take the focus; by
 * default buttons and links.
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
