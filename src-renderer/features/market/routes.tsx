import type { RouteObject } from 'react-router-dom'
import { askAhead } from '../../lib/ask-ahead.ts'
import { routePatterns } from '../../lib/paths.ts'
import { lazyScreen } from '../../lib/lazy-code.tsx'

export const marketRoutes: RouteObject[] = [
  {
    path: routePatterns.market,
    lazy: lazyScreen(async () => (await import('./MarketPage.tsx')).MarketPage),
    ...askAhead(async (client, { url }) => {
      const { marketQueryAt } = await import('./queries.ts')
      return client.prefetchQuery(marketQueryAt(url))
    }),
  },
]
