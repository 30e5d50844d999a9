import type { RouteObject } from 'react-router-dom'
import { lazyScreen } from '../lib/lazy-code.tsx'
import { pages } from '../lib/paths.ts'

/** The inbox. What it shows beside its list comes from several features. */
export const inboxRoutes: RouteObject[] = [
  { path: pages.inbox.at, lazy: lazyScreen(async () => (await import('./InboxRoute.tsx')).InboxRoute) },
]
