/** Milliseconds that an act, a dialog that fades out, or the code of a screen has to give the focus a place itself. */
const PATIENCE_MS = 600
/** What may take the focus. Fields of text may not: they would bring up a phone's keyboard. */
const takers = 'a[href], button:enabled, [tabindex="0"], input:is([type="checkbox"], [type="radio"]):enabled'
/** Everything that lies over the page, messages included: the focus goes back from it to where it was before. */
const overlays = '[role="dialog"], [role="menu"], [role="listbox"], [role="region"][aria-live]'
/** MUI gives the focus to a dialog's frame, which has no name, when what had it within the dialog was removed. */
const frames = '.MuiDialog-container'
const isBusy = '.MuiButton-loading, .MuiIconButton-loading, [aria-busy="true"]'

/** Where an element is: each of its ancestors, the nearest first, with the place of the child that leads to it. */
type Place = {
  element: HTMLElement
  steps: Array<{ parent: Element; index: number }>
  /** Where the focus was before it came into the overlay. */
  before: Place | null
  page: string
}

const isIn = ({ steps }: Place, area: Element): boolean => steps.some(({ parent }) => parent === area)

/** Where `element` is, to which the focus comes from `last`. */
const placeOf = (element: HTMLElement, last: Place | null): Place => {
  const steps = []
  for (let child: Element = element, parent = child.parentElement; parent; child = parent, parent = child.parentElement)
    steps.push({ parent, index: [...parent.children].indexOf(child) })
  const overlay = element.closest(overlays)
  let before = overlay && last
  while (overlay && before && isIn(before, overlay)) before = before.before
  return { element, steps, before, page: location.pathname }
}

/** Whether people can see where the element is: tables have cells without any width. */
const isDrawn = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility() && element.offsetWidth > 1 && element.offsetHeight > 1

/** Gives an element the focus if it takes it. */
const take = (element: HTMLElement, options?: FocusOptions): boolean => {
  if (!isDrawn(element) || element.matches(':disabled') || element.closest('[aria-hidden="true"], [inert]'))
    return false
  element.focus(options)
  return document.activeElement === element
}

const takeIn = (element: Element): boolean =>
  [element, ...element.querySelectorAll(takers)].some(
    (one) => one instanceof HTMLElement && one.matches(takers) && one.tabIndex >= 0 && take(one),
  )

const takeHeading = (): boolean => {
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading) return false
  // The heading of a workspace is a button.
  if (takeIn(heading)) return true
  heading.tabIndex = -1
  heading.style.outline = 'none'
  return take(heading)
}

/** Gives the focus to the element, else to what is in its place now, follows it, or precedes it. */
const takeNear = ({ element, steps, before }: Place): boolean => {
  // Rows may have come before it since, and what one reads stays in its place.
  if (take(element, { preventScroll: true })) return true
  for (const { parent, index } of steps) {
    if (parent.querySelector('main')) break
    const children = [...parent.children]
    if ([...children.slice(index), ...children.slice(0, index).toReversed()].some(takeIn)) return true
    if (parent.matches(overlays)) break
  }
  return before !== null && takeNear(before)
}

const isLost = (): boolean => {
  const focused = document.activeElement
  return !focused || focused === document.body || focused.matches(`:disabled, ${frames}`)
}

/**
 * Ensures that no action loses the focus: when the focused element is removed or disabled and nothing else has taken
 * the focus, the nearest element takes it, so that the keyboard continues there. After a change of page the heading
 * takes it. A click on the background still clears the focus. Returns the function that stops this.
 */
export const keepLostFocus = (): (() => void) => {
  const over = new AbortController()
  let last: Place | null = null
  let wasDisabled = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (!last || !isLost()) return
    wasDisabled ||= last.element.matches(':disabled')
    timer ??= setTimeout(check, PATIENCE_MS)
  }
  const check = () => {
    timer = undefined
    if (!last || !isLost()) return
    const { element } = last
    if (element.isConnected && element.matches(isBusy)) return look()
    // The code of a screen took the focus from an element that is as it was: Escape in a field does that.
    if (element.isConnected && !wasDisabled && element.checkVisibility()) return void (last = null)
    if (last.page !== location.pathname || !takeNear(last)) takeHeading()
  }
  const arrive = ({ target }: FocusEvent) => {
    clearTimeout(timer)
    timer = undefined
    if (target instanceof HTMLElement && target.matches(frames)) return look()
    wasDisabled = false
    if (target instanceof HTMLElement && target !== document.body) last = placeOf(target, last)
  }
  const putAway = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest(`${takers}, input, textarea, label, [tabindex]`)) last = null
  }
  addEventListener('focusin', arrive, { signal: over.signal })
  addEventListener('focusout', look, { signal: over.signal })
  addEventListener('pointerdown', putAway, { signal: over.signal, capture: true })
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    over.abort()
    observer.disconnect()
    clearTimeout(timer)
  }
}
