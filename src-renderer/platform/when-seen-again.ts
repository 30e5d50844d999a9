/**
 * Calls `wake` when the network is back and when the person looks at the page again. Answers a function that ends it.
 */
export const whenSeenAgain = (wake: () => void): (() => void) => {
  const wakeWhenSeen = () => {
    if (document.visibilityState === 'visible') wake()
  }
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wakeWhenSeen)
  return () => {
    removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wakeWhenSeen)
  }
}
