import { afterEach, expect, test, vi } from 'vitest'
import { host, ok, platform } from '#support/fake-platform.ts'
import { localData } from '../lib/browser-storage.ts'
import { navigateTo } from '../lib/navigation.ts'
import { queryClient } from '../lib/query-client.ts'
import { startDeepLinks } from './deep-links.ts'

vi.mock('../lib/navigation.ts', () => ({ navigateTo: vi.fn() }))

afterEach(() => {
  vi.restoreAllMocks()
  vi.mocked(navigateTo).mockClear()
  queryClient.clear()
  localData.remove('capabilities')
  host.reset()
})

const id = '019b3ec4-b441-7240-8f35-5733658cfe3b'
const arrive = (path: string) => {
  vi.spyOn(platform.deepLinks, 'take').mockResolvedValue(path)
  startDeepLinks()
  return expect.poll(() => vi.mocked(navigateTo).mock.calls[0]?.[0])
}

test.each(['/inbox', '/work', '/earnings', `/market/${id}`, `/project/${id}/tasks/12`])(
  '[CAP-09] to a host without the call the link to %s leads to the landing choice',
  async (path) => {
    await arrive(path).toBe('/dashboard')
  },
)

test.each(['/inbox', '/work', `/market/${id}`, `/project/${id}/tasks/12`])(
  '[NOTICE-14] where the server can, the link to %s is opened',
  async (path) => {
    host.on('capabilities.list', ok({ data: ['inbox', 'live', 'work'] }))
    await arrive(path).toBe(path)
  },
)

test('[PAYOUT-21] guildhall://earnings opens /earnings where the server keeps payouts, and the landing choice elsewhere', async () => {
  host.on('capabilities.list', ok({ data: ['payouts'] }))
  await arrive('/earnings').toBe('/earnings')
})

test('[CAP-09] links of the first release are opened without a question', async () => {
  await arrive('/register?token=t&email=a%40b.test').toBe('/register?token=t&email=a%40b.test')
  expect(host.called('capabilities.list')).toEqual([])
})
