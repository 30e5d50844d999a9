import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { localData, sessionData } from '../lib/browser-storage.ts'

beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  host.on('users.username', ok({ data: { username: 'ada' } }))
  sessionData.set('userType', 'contributor')
})
afterEach(() => {
  vi.useRealTimers()
  clearApp()
})

const open = async (capabilities: Reply) => {
  host.on('capabilities.list', capabilities)
  await renderApp('/market')
  await screen.findByRole('banner')
}
const asked = () => waitFor(() => expect(host.called('capabilities.list')).toHaveLength(1))
const followed = () => waitFor(() => expect(host.following()).toBe(1))

test('[CAP-01] a server that can do live is followed after sign-in, and names that are not known are ignored', async () => {
  await open(ok({ data: ['telepathy', 'live'] }))
  await followed()
  expect(localData.get('capabilities')).toBe('http://server.test telepathy live')
})

test.each([
  ['does not have the call', failedReply(404, 'NOT_FOUND')],
  ['does not list live', ok({ data: ['telepathy'] })],
])('[CAP-03][CAP-04] a host that %s is not followed', async (_how, answer) => {
  // What this host could do at an earlier visit counts no more.
  localData.set('capabilities', 'http://server.test live')
  await open(answer)
  await asked()
  await waitFor(() => expect(host.following()).toBe(0))
  expect(localData.get('capabilities')).not.toContain('live')
  await host.quiet()
  expect(host.following()).toBe(0)
  expect(screen.queryByText('Reconnecting…')).toBeNull()
})

test('[CAP-06] another failure than 404 keeps the last list of that host, and nothing of another host', async () => {
  localData.set('capabilities', 'http://server.test live')
  await open(failedReply(500, 'INTERNAL'))
  await asked()
  await followed()
  clearApp()
  host.userID = '01890000-0000-7000-8000-000000000001'
  localData.set('capabilities', 'http://elsewhere.test live')
  await open(failedReply(500, 'INTERNAL'))
  await asked()
  await host.quiet()
  expect(host.following()).toBe(0)
})

test('[CAP-07] the first screen does not wait for the list', async () => {
  host.on('capabilities.list', () => new Promise(() => undefined))
  await renderApp('/market')
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
})

test('[CAP-04] signing out ends the stream, and a visitor who signs in causes no question before', async () => {
  await open(ok({ data: ['live'] }))
  await followed()
  act(() => host.emit({ type: 'signedOut', reason: 'logout' }))
  await waitFor(() => expect(host.following()).toBe(0))
  clearApp()
  await renderApp('/login')
  await screen.findByRole('heading', { level: 1 })
  await host.quiet()
  expect(host.called('capabilities.list')).toEqual([])
})

test("[LIVE-22] 'Reconnecting…' is announced politely after five seconds without a stream, and goes when it is back", async () => {
  await open(ok({ data: ['live'] }))
  await followed()
  act(() => host.live({ type: 'state', state: 'live', cursor: 'c0' }))
  const region = await waitFor(() => {
    const found = screen.getByRole('banner').querySelector('[role="status"]')
    if (!found) throw new Error('there is no live region')
    return found
  })
  expect(region.textContent).toBe('')
  vi.useFakeTimers()
  act(() => host.live({ type: 'state', state: 'down', cursor: 'c0' }))
  await act(() => vi.advanceTimersByTimeAsync(5_100))
  expect(region.textContent).toBe('Reconnecting…')
  act(() => host.live({ type: 'state', state: 'live', cursor: 'c0' }))
  expect(region.textContent).toBe('')
})
