/** Milliseconds for which the next page may take to show its heading. */
const PATIENCE_MS = 10_000

let stopWaiting = (): void => undefined

/**
 * Focuses the heading of the next page, so that a screen reader announces it and Tab continues from there. For a page
 * that is left together with its focused control. A heading of the loading state passes the focus on to its successor.
 * It stops as soon as the person does something; a click alone counts too, because a screen reader may press a button
 * that way.
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
