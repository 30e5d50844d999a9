import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'
import { lazyScreen } from '../../lib/lazy-code.tsx'

export const adminRoutes: RouteObject[] = [
  { path: routePatterns.admin, lazy: lazyScreen(async () => (await import('./AdminPage.tsx')).AdminPage) },
]
