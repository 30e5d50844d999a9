import type { RouteObject } from 'react-router-dom'
import { pages } from '#lib/paths.ts'
import { lazyScreen } from '#lib/lazy-code.tsx'

const lazy = lazyScreen(async () => (await import('./ProjectDialogPage.tsx')).ProjectDialogPage)

export const projectRoutes: RouteObject[] = [
  { path: pages.projectDialog.at, lazy },
  // Without an id the page says that there is no project.
  { path: pages.projectMissing.at, lazy },
  { path: pages.projectDialogMissing.at, lazy },
]
