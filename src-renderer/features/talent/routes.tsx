import type { RouteObject } from 'react-router-dom'
import { askAhead } from '#lib/ask-ahead.ts'
import { pages } from '#lib/paths.ts'
import { lazyScreen } from '#lib/lazy-code.tsx'

export const talentRoutes: RouteObject[] = [
  {
    path: pages.talent.at,
    lazy: lazyScreen(async () => (await import('./TalentPage.tsx')).TalentPage),
    ...askAhead(async (client, { url }) => {
      const { talentsQueryAt } = await import('./queries.ts')
      return client.prefetchQuery(talentsQueryAt(url))
    }),
  },
]
