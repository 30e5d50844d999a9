import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'
import { lazyScreen } from '../../lib/lazy-code.tsx'

const lazy = lazyScreen(async () => (await import('./ProjectDialogPage.tsx')).ProjectDialogPage)

export const projectRoutes: RouteObject[] = [
  { path: routePatterns.projectDialog, lazy },
  // Without an id there is nothing to show, and the page says so.
  { path: routePatterns.projectMissing, lazy },
  { path: `${routePatterns.projectMissing}/dialog`, lazy },
]
