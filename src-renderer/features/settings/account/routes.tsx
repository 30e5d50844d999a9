import type { RouteObject } from 'react-router-dom'
import { pages } from '#lib/paths.ts'

/** The mailed link works whether somebody is signed in or not. */
export const notMeOpenRoutes: RouteObject[] = [
  { path: pages.notMe.at, lazy: async () => ({ Component: (await import('./NotMePage.tsx')).NotMePage }) },
]
