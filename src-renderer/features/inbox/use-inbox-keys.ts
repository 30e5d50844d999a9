import { useEffect, useEffectEvent } from 'react'

/** What each key does; the keys are as `KeyboardEvent.key` names them, with Shift's capital letters. */
export type Keys = Readonly<Record<string, () => void>>

/** Where a letter is typed, or chooses among what is shown there. */
const taken =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="combobox"], [role="listbox"], [role="menu"], [role="dialog"]'

/** Acts on single keys anywhere on the page, but never while somebody types, and never with Ctrl, Alt or the system's key. */
export const useInboxKeys = (keys: Keys): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.target instanceof Element && event.target.closest(taken)) return
    const act = keys[event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
