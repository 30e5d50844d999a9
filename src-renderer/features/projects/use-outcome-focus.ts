import { type RefObject, useEffect, useRef } from 'react'

/** A press in the area: on which button, what was said then, and whether its work was seen to go on. */
type Press = { label: string | null; outcome: HTMLElement | null; hasBegun: boolean }

const outcomeIn = (area: HTMLElement | null) => area?.querySelector<HTMLElement>('[data-outcome]') ?? null
const labelOf = (button: Element) => button.textContent

/**
 * The focus of an area whose buttons act and then change into others: while what was pressed goes on it waits on the area
 * (which needs tabIndex -1), then it moves to the text that says what happened (`data-outcome`), never to another button, so
 * that a second Enter does nothing. After a failure it returns to the button that was pressed. Who has left the area is not
 * called back.
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
  // After every drawing of the area: its buttons may have changed with it.
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
    // A call may be answered before its beginning was drawn: then only what it led to is new.
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
