import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from '../ui/form/ConfirmDialog.tsx'
import { queryClient } from './query-client.ts'
import { useSession } from './session.ts'
import { confirmDiscard, useLeaveGuard, useUnsavedChanges } from './unsaved-changes.ts'

afterEach(cleanup)

const Form = () => {
  useUnsavedChanges(true)
  return <h1>Form</h1>
}
const Root = () => {
  useLeaveGuard()
  return <Outlet />
}
const confirmKept = vi.fn(() => confirmDiscard())
/** Three forms at once: the middle one asks another question, and the last one asks nothing. */
const Forms = () => {
  useUnsavedChanges(true)
  useUnsavedChanges(true, undefined, confirmKept)
  useUnsavedChanges(true)
  useUnsavedChanges(false)
  return <h1>Forms</h1>
}
const shown = (at = '/form') => {
  useSession.setState({ userID: 'u1' })
  const router = createMemoryRouter(
    [
      {
        element: <Root />,
        children: [
          { path: '/form', element: <Form /> },
          { path: '/forms', element: <Forms /> },
          { path: '*', element: <h1>Elsewhere</h1> },
        ],
      },
    ],
    { initialEntries: ['/first', '/second', at] },
  )
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ConfirmDialog />
      </QueryClientProvider>
    </StrictMode>,
  )
  return router
}
const question = () => screen.queryByText('Discard your changes?')
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test("leaving asks first; the person's answer keeps the typed text or throws it away", async () => {
  const router = shown()
  await act(() => router.navigate('/first'))
  await press('Keep editing')
  await waitFor(() => expect(question()).toBeNull())
  expect(router.state.location.pathname).toBe('/form')
  await act(() => router.navigate('/first'))
  await press('Discard')
  await waitFor(() => expect(router.state.location.pathname).toBe('/first'))
})

test('going back twice asks about the last step only, and the answer is obeyed', async () => {
  const router = shown()
  await act(() => router.navigate('/second'))
  await act(() => router.navigate('/first'))
  // By then the second question has replaced the first.
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(question()).not.toBeNull()
  await press('Discard')
  await waitFor(() => expect(router.state.location.pathname).toBe('/first'))
})

test('a session that ends closes the open question', async () => {
  const router = shown()
  await act(() => router.navigate('/second'))
  await screen.findByText('Discard your changes?')
  act(() => useSession.setState({ userID: null }))
  await act(() => router.navigate('/login'))
  expect(router.state.location.pathname).toBe('/login')
  await waitFor(() => expect(question()).toBeNull())
})

test('several forms are asked about each in its words, equal words once; one that has nothing to lose hides no other', async () => {
  const router = shown('/forms')
  await act(() => router.navigate('/first'))
  await press('Discard')
  await waitFor(() => expect(confirmKept).toHaveBeenCalledTimes(1))
  await press('Keep editing')
  await waitFor(() => expect(question()).toBeNull())
  expect(router.state.location.pathname).toBe('/forms')
  await act(() => router.navigate('/first'))
  await press('Discard')
  await waitFor(() => expect(confirmKept).toHaveBeenCalledTimes(2))
  await press('Discard')
  await waitFor(() => expect(router.state.location.pathname).toBe('/first'))
  expect(confirmKept).toHaveBeenCalledTimes(2)
})
