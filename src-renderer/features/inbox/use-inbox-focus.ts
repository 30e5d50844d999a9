import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

type Refs = { list: RefObject<HTMLElement | null>; pane: RefObject<HTMLElement | null> }

/** Where the focus is in the inbox: on a row of the list, or in the opened notice, which covers the list on a phone. */
export const useInboxFocus = ({ list, pane }: Refs, openedID: string | null) => {
  const rowOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-notice="${CSS.escape(id)}"]`)
  /** On a phone the opened thing covers the list, which cannot have the focus then. */
  const isListShown = () => list.current !== null && getComputedStyle(list.current).visibility !== 'hidden'
  const focusRow = (id: string | undefined) => {
    if (!isListShown()) return pane.current?.focus()
    const row = (id !== undefined && rowOf(id)) || list.current
    row?.focus()
    row?.scrollIntoView?.({ block: 'nearest' })
  }
  const focusedID = () =>
    document.activeElement?.closest<HTMLElement>('[data-notice]')?.dataset['notice'] ?? openedID ?? undefined

  const arrive = useEffectEvent((before: string | null) => {
    if (openedID === null && before !== null) focusRow(before)
    else if (openedID !== null && !isListShown()) pane.current?.focus()
  })
  const shownBefore = useRef<string | null>(null)
  useEffect(() => {
    arrive(shownBefore.current)
    shownBefore.current = openedID
  }, [openedID])

  return { rowOf, isListShown, focusRow, focusedID }
}
