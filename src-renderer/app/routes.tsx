import { Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom'
import { useLeaveGuard } from '../lib/unsaved-changes.ts'
import { useUserType } from '../lib/user-type.ts'
import { adminRoutes } from '../features/admin/routes.tsx'
import { authRoutes, verifyEmailRoutes } from '../features/auth/routes.tsx'
import { creatorApplicationRoutes } from '../features/creator-applications/routes.tsx'
import { dashboardRoutes } from '../features/dashboard/routes.tsx'
import { landingRoutes } from '../features/landing/routes.tsx'
import { legalRoutes } from '../features/legal/routes.tsx'
import { marketRoutes } from '../features/market/routes.tsx'
import { myProjectsRoutes } from '../features/my-projects/routes.tsx'
import { profileRoutes } from '../features/profile/routes.tsx'
import { projectRoutes } from '../features/projects/routes.tsx'
import { notMeRoutes } from '../features/settings/account/routes.tsx'
import { unsubscribeRoutes } from '../features/settings/notices/routes.tsx'
import { talentRoutes } from '../features/talent/routes.tsx'
import { dashboardRoute } from './dashboard-route.ts'
import { Guarded, GuestOnly } from './guards.tsx'
import { inboxRoutes } from './inbox-routes.ts'
import { homeOf } from './navigation-items.ts'
import { RouteError, ScreenError } from './RouteError.tsx'
import { scrollKey } from './scroll-key.ts'
import { settingsRoutes } from './settings/routes.tsx'
import { workRoutes } from './work-routes.ts'
import { workspaceRoutes } from './workspace-routes.tsx'

/** Redirects any unknown path to the home of the current mode. */
const ElsewhereRedirect = () => {
  const mode = useUserType((state) => state.userType)
  return <Navigate to={homeOf(mode)} replace />
}

const Root = () => {
  useLeaveGuard()
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    // The page stays empty while the first screen's code arrives, because anything shown so briefly would flicker.
    hydrateFallbackElement: <></>,
    children: [
      ...landingRoutes,
      ...legalRoutes,
      ...verifyEmailRoutes,
      ...unsubscribeRoutes,
      ...notMeRoutes,
      { element: <GuestOnly />, children: authRoutes },
      dashboardRoute,
      {
        // The layout with its menus and drawers is loaded apart, because the sign-in screens do not need it.
        lazy: async () => ({ Component: (await import('./AppLayout.tsx')).AppLayout }),
        children: [
          ...profileRoutes,
          {
            element: <Guarded />,
            // When a screen breaks, the top bar stays as it is.
            errorElement: <ScreenError />,
            children: [
              ...marketRoutes,
              ...inboxRoutes,
              ...workRoutes,
              ...myProjectsRoutes,
              ...projectRoutes,
              ...talentRoutes,
              ...adminRoutes,
              ...creatorApplicationRoutes,
              ...dashboardRoutes,
              ...workspaceRoutes,
              ...settingsRoutes,
            ],
          },
        ],
      },
      { path: '*', element: <ElsewhereRedirect /> },
    ],
  },
]
