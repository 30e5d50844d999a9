type Navigate = (path: string, options?: { replace?: boolean }) => void
let navigate: Navigate | undefined

/** Called once by the router, so that code outside React (session rules, error handling) can move the app. */
export const setNavigator = (next: Navigate): void => {
  navigate = next
}
export const navigateTo: Navigate = (path, options) => navigate?.(path, options)
