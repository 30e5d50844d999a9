/** The milliseconds within which a dialog has gone and given back the focus, if it can. */
const SETTLED_MS = 50

const isLost = (): boolean => {
  const focused = document.activeElement
  return !focused || focused === document.body || focused.matches(':disabled, [role="tabpanel"]')
}

/**
 * Notes a table's row before an act on it, whose button may go. The function that it answers gives a focus that was lost to
 * the row, or to the row that is in its place now, or to the panel around. A person who went on keeps the focus.
 */
export const noteRow = (id: string): (() => void) => {
  const rowsNow = () => [...document.querySelectorAll<HTMLElement>('[role="row"][data-id]')]
  const place = rowsNow().findIndex((row) => row.dataset['id'] === id)
  return () =>
    void setTimeout(() => {
      if (!isLost()) return
      const rows = rowsNow()
      const row = rows.find((one) => one.dataset['id'] === id) ?? rows[Math.min(place, rows.length - 1)]
      const next = row?.querySelector<HTMLElement>('a[href], button:enabled')
      const panel = document.querySelector<HTMLElement>('[role="tabpanel"]')
      if (!next) panel?.setAttribute('tabindex', '-1')
      ;(next ?? panel)?.focus()
    }, SETTLED_MS)
}
