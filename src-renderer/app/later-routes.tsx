import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../lib/paths.ts'
import { NotInThisVersionPage } from './NotInThisVersionPage.tsx'

/** Guarded screens that later versions bring; each says so. */
export const laterGuardedRoutes: RouteObject[] = [
  {
    path: routePatterns.ownerDashboard,
    element: (
      <NotInThisVersionPage
        title="The creator dashboard"
        text="Here you will publish projects and watch them move. Your projects are safe and already on the market."
      />
    ),
  },
  {
    path: routePatterns.admin,
    element: (
      <NotInThisVersionPage
        title="Administration"
        text="Invitations can be sent from the command line until then: guildhall waitlist invite."
      />
    ),
  },
  {
    path: routePatterns.creatorApplication,
    element: (
      <NotInThisVersionPage
        title="The creator application"
        text="Here you will apply to publish projects of your own."
      />
    ),
  },
]
