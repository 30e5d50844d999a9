import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'
import { lazyScreen } from '../../lib/lazy-code.tsx'

export const creatorApplicationRoutes: RouteObject[] = [
  {
    path: routePatterns.creatorApplication,
    lazy: lazyScreen(async () => (await import('./CreatorApplicationPage.tsx')).CreatorApplicationPage),
  },
]
