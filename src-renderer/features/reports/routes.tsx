import type { RouteObject } from 'react-router-dom'
import { lazyScreen } from '#lib/lazy-code.tsx'
import { pages } from '#lib/paths.ts'

/** What the viewer has reported, and what was decided about them. */
export const reportsRoutes: RouteObject[] = [
  { path: pages.reports.at, lazy: lazyScreen(async () => (await import('./ReportsPage.tsx')).ReportsPage) },
]

/** Where a suspended person appeals, who cannot sign in. */
export const appealOpenRoutes: RouteObject[] = [
  { path: pages.appeal.at, lazy: async () => ({ Component: (await import('./AppealPage.tsx')).AppealPage }) },
]
