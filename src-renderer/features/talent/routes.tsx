import type { RouteObject } from 'react-router-dom'
import { askAhead } from '../../lib/ask-ahead.ts'
import { routePatterns } from '../../lib/paths.ts'

export const talentRoutes: RouteObject[] = [
  {
    path: routePatterns.talent,
    lazy: async () => ({ Component: (await import('./TalentPage.tsx')).TalentPage }),
    ...askAhead(async (client, { url }) => {
      const { talentsQueryAt } = await import('./queries.ts')
      return client.prefetchQuery(talentsQueryAt(url))
    }),
  },
]
