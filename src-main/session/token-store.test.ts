import { describe, expect, test, vi } from 'vitest'
import { type Keychain, openKeychain } from './keychain.ts'
import { openTokenStore } from './token-store.ts'

const tokens = { accessToken: 'a', refreshToken: 'r', userID: 'u' }

const inMemory = (kept = new Map<string, string>()): Keychain => ({
  read: (account) => Promise.resolve(kept.get(account) ?? null),
  write: (account, secret) => Promise.resolve(void kept.set(account, secret)),
  clear: (account) => Promise.resolve(void kept.delete(account)),
})

describe('tokens', () => {
  test('[DESK-01] tokens are kept in the keychain, under their server', async () => {
    const kept = new Map<string, string>()
    const { store, storage } = await openTokenStore(inMemory(kept), 'https://one.test')
    await store.write(tokens)
    expect(storage()).toBe('keychain')
    expect(JSON.parse(kept.get('https://one.test') ?? '')).toEqual(tokens)
  })

  test('[DESK-06] the next run finds the tokens; a run with another server does not', async () => {
    const kept = new Map<string, string>()
    await (await openTokenStore(inMemory(kept), 'https://one.test')).store.write(tokens)
    expect(await (await openTokenStore(inMemory(kept), 'https://one.test')).store.read()).toEqual(tokens)
    expect(await (await openTokenStore(inMemory(kept), 'https://two.test')).store.read()).toBeNull()
  })

  test('[DESK-07] clearing the store removes the tokens from the keychain', async () => {
    const kept = new Map<string, string>()
    const { store } = await openTokenStore(inMemory(kept), 's')
    await store.write(tokens)
    await store.clear()
    expect(kept.size).toBe(0)
    expect(await store.read()).toBeNull()
  })

  test.each(['not json', '{"accessToken":1}', 'null'])(
    '[DESK-06] the keychain entry %j is no session',
    async (entry) => {
      expect(await (await openTokenStore(inMemory(new Map([['s', entry]])), 's')).store.read()).toBeNull()
    },
  )

  test('[DESK-04] without a keychain the tokens last for this run', async () => {
    const { store, storage } = await openTokenStore(null, 's')
    await store.write(tokens)
    expect(storage()).toBe('memory')
    expect(await store.read()).toEqual(tokens)
    expect(await (await openTokenStore(null, 's')).store.read()).toBeNull()
  })

  test('[DESK-04] after a keychain has failed it is no longer used, and the session goes on in memory', async () => {
    const failing = { ...inMemory(), write: () => Promise.reject(new Error('locked')) }
    const { store, storage } = await openTokenStore(failing, 's')
    expect(storage()).toBe('keychain')
    await store.write(tokens)
    expect(storage()).toBe('memory')
    expect(await store.read()).toEqual(tokens)
  })
})

test('[DESK-06] a keychain that fails to store new tokens does not keep the used-up ones', async () => {
  const kept = new Map<string, string>()
  const chain = inMemory(kept)
  const { store } = await openTokenStore(chain, 's')
  await store.write(tokens)
  chain.write = () => Promise.reject(new Error('full'))
  await store.write({ ...tokens, refreshToken: 'rotated' })
  expect(kept.size).toBe(0)
  expect(await store.read()).toMatchObject({ refreshToken: 'rotated' })
})

describe('opening the keychain', () => {
  const never = () => new Promise<never>(() => {})

  test('[DESK-27] a keychain that works is used, and the trial leaves nothing in it', async () => {
    const kept = new Map<string, string>()
    const nameOf = (service: string, account: string) => `${service} ${account}`
    const asked: string[] = []
    const working = {
      setPassword: async (service: string, account: string, word: string) => {
        asked.push('set')
        kept.set(nameOf(service, account), word)
      },
      getPassword: async (service: string, account: string) => kept.get(nameOf(service, account)) ?? null,
      deletePassword: async (service: string, account: string) => kept.delete(nameOf(service, account)),
    }
    const chain = await openKeychain({ onSilent: vi.fn(), load: async () => working })
    expect(asked).toEqual(['set'])
    expect([...kept]).toEqual([])
    await chain?.write('https://one.test', 'secret')
    expect(await chain?.read('https://one.test')).toBe('secret')
    expect([...kept.values()]).toEqual(['secret'])
    await chain?.clear('https://one.test')
    expect(kept.size).toBe(0)
  })

  test('[DESK-27] a keychain that cannot be loaded, refuses or forgets is not used', async () => {
    const onSilent = vi.fn()
    const forgetting = { getPassword: async () => null, setPassword: async () => {}, deletePassword: async () => true }
    const refusing = { ...forgetting, setPassword: () => Promise.reject(new Error('no')) }
    expect(await openKeychain({ onSilent, load: () => Promise.reject(new Error('no libsecret')) })).toBeNull()
    expect(await openKeychain({ onSilent, load: async () => refusing })).toBeNull()
    expect(await openKeychain({ onSilent, load: async () => forgetting })).toBeNull()
    expect(onSilent).not.toHaveBeenCalled()
  })

  test('[DESK-27] a keychain that does not answer is given up after 3 s, and the app is told', async () => {
    const onSilent = vi.fn()
    const silent = { getPassword: never, setPassword: never, deletePassword: never }
    vi.useFakeTimers()
    try {
      const opened = vi.fn()
      void openKeychain({ onSilent, load: async () => silent }).then(opened)
      await vi.advanceTimersByTimeAsync(2_999)
      expect([opened, onSilent].map(({ mock }) => mock.calls)).toEqual([[], []])
      await vi.advanceTimersByTimeAsync(1)
      expect(opened).toHaveBeenCalledExactlyOnceWith(null)
      expect(onSilent).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
  })
})
