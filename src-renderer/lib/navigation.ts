type Navigate = (path: string, options?: { replace?: boolean }) => void
let navigate: Navigate | undefined
let readAhead: (() => string | undefined) | undefined

/**
 * Sets how code outside React (session rules, error handling) navigates, and how it knows the path of a page that is still
 * being loaded. The router calls it once.
 */
export const setNavigator = (next: Navigate, ahead: () => string | undefined): void => {
  navigate = next
  readAhead = ahead
}
/** The path of the page that is being loaded; undefined while none is. */
export const pathAhead = (): string | undefined => readAhead?.()
export const navigateTo: Navigate = (path, options) => navigate?.(path, options)
