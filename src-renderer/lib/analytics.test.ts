import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const sent = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.resetModules()
  sent.mockReset().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', sent)
})
afterEach(() => vi.unstubAllGlobals())

test('[WIRE-55] events do nothing until a sink is configured', async () => {
  const { track } = await import('./analytics.ts')
  track('login')
  expect(sent).not.toHaveBeenCalled()
})

test.each([
  ['neither', {}],
  ['no key', { url: 'https://analytics.test' }],
  ['no address', { key: 'k' }],
])('[WIRE-56] nothing is sent with %s', async (_what, config) => {
  const { configureAnalytics, track } = await import('./analytics.ts')
  configureAnalytics({ ...config, distinctId: () => 'someone' })
  track('login')
  expect(sent).not.toHaveBeenCalled()
})

test('[WIRE-56] a configured sink receives events in the PostHog shape, and its failure breaks nothing', async () => {
  const { configureAnalytics, track } = await import('./analytics.ts')
  configureAnalytics({ url: 'https://analytics.test/', key: 'k', distinctId: () => 'someone' })
  sent.mockRejectedValueOnce(new TypeError('no network'))
  track('login', { from: 'test' })
  const [address, init] = sent.mock.calls[0] ?? []
  expect(address).toBe('https://analytics.test/capture/')
  expect(JSON.parse(init?.body as string)).toEqual({
    api_key: 'k',
    event: 'login',
    distinct_id: 'someone',
    properties: { from: 'test' },
  })
})
