import type { SessionEvent, TokenStore } from '#shared/api-client/session-rules.ts'
import { failedReply, type Transport } from '#shared/api-client/transport.ts'
import type { Health } from '#shared/contract/system.ts'
import { localData } from '../lib/browser-storage.ts'
import type { Platform } from './port.ts'

/** The session's tokens, in local storage, where a tab that opens later finds them too. If the browser refuses them, they last as long as this tab. */
const store: TokenStore = {
  read: () => {
    const accessToken = localData.get('accessToken')
    const refreshToken = localData.get('refreshToken')
    const userID = localData.get('userID')
    return Promise.resolve(accessToken && refreshToken && userID ? { accessToken, refreshToken, userID } : null)
  },
  write: ({ accessToken, refreshToken, userID }) => {
    localData.setTogether({ accessToken, refreshToken, userID })
    return Promise.resolve()
  },
  clear: () => {
    localData.remove('accessToken', 'refreshToken', 'userID')
    delete window.askedAhead
    return Promise.resolve()
  },
}

const listeners = new Set<(event: SessionEvent) => void>()
const emit = (event: SessionEvent) => listeners.forEach((listener) => listener(event))

// Signing in or out in one tab does so in all tabs.
addEventListener('storage', (event) => {
  if (event.key !== 'userID' && event.key !== null) return
  if (event.newValue) emit({ type: 'signedIn', userID: event.newValue, isElsewhere: true })
  else emit({ type: 'signedOut', reason: 'logout', isElsewhere: true })
})

/** Milliseconds to wait for another tab's tokens to arrive in this tab's storage. */
const STORAGE_LAG_MS = 500

/** Listens for another tab's tokens from now on. The answered function waits until they are here, or for STORAGE_LAG_MS. */
const tokensFromElsewhere = () => {
  let arrived: () => void = () => undefined
  const arrival = new Promise<void>((resolve) => (arrived = resolve))
  const listen = ({ key }: StorageEvent) => {
    if (key === 'accessToken' || key === null) arrived()
  }
  addEventListener('storage', listen)
  return async () => {
    const timer = setTimeout(arrived, STORAGE_LAG_MS)
    await arrival
    clearTimeout(timer)
    removeEventListener('storage', listen)
  }
}

/**
 * Runs the work in one tab at a time: two tabs that refresh at once would use the same token twice. The lock can reach
 * the next tab before the storage event, so a tab that waited for the lock waits for the storage too.
 */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  const name = 'session-refresh'
  const atOnce = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work() } : null,
  )
  if (atOnce) return atOnce.result
  const arrived = tokensFromElsewhere()
  return navigator.locks.request(name, async () => {
    await arrived()
    return work()
  })
}

/** A browser without locks, or that refuses them with the site's storage, has no other tab with the same tokens. */
const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
  if (!('locks' in navigator)) return work()
  return inTurn(work).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'SecurityError') return work()
    throw error
  })
}

const serverOrigin = (): string => {
  const configured: unknown = import.meta.env.VITE_SERVER_URL
  return typeof configured === 'string' && configured ? configured : location.origin
}

let http: Promise<Transport> | undefined
/** Loads the HTTP client and the session's rules apart, so that sign-in screens are painted before these are needed. */
const loadHttp = (): Promise<Transport> =>
  (http ??= import('./web-transport.ts')
    .then(({ webTransport }) => webTransport({ serverOrigin, store, onEvent: emit, exclusively }))
    .catch(() => {
      // Code that did not arrive is treated as a failed network; the next call loads it again.
      http = undefined
      return () => Promise.resolve(failedReply(0, 'NETWORK'))
    }))
// When somebody is signed in, the first screen makes a call at once.
if (localData.get('userID')) void loadHttp()

const send: Transport = async (...call) => (await loadHttp())(...call)

/** The adapter of the web build: it calls the server directly, with the token from local storage. */
export const platform: Platform = {
  kind: 'web',
  send,
  session: {
    current: async () => ({ userID: (await store.read())?.userID ?? null }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  },
  live: {
    subscribe: async (userID, listener) => (await import('./web-live.ts')).followChanges(send, userID, listener),
  },
  notices: null,
  menu: null,
  deepLinks: { take: () => Promise.resolve(null), subscribe: () => () => undefined },
  theme: { read: () => Promise.resolve(null), keep: () => Promise.resolve() },
  serverOrigin: () => Promise.resolve(serverOrigin()),
  serverOriginNow: serverOrigin,
  health: async () => {
    const answer = await fetch(`${serverOrigin()}/health`)
    const health = (await answer.json()) as Partial<Health>
    // Only two flags are read, for which the sign-in screen should not load the schema library.
    if (typeof health.demo !== 'boolean' || typeof health.isEmbedded !== 'boolean')
      throw new Error(`${serverOrigin()}/health does not answer like a server of ours.`)
    return health as Health
  },
  savePdf: null,
  updates: {
    ready: () => Promise.resolve(null),
    subscribe: () => () => undefined,
    restart: () => Promise.resolve(),
  },
  notice: () => Promise.resolve(null),
}
