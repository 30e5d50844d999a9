/** The milliseconds within which a dialog has gone and given back the focus, if it can. */
const SETTLED_MS = 50

const isLost = (): boolean => {
  const focused = document.activeElement
  return !focused || focused === document.body || focused.matches(':disabled, [role="tabpanel"]')
}

/**
 * Remembers a table's row before an action that may remove its button. The returned function moves a lost focus to the
 * row, else to the row now in its place, else to the panel. It does nothing if the person has moved the focus.
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
