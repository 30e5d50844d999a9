import type { RouteObject } from 'react-router-dom'
import { pages } from '#lib/paths.ts'
import { lazyScreen } from '#lib/lazy-code.tsx'

export const dashboardRoutes: RouteObject[] = [
  {
    path: pages.ownerDashboard.at,
    lazy: lazyScreen(async () => (await import('./OwnerDashboardPage.tsx')).OwnerDashboardPage),
  },
]
