import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router-dom'
import { queryClient } from '#lib/query-client.ts'
import { useSession } from '#lib/session.ts'
import { useLeaveGuard } from '#lib/unsaved-changes.ts'
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx'
import { host } from './fake-platform.ts'

/** The router's root, which asks before unsaved changes are lost, as the app's does. */
const Root = () => {
  useLeaveGuard()
  return <Outlet />
}

/** Renders a feature's routes at an address, over the fake platform, without the app's frame. Other addresses show 'Elsewhere'. */
export const renderRoutes = (routes: RouteObject[], path: string) => {
  queryClient.clear()
  useSession.setState({ userID: host.userID })
  const children = [...routes, { path: '*', element: <p>Elsewhere</p> }]
  const router = createMemoryRouter([{ element: <Root />, children }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ConfirmDialog />
    </QueryClientProvider>,
  )
  return router
}
