import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'

export const marketRoutes: RouteObject[] = [
  { path: routePatterns.market, lazy: async () => ({ Component: (await import('./MarketPage.tsx')).MarketPage }) },
]
