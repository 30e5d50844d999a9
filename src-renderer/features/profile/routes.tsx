import type { RouteObject } from 'react-router-dom'
import { pages } from '#lib/paths.ts'
import { lazyScreen } from '#lib/lazy-code.tsx'

/** The routes of profiles, which are public and need no session. */
export const profileFramedRoutes: RouteObject[] = [
  { path: pages.profile.at, lazy: lazyScreen(async () => (await import('./ProfilePage.tsx')).ProfilePage) },
]
