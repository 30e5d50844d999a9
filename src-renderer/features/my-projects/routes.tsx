import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'

export const myProjectsRoutes: RouteObject[] = [
  {
    path: routePatterns.myProjects,
    lazy: async () => ({ Component: (await import('./MyProjectsPage.tsx')).MyProjectsPage }),
  },
]
