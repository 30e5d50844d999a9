import type { RouteObject } from 'react-router-dom'
import { pages } from '#lib/paths.ts'
import { lazyScreen } from '#lib/lazy-code.tsx'

export const creatorApplicationRoutes: RouteObject[] = [
  {
    path: pages.creatorApplication.at,
    lazy: lazyScreen(async () => (await import('./CreatorApplicationPage.tsx')).CreatorApplicationPage),
  },
]
