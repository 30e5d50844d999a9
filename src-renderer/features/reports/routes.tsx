import type { RouteObject } from 'react-router-dom'
import { lazyScreen } from '#lib/lazy-code.tsx'
import { pages } from '#lib/paths.ts'

/** What the viewer has reported, and what was decided about them. */
export const reportsRoutes: RouteObject[] = [
  { path: pages.reports.at, lazy: lazyScreen(async () => (await import('./ReportsPage.tsx')).ReportsPage) },
]
