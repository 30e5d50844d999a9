import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'

export const dashboardRoutes: RouteObject[] = [
  {
    path: routePatterns.ownerDashboard,
    lazy: async () => ({ Component: (await import('./OwnerDashboardPage.tsx')).OwnerDashboardPage }),
  },
]
