import type { Transport } from '../shared/api-client/index.ts'
import type { TokenStore } from '../shared/api-client/index.ts'
import { health, type Health } from '../shared/contract/system.ts'
import type { MenuEntry, NoticesState, TokenStorage } from '../shared/bridge/index.ts'
import { createProxy, type FileDialogs } from './api/proxy.ts'
import { savePdf } from './api/save-pdf.ts'
import type { Handlers } from './ipc/handle.ts'
import { noKeychainNotice } from './session/token-store.ts'
import type { SettingsStore } from './settings/settings.ts'

const TIMEOUT_MS = 10_000

/** Asks the server about itself. Rejects when the server does not answer in time, or not as ours does. */
const readHealth = async (origin: string): Promise<Health> => {
  const answer = await fetch(`${origin}${health.path}`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  return health.response.parse(await answer.json())
}

/** The function behind each channel. */
export const createHandlers = (parts: {
  send: Transport
  fileDialogs: FileDialogs
  /** What the page shows now, as it prints. */
  printPage: () => Promise<Uint8Array>
  tokens: { store: TokenStore; storage: () => TokenStorage }
  isSessionEnding: () => boolean
  settings: SettingsStore
  notices: { state: () => NoticesState; setBadge: (isOn: boolean) => void }
  menu: { show: (entries: MenuEntry[]) => void }
  links: { take: () => string | null }
  following: { pageFollows: () => void }
  updates: { ready: () => string | null; restart: () => void }
  serverOrigin: () => string
  version: string
  showTheme: () => void
}): Handlers => {
  const proxy = createProxy(parts.send, parts.fileDialogs)
  const { storage, store } = parts.tokens
  return {
    'api.call': (request) => proxy.call(request),
    'api.upload': (request) => proxy.upload(request),
    'api.download': (request) => proxy.download(request),
    'page.savePdf': ({ name }) => savePdf({ ...parts.fileDialogs, printPage: parts.printPage }, name),
    'api.cancel': ({ callId }) => proxy.cancel(callId),
    'session.state': async () => ({
      userID: (await store.read())?.userID ?? null,
      isEnding: parts.isSessionEnding(),
      storage: storage(),
    }),
    'settings.get': () => parts.settings.get(),
    'settings.set': (change) => {
      const now = parts.settings.set(change)
      parts.showTheme()
      return now
    },
    'live.follow': () => {
      parts.following.pageFollows()
      return null
    },
    'notices.state': () => parts.notices.state(),
    'notices.setBadge': ({ isOn }) => {
      parts.notices.setBadge(isOn)
      return parts.notices.state()
    },
    'menu.show': (entries) => {
      parts.menu.show(entries)
      return null
    },
    'deepLinks.take': () => parts.links.take(),
    'app.info': () => ({
      version: parts.version,
      serverOrigin: parts.serverOrigin(),
      tokenStorage: storage(),
      notice: storage() === 'memory' ? noKeychainNotice : null,
    }),
    'app.health': () => readHealth(parts.serverOrigin()),
    'updates.ready': () => parts.updates.ready(),
    'updates.restart': () => {
      parts.updates.restart()
      return null
    },
  }
}
