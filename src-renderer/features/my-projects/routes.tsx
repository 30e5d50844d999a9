import type { RouteObject } from 'react-router-dom'
import { askAhead } from '#lib/ask-ahead.ts'
import { pages } from '#lib/paths.ts'
import { lazyScreen } from '#lib/lazy-code.tsx'

export const myProjectsRoutes: RouteObject[] = [
  {
    path: pages.myProjects.at,
    lazy: lazyScreen(async () => (await import('./MyProjectsPage.tsx')).MyProjectsPage),
    ...askAhead(async (client) => {
      const { userProjectsQuery } = await import('#data/projects.ts')
      return client.prefetchQuery(userProjectsQuery())
    }),
  },
]
