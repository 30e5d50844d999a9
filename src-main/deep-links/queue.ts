import { parseDeepLink } from './parse.ts'

/**
 * Keeps the newest link until the page asks for it, then passes links on as they come. The page's guards keep one that
 * needs a session until somebody has signed in.
 */
export const createLinkQueue = (open: (path: string) => void) => {
  let waiting: string | null = null
  let isPageReady = false
  return {
    /** Answers whether the link was accepted. */
    arrive: (link: string): boolean => {
      const path = parseDeepLink(link)
      if (!path) return false
      if (isPageReady) open(path)
      else waiting = path
      return true
    },
    /** The page is there and listens: the link that waited, once. */
    take: (): string | null => {
      isPageReady = true
      const path = waiting
      waiting = null
      return path
    },
    /** The page is gone (reloaded, crashed) and will ask again. */
    pageLeft: (): void => {
      isPageReady = false
    },
  }
}
