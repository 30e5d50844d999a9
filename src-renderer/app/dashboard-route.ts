import type { RouteObject } from 'react-router-dom'
import { pages } from '../lib/paths.ts'

/** The loader's code comes with the frame of the signed-in screens, because the sign-in screens do not need it. */
export const dashboardRoute: RouteObject = {
  path: pages.dashboard.at,
  lazy: async () => ({ loader: (await import('./land.ts')).land }),
  element: null,
}
