import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'

export const talentRoutes: RouteObject[] = [
  { path: routePatterns.talent, lazy: async () => ({ Component: (await import('./TalentPage.tsx')).TalentPage }) },
]
