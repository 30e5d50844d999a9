import type { RouteObject } from 'react-router-dom'
import { askAhead } from '../../lib/ask-ahead.ts'
import { routePatterns } from '../../lib/paths.ts'

export const myProjectsRoutes: RouteObject[] = [
  {
    path: routePatterns.myProjects,
    lazy: async () => ({ Component: (await import('./MyProjectsPage.tsx')).MyProjectsPage }),
    ...askAhead(async (client) => {
      const { userProjectsQuery } = await import('./queries.ts')
      return client.prefetchQuery(userProjectsQuery())
    }),
  },
]
