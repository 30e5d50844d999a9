import { parseDeepLink } from './parse.ts'

/**
 * Keeps the newest link until the page asks for it, then passes later links on at once. A link that needs a session is
 * kept by the page's guards until sign-in.
 */
export const createLinkQueue = (open: (path: string) => void) => {
  let waiting: string | null = null
  let isPageReady = false
  return {
    /** Takes a link that was opened. Answers whether it was accepted. */
    arrive: (link: string): boolean => {
      const path = parseDeepLink(link)
      if (!path) return false
      if (isPageReady) open(path)
      else waiting = path
      return true
    },
    /** Hands over the link that waited, once. The page calls it as soon as it listens. */
    take: (): string | null => {
      isPageReady = true
      const path = waiting
      waiting = null
      return path
    },
    /** Notes that the page is gone (reloaded, crashed): the new one will ask again. */
    pageLeft: (): void => {
      isPageReady = false
    },
  }
}
