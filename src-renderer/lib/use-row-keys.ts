import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useSingleKeys } from './commands.ts'

/** Where keys are typed, or choose among what is shown there. */
const taken = 'input, textarea, select, [contenteditable], [role="listbox"], [role="menu"], [role="dialog"]'
const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** J and K, or the arrow keys, move the focus through the links of all lists in `area`; the first press begins at an end. */
export const useRowKeys = (area: RefObject<HTMLElement | null>): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    const step = steps[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    const { target } = event
    if (step === undefined || event.shiftKey) return
    if (event.key.length === 1 && !useSingleKeys.getState().areOn) return
    if (target instanceof Element && target.closest(taken)) return
    const rows = [...(area.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.findIndex((row) => row === document.activeElement)
    // Elsewhere on the page the arrow keys scroll it, as everywhere.
    if (at === -1 && event.key.startsWith('Arrow')) return
    const next = at === -1 ? rows.at(step === 1 ? 0 : -1) : rows[at + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
