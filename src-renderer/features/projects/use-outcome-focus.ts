import { type RefObject, useEffect, useRef } from 'react'

/** A press in the area: the button's label, the outcome shown at that time, and whether the call was seen under way. */
type Press = { label: string | null; outcome: HTMLElement | null; hasBegun: boolean }

const outcomeIn = (area: HTMLElement | null) => area?.querySelector<HTMLElement>('[data-outcome]') ?? null
const labelOf = (button: Element) => button.textContent

/**
 * Keeps the focus in an area whose buttons change after a press. During the call the focus is on the area (which needs
 * tabIndex -1). Then it moves to the result's text (`data-outcome`), never to another button, so that a second Enter
 * does nothing. After a failure it returns to the pressed button. It does not return once a person has left the area.
 */
export const useOutcomeFocus = <T extends HTMLElement>(isBusy: boolean): RefObject<T | null> => {
  const area = useRef<T>(null)
  const pressed = useRef<Press | null>(null)
  useEffect(() => {
    const element = area.current
    const press = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button) pressed.current = { label: labelOf(button), outcome: outcomeIn(element), hasBegun: false }
    }
    element?.addEventListener('click', press)
    return () => element?.removeEventListener('click', press)
  }, [])
  // This runs after every render of the area, because its buttons may have changed.
  useEffect(() => {
    const element = area.current
    const was = pressed.current
    if (!element || !was) return
    const focused = document.activeElement
    const isElsewhere = focused !== document.body && !element.contains(focused)
    if (isElsewhere) {
      pressed.current = null
      return
    }
    if (isBusy) {
      was.hasBegun = true
      element.focus()
      return
    }
    const outcome = outcomeIn(element)
    // A call may be answered before it was drawn as under way; then only a new outcome shows that it has ended.
    if (!was.hasBegun && (!outcome || outcome === was.outcome)) {
      was.outcome = outcome
      return
    }
    pressed.current = null
    const again = [...element.querySelectorAll<HTMLElement>('button:enabled')].find((one) => labelOf(one) === was.label)
    ;(outcome ?? again ?? element).focus()
  })
  return area
}
