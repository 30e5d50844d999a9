import { describe, expect, test, vi } from 'vitest'
import type { Transport } from '../../shared/api-client/index.ts'
import { operations } from '../../shared/contract/index.ts'
import { createProxy } from './proxy.ts'

const answer = { ok: true as const, status: 200, data: { data: 1 } }
const start = () => {
  const send = vi.fn<Transport>(() => Promise.resolve(answer))
  return { send, proxy: createProxy(send) }
}

describe('the proxy of the page’s calls', () => {
  test.each([
    'nothing.here',
    'users',
    'constructor.name',
    '__proto__.x',
    '',
    'GET /users/details',
    'auth.refreshToken',
  ])('[DESK-09] %j is refused and nothing is sent', async (operation) => {
    const { send, proxy } = start()
    const reply = await proxy.call({ operation, input: {}, callId: '1' })
    expect(reply).toMatchObject({ ok: false, status: 0, error: { code: 'UNKNOWN_OPERATION' } })
    expect(send).not.toHaveBeenCalled()
  })

  test('[DESK-09] the contract is the list: each of its calls is known, and sent when its input fits', async () => {
    for (const { operation, endpoint } of operations) {
      if (operation === 'auth.refreshToken') continue
      const { send, proxy } = start()
      const reply = await proxy.call({ operation, input: {}, callId: '1' })
      const needsMore = [endpoint.params, endpoint.query, endpoint.body].some(
        (part) => part?.safeParse({}).success === false,
      )
      expect(send, operation).toHaveBeenCalledTimes(needsMore ? 0 : 1)
      expect(reply, operation).toMatchObject(needsMore ? { status: 422 } : answer)
    }
  })

  test.each([
    ['a body that does not fit', 'auth.login', { body: { emailID: 'a@b.test' } }],
    ['an unknown key', 'auth.login', { body: { emailID: 'a@b.test', password: 'x', isAdministrator: true } }],
    ['a part the call does not have', 'users.details', { body: { x: 1 } }],
    ['an id that is none', 'projects.get', { params: { id: '../users' } }],
  ])('[DESK-09] %s is refused as the server would, before anything is sent', async (_, operation, input) => {
    const { send, proxy } = start()
    const reply = await proxy.call({ operation, input, callId: '1' })
    expect(reply).toMatchObject({ ok: false, status: 422, error: { code: 'INVALID_INPUT' } })
    expect(send).not.toHaveBeenCalled()
  })

  test('[DESK-08] a call can be cancelled by its id, and only that one', async () => {
    const aborted: string[] = []
    const proxy = createProxy(
      ({ operation }, _endpoint, options) =>
        new Promise((resolve) => {
          options?.signal?.addEventListener('abort', () => {
            aborted.push(operation)
            resolve({ ok: false, status: 0, error: { code: 'CANCELLED', message: '' } })
          })
        }),
    )
    const first = proxy.call({ operation: 'users.details', input: {}, callId: 'a' })
    void proxy.call({ operation: 'users.projects', input: {}, callId: 'b' })
    proxy.cancel('nobody')
    proxy.cancel('a')
    expect(await first).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    expect(aborted).toEqual(['users.details'])
  })
})
