import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { createMemoryRouter } from 'react-router-dom'
import { askAhead } from './ask-ahead.ts'
import { useSession } from './session.ts'

const page = { data: [], pagination: { page: 2, limit: 10, total: 0, totalPages: 0 } }
beforeEach(() => host.on('projects.openProjects', ok(page)))
afterEach(clearApp)

const marketCalls = () => host.called('projects.openProjects')

test("[MKT-03] the market's first call is made from the address, and once only for route and screen", async () => {
  host.userID = 'me'
  await renderApp('/market?page=2&q=react')
  expect(await screen.findByText('No projects found')).toBeTruthy()
  expect(marketCalls().map(({ input }) => input)).toEqual([{ query: { page: 2, q: 'react' } }])
})

test('[MKT-03] without a session a guarded route makes no call', async () => {
  await renderApp('/market')
  await waitFor(() => expect(localStorage.getItem('redirectAfterLogin')).toBe('/market'))
  // The visitor is led to the landing page, which asks whether this server tells figures.
  await screen.findByRole('heading', { level: 1 })
  await host.quiet()
  expect(host.calls.map(({ operation }) => operation)).toEqual(['capabilities.list'])
})

test("[MKT-03] a call leaves while its screen's code is being loaded", async () => {
  useSession.setState({ userID: 'me' })
  const ask = vi.fn((_client: unknown, _address: unknown) => undefined)
  const lazy = () => new Promise<{ element: null }>(() => undefined)
  const router = createMemoryRouter([{ path: '/list/:name', lazy, ...askAhead(ask) }], {
    initialEntries: ['/list/open?page=2'],
  })
  await waitFor(() => expect(ask).toHaveBeenCalledOnce())
  expect(ask.mock.lastCall?.[1]).toMatchObject({ params: { name: 'open' } })
  expect(String((ask.mock.lastCall![1] as { url: URL }).url)).toContain('/list/open?page=2')
  router.dispose()
})
