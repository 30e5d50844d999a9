import { redirect, type RouteObject } from 'react-router-dom'
import { askAhead } from '#lib/ask-ahead.ts'
import { pages, paths } from '#lib/paths.ts'
import { lazyScreen } from '#lib/lazy-code.tsx'

export const marketRoutes: RouteObject[] = [
  {
    path: pages.market.at,
    lazy: lazyScreen(async () => (await import('./MarketPage.tsx')).MarketPage),
    ...askAhead(async (client, { url }) => {
      if (url.searchParams.get('view') === 'tasks') return
      const { marketQueryAt } = await import('./queries.ts')
      return client.prefetchQuery(marketQueryAt(url))
    }),
  },
  // The dialog has an address of its own, over the market.
  {
    path: pages.marketProject.at,
    loader: ({ params }) => redirect(paths.projectDialog(params['projectID'] ?? '')),
    element: null,
  },
  { path: pages.openTasks.at, loader: () => redirect(paths.marketTasks()), element: null },
  {
    path: pages.openTask.at,
    lazy: lazyScreen(async () => (await import('./OpenTaskPage.tsx')).OpenTaskPage),
  },
]
