import { type MouseEvent, type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** The row that was opened last, and the entry of the history from which it was. */
let opened: { entry: string; row: string } | null = null

/**
 * Gives the focus back to the row that was opened, when back leads to the page again; where the page is scrolled to, the router
 * keeps. Answers what is to be called with each click in `area`.
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
