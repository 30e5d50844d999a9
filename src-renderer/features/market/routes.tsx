import type { RouteObject } from 'react-router-dom'
import { askAhead } from '../../lib/ask-ahead.ts'
import { pages } from '../../lib/paths.ts'
import { lazyScreen } from '../../lib/lazy-code.tsx'

export const marketRoutes: RouteObject[] = [
  {
    path: pages.market.at,
    lazy: lazyScreen(async () => (await import('./MarketPage.tsx')).MarketPage),
    ...askAhead(async (client, { url }) => {
      const { marketQueryAt } = await import('./queries.ts')
      return client.prefetchQuery(marketQueryAt(url))
    }),
  },
]
