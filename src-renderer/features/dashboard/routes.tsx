import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'
import { lazyScreen } from '../../lib/lazy-code.tsx'

export const dashboardRoutes: RouteObject[] = [
  {
    path: routePatterns.ownerDashboard,
    lazy: lazyScreen(async () => (await import('./OwnerDashboardPage.tsx')).OwnerDashboardPage),
  },
]
