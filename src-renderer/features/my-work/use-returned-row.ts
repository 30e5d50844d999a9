import { type MouseEvent, type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** The row that was opened last, and the entry of the history from which it was. */
let opened: { entry: string; row: string } | null = null

/**
 * Returns the focus to the opened row when the person comes back to the page; the router restores the scroll position.
 * Returns the click handler for `area`.
 */
export const useReturnedRow = (area: RefObject<HTMLElement | null>, isLoaded: boolean) => {
  const { key: entry } = useLocation()
  useEffect(() => {
    if (!isLoaded || opened?.entry !== entry) return
    const { row } = opened
    opened = null
    const rows = area.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    ;[...rows].find(({ dataset }) => dataset['row'] === row)?.focus({ preventScroll: true })
  }, [area, entry, isLoaded])
  return ({ target }: MouseEvent): void => {
    const row = (target as Element).closest<HTMLElement>('[data-row]')?.dataset['row']
    if (row !== undefined) opened = { entry, row }
  }
}
