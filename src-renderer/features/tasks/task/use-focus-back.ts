import { useEffect, useRef } from 'react'
import { followCard } from '#ui/board/board-focus.ts'

const LOOK_MS = 50
const LOOKS = 20

/**
 * Returns the focus to a task's card or row when a chooser over the board or the backlog has closed: the card may be in
 * another column by then, as another element.
 */
export const useFocusBack = (taskID: string | null): void => {
  const last = useRef<string | null>(null)
  useEffect(() => {
    const closed = taskID === null ? last.current : null
    last.current = taskID
    if (closed === null) return
    let looks = 0
    const look = () => {
      if ((looks += 1) >= LOOKS) clearInterval(timer)
      if (document.activeElement !== document.body || document.querySelector('[role="dialog"]')) return
      const row = document.querySelector(`[role="row"][data-id="${CSS.escape(closed)}"]`)
      if (row) row.querySelector<HTMLElement>('[tabindex="0"], [data-details]')?.focus()
      else followCard(closed)
    }
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [taskID])
}
