import type { RouteObject } from 'react-router-dom'
import { pages } from '#lib/paths.ts'
import { lazyScreen } from '#lib/lazy-code.tsx'

export const adminRoutes: RouteObject[] = [
  { path: pages.admin.at, lazy: lazyScreen(async () => (await import('./AdminPage.tsx')).AdminPage) },
]
