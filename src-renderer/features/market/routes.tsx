import type { RouteObject } from 'react-router-dom'
import { askAhead } from '../../lib/ask-ahead.ts'
import { routePatterns } from '../../lib/paths.ts'

export const marketRoutes: RouteObject[] = [
  {
    path: routePatterns.market,
    lazy: async () => ({ Component: (await import('./MarketPage.tsx')).MarketPage }),
    ...askAhead(async (client, { url }) => {
      const { marketQueryAt } = await import('./queries.ts')
      return client.prefetchQuery(marketQueryAt(url))
    }),
  },
]
