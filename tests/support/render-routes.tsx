import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { queryClient } from '../../src-renderer/lib/query-client.ts'
import { useSession } from '../../src-renderer/lib/session.ts'
import { ConfirmDialog } from '../../src-renderer/ui/ConfirmDialog.tsx'
import { host } from './fake-platform.ts'

/** Renders a feature's routes at an address, over the fake platform, without the app's frame. Other addresses show 'Elsewhere'. */
export const renderRoutes = (routes: RouteObject[], path: string) => {
  queryClient.clear()
  useSession.setState({ userID: host.userID })
  const router = createMemoryRouter([...routes, { path: '*', element: <p>Elsewhere</p> }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ConfirmDialog />
    </QueryClientProvider>,
  )
  return router
}
