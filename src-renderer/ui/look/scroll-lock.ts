import { afterPaint } from './after-paint.ts'

/** MUI's mark of bars that stay where they are; what makes room for the scrollbar must be done to them, too. */
const FIXED = '.mui-fixed'

/** Stops the page from scrolling, without a jump where its scrollbar was. Returns what lets it scroll again. */
const lock = (): (() => void) => {
  const bar = window.innerWidth - document.documentElement.clientWidth
  const padded = bar > 0 ? [document.body, ...document.querySelectorAll<HTMLElement>(FIXED)] : []
  const before = padded.map((element) => [element, element.style.paddingRight] as const)
  for (const element of padded)
    element.style.paddingRight = `${(Number.parseFloat(getComputedStyle(element).paddingRight) || 0) + bar}px`
  document.body.style.overflow = 'hidden'
  return () => {
    for (const [element, padding] of before) element.style.paddingRight = padding
    document.body.style.overflow = ''
  }
}

/**
 * Keeps the page from scrolling while a menu or dialog is open, recognised by MUI hiding `root` from screen readers.
 * MUI's own lock, which the theme switches off, acts in the frame that shows the menu, and Chromium then redraws the
 * whole page first. Ours acts one frame later.
 */
export const lockScrollUnderModals = (root: HTMLElement): void => {
  let unlock: (() => void) | null = null
  const settle = () => {
    const isCovered = root.getAttribute('aria-hidden') === 'true'
    if (isCovered === (unlock !== null)) return
    unlock?.()
    unlock = isCovered ? lock() : null
  }
  new MutationObserver(() => afterPaint(settle)).observe(root, { attributes: true, attributeFilter: ['aria-hidden'] })
}
