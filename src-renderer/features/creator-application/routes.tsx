import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'

export const creatorApplicationRoutes: RouteObject[] = [
  {
    path: routePatterns.creatorApplication,
    lazy: async () => ({ Component: (await import('./CreatorApplicationPage.tsx')).CreatorApplicationPage }),
  },
]
