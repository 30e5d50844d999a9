/** Milliseconds for which the next page may take to show its heading. */
const PATIENCE_MS = 10_000

let stopWaiting = (): void => undefined

/**
 * Gives the focus to the heading of the page that comes next, so that a screen reader says where the person is and Tab goes
 * on from there. It is for a page that is left together with the control that had the focus. A heading of the loading state
 * passes the focus on to the one that takes its place. Once the person has done something, the focus is theirs; a screen reader
 * may press a button by a click alone.
 */
export const focusNextHeading = (): void => {
  stopWaiting()
  const left = document.querySelector('h1')
  const over = new AbortController()
  const observer = new MutationObserver(() => {
    const heading = document.querySelector('h1')
    if (!heading || heading === left || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  })
  const timer = setTimeout(() => stopWaiting(), PATIENCE_MS)
  stopWaiting = () => {
    over.abort()
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const act of ['keydown', 'pointerdown', 'click'])
    addEventListener(act, stopWaiting, { signal: over.signal, capture: true })
}

/** Waits for no heading any more. */
export const forgetNextHeading = (): void => stopWaiting()
