/** Milliseconds for which the next page may take to show its heading. */
const PATIENCE_MS = 10_000

/**
 * Gives the focus to the heading of the page that comes next, so that a screen reader says where the person is and Tab goes
 * on from there. It is for a page that is left together with the control that had the focus. A heading of the loading state
 * passes the focus on to the one that takes its place. Once the person has done something, the focus is theirs.
 */
export const focusNextHeading = (): void => {
  const left = document.querySelector('h1')
  const over = new AbortController()
  const observer = new MutationObserver(() => {
    const heading = document.querySelector('h1')
    if (!heading || heading === left || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  })
  const end = () => {
    over.abort()
    observer.disconnect()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const act of ['keydown', 'pointerdown']) addEventListener(act, end, { signal: over.signal })
  setTimeout(end, PATIENCE_MS)
}
