import type { RouteObject } from 'react-router-dom'
import { pages } from '#lib/paths.ts'

/** The mailed link works whether somebody is signed in or not. */
export const unsubscribeOpenRoutes: RouteObject[] = [
  {
    path: pages.unsubscribe.at,
    lazy: async () => ({ Component: (await import('./UnsubscribePage.tsx')).UnsubscribePage }),
  },
]
