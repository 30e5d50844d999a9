import { Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom'
import { useLeaveGuard } from '../lib/unsaved-changes.ts'
import { useUserType } from '../lib/user-type.ts'
import { dashboardRoute } from './dashboard-route.ts'
import { Guarded, GuestOnly } from './guards.tsx'
import { KeptPlace } from './KeptPlace.tsx'
import { homeOf } from './navigation-items.ts'
import { RouteError, ScreenError } from './RouteError.tsx'
import { framedRoutes, guestRoutes, openRoutes, signedInRoutes } from './routes.generated.ts'
import { scrollKey } from './scroll-key.ts'

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
      <KeptPlace />
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
      ...openRoutes,
      { element: <GuestOnly />, children: guestRoutes },
      dashboardRoute,
      {
        // The layout with its menus and drawers is loaded apart, because the sign-in screens do not need it.
        lazy: async () => ({ Component: (await import('./AppLayout.tsx')).AppLayout }),
        children: [
          ...framedRoutes,
          {
            element: <Guarded />,
            // When a screen breaks, the top bar stays as it is.
            errorElement: <ScreenError />,
            children: signedInRoutes,
          },
        ],
      },
      { path: '*', element: <ElsewhereRedirect /> },
    ],
  },
]
