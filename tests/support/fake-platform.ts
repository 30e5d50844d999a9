import { failedReply, type Call, type Reply, type SessionEvent } from '#shared/api-client/index.ts'
import type { SendOptions } from '#shared/api-client/transport.ts'
import type { LiveEvent } from '#shared/api-client/index.ts'
import type { MenuEntry, NoticesState } from '#shared/bridge/index.ts'
import type { CommandID } from '#shared/rules/commands.ts'
import type { Platform, Theme } from '#platform/port.ts'

/**
 * The platform of renderer tests: plain values take the place of a server, so that states and timing are exact. Use it by
 * `vi.mock('#platform', () => import('…/tests/support/fake-platform.ts'))`. End-to-end tests use the real server.
 */
type Answer = Reply | ((call: Call, how: SendOptions) => Reply | Promise<Reply>)
const answers = new Map<string, Answer>()
const listeners = new Set<(event: SessionEvent) => void>()
const liveListeners = new Set<(event: LiveEvent) => void>()
const menuListeners = new Set<(id: CommandID) => void>()
const updateListeners = new Set<(version: string) => void>()

export const ok = (data: unknown): Reply => ({ ok: true, status: 200, data })

export const host = {
  calls: [] as Call[],
  userID: null as string | null,
  /** Whether the server refused the session just before the page came. */
  isEnding: false,
  demo: false,
  /** Who answers AI calls. */
  ai: 'endpoint' as 'endpoint' | 'local',
  /** Whether the server's origin is known at once, as in a browser, and not asked for, as on the desktop. */
  isOriginKnown: false,
  notice: null as string | null,
  /** How the desktop shows notices; null as in a browser. */
  notices: null as NoticesState | null,
  /** What the desktop's menu was set to hold. */
  menu: [] as MenuEntry[],
  chooseInMenu: (id: CommandID) => menuListeners.forEach((listener) => listener(id)),
  /** The version of the app that is ready to be installed; `restarts` counts how often the app was asked to restart. */
  update: null as string | null,
  restarts: 0,
  announceUpdate: (version: string) => updateListeners.forEach((listener) => listener(version)),
  /** The theme that the desktop has kept; null as in a browser. */
  theme: null as Theme | null,
  /** Sets the host's answer to an operation. A call without an answer fails as if there were no network. */
  on: (operation: string, answer: Answer) => void answers.set(operation, answer),
  called: (operation: string) => host.calls.filter((call) => call.operation === operation),
  /**
   * Waits until the screen's calls have reached the host. A call takes a moment, so a test that expects no call must wait first, or it
   * would pass in any case.
   */
  quiet: async () => {
    // The client's code is loaded with the first call.
    await import('#lib/api-client.ts')
    await new Promise((resolve) => setTimeout(resolve, 20))
  },
  /** The number of listeners to the stream of changes. */
  following: () => liveListeners.size,
  /** Tells the screens what the stream says. */
  live: (event: LiveEvent) => liveListeners.forEach((listener) => listener(event)),
  emit: (event: SessionEvent) => listeners.forEach((listener) => listener(event)),
  reset: () => {
    answers.clear()
    host.calls.length = 0
    Object.assign(host, {
      userID: null,
      isEnding: false,
      demo: false,
      ai: 'endpoint',
      isOriginKnown: false,
      notice: null,
      notices: null,
      theme: null,
      update: null,
      restarts: 0,
      menu: [],
    })
  },
}

export const platform: Platform = {
  kind: 'web',
  send: async (call, _endpoint, how = {}) => {
    host.calls.push(call)
    const answer = answers.get(call.operation)
    // A host says that it can do more than the first release only where a test lets it.
    if (!answer)
      return call.operation === 'capabilities.list' ? failedReply(404, 'NOT_FOUND') : failedReply(0, 'NETWORK')
    return typeof answer === 'function' ? answer(call, how) : answer
  },
  session: {
    current: () => Promise.resolve({ userID: host.userID, isEnding: host.isEnding }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  },
  live: {
    subscribe: (_userID, listener) => {
      liveListeners.add(listener)
      return Promise.resolve(() => void liveListeners.delete(listener))
    },
  },
  notices: {
    state: () => (host.notices ? Promise.resolve(host.notices) : Promise.reject(new Error('no desktop'))),
    setBadge: (hasBadge) =>
      host.notices
        ? Promise.resolve((host.notices = { ...host.notices, hasBadge }))
        : Promise.reject(new Error('no desktop')),
  },
  menu: {
    show: (entries) => Promise.resolve(void (host.menu = entries)),
    subscribe: (listener) => {
      menuListeners.add(listener)
      return () => void menuListeners.delete(listener)
    },
  },
  deepLinks: { take: () => Promise.resolve(null), subscribe: () => () => undefined },
  theme: {
    read: () => Promise.resolve(host.theme),
    keep: (theme) => Promise.resolve(void (host.theme = theme)),
  },
  serverOrigin: () => Promise.resolve('http://server.test'),
  serverOriginNow: () => (host.isOriginKnown ? 'http://server.test' : null),
  health: () =>
    Promise.resolve({
      status: 'ok',
      version: '0.0.0',
      database: 'ok',
      isEmbedded: false,
      demo: host.demo,
      ai: host.ai,
    }),
  savePdf: null,
  updates: {
    ready: () => Promise.resolve(host.update),
    subscribe: (listener) => {
      updateListeners.add(listener)
      return () => updateListeners.delete(listener)
    },
    restart: () => Promise.resolve(void (host.restarts += 1)),
  },
  notice: () => Promise.resolve(host.notice),
}
