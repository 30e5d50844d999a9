// Written by `npm run lists:generate`.
import { inboxRoutes } from './inbox-routes.ts'
import { settingsRoutes } from './settings/routes.tsx'
import { workRoutes } from './work-routes.ts'
import { workspaceRoutes } from './workspace-routes.tsx'
import { adminRoutes } from '../features/admin/routes.tsx'
import { authGuestRoutes, verifyEmailOpenRoutes } from '../features/auth/routes.tsx'
import { creatorApplicationRoutes } from '../features/creator-applications/routes.tsx'
import { dashboardRoutes } from '../features/dashboard/routes.tsx'
import { earningsRoutes } from '../features/earnings/routes.tsx'
import { landingOpenRoutes } from '../features/landing/routes.tsx'
import { legalOpenRoutes } from '../features/legal/routes.tsx'
import { marketRoutes } from '../features/market/routes.tsx'
import { myProjectsRoutes } from '../features/my-projects/routes.tsx'
import { profileFramedRoutes } from '../features/profile/routes.tsx'
import { projectRoutes } from '../features/projects/routes.tsx'
import { reportsRoutes, appealOpenRoutes } from '../features/reports/routes.tsx'
import { notMeOpenRoutes } from '../features/settings/account/routes.tsx'
import { unsubscribeOpenRoutes } from '../features/settings/notices/routes.tsx'
import { talentRoutes } from '../features/talent/routes.tsx'

export const openRoutes = [
  ...verifyEmailOpenRoutes,
  ...landingOpenRoutes,
  ...legalOpenRoutes,
  ...appealOpenRoutes,
  ...notMeOpenRoutes,
  ...unsubscribeOpenRoutes,
]
export const guestRoutes = [
  ...authGuestRoutes,
]
export const framedRoutes = [
  ...profileFramedRoutes,
]
export const signedInRoutes = [
  ...inboxRoutes,
  ...settingsRoutes,
  ...workRoutes,
  ...workspaceRoutes,
  ...adminRoutes,
  ...creatorApplicationRoutes,
  ...dashboardRoutes,
  ...earningsRoutes,
  ...marketRoutes,
  ...myProjectsRoutes,
  ...projectRoutes,
  ...reportsRoutes,
  ...talentRoutes,
]
