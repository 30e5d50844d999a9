import type { RouteObject } from 'react-router-dom'
import { lazyScreen } from '../lib/lazy-code.tsx'
import { pages } from '../lib/paths.ts'

/** What somebody has to do, in all their projects. */
export const workRoutes: RouteObject[] = [
  { path: pages.work.at, lazy: lazyScreen(async () => (await import('./WorkRoute.tsx')).WorkRoute) },
]
