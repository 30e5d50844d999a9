type Navigate = (path: string, options?: { replace?: boolean }) => void
let navigate: Navigate | undefined

/** Sets how code outside React (session rules, error handling) navigates. The router calls it once. */
export const setNavigator = (next: Navigate): void => {
  navigate = next
}
export const navigateTo: Navigate = (path, options) => navigate?.(path, options)
