import { type RefObject, useEffect, useRef } from 'react'

/**
 * For an area whose buttons come and go with what they do: when the one that has the focus is disabled or goes, the focus
 * moves to the first that is left, or waits on the area itself (which needs tabIndex -1). Who has left the area is not
 * called back. `takers` selects what may take the focus: buttons and links where nothing else is said.
 */
export const useKeptFocus = <T extends HTMLElement>(takers = 'button:enabled, a[href]'): RefObject<T | null> => {
  const area = useRef<T>(null)
  const isHere = useRef(false)
  useEffect(() => {
    const element = area.current
    const arrive = () => {
      isHere.current = true
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
  // After every change of the area: the buttons may have changed with it.
  useEffect(() => {
    const element = area.current
    const focused = document.activeElement
    const isLost = focused === document.body || focused === element || focused?.matches(':disabled')
    if (!isHere.current || !element || !isLost) return
    for (const next of element.querySelectorAll<HTMLElement>(takers)) {
      next.focus()
      // What is not drawn, such as a column that a phone has no room for, does not take it.
      if (document.activeElement === next) return
    }
    element.focus()
  })
  return area
}
