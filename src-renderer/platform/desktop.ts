import { ipcTransport } from '../../shared/api-client/ipc-transport.ts'
import type { Bridge } from '../../src-preload/index.ts'
import type { Platform } from './port.ts'

declare global {
  interface Window {
    readonly guildhall: Bridge
  }
}
const bridge = window.guildhall

/** The adapter of the desktop app: every call goes to the main process, which has the tokens. */
export const platform: Platform = {
  kind: 'desktop',
  send: ipcTransport(bridge.api),
  session: {
    current: async () => ({ userID: (await bridge.session.state()).userID }),
    subscribe: bridge.session.onEvent,
  },
  // The main process does not follow changes yet.
  live: null,
  deepLinks: { take: bridge.deepLinks.take, subscribe: bridge.deepLinks.onOpen },
  theme: {
    read: async () => (await bridge.settings.get()).theme,
    keep: async (theme) => void (await bridge.settings.set({ theme })),
  },
  serverOrigin: async () => (await bridge.app.info()).serverOrigin,
  health: bridge.app.health,
  updates: {
    ready: bridge.updates.ready,
    subscribe: bridge.updates.onReady,
    restart: async () => void (await bridge.updates.restart()),
  },
  notice: async () => (await bridge.app.info()).notice,
}
