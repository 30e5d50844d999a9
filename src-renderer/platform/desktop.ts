import { ipcTransport } from '#shared/api-client/ipc-transport.ts'
import type { Bridge } from '../../src-preload/index.ts'
import type { Platform } from './port.ts'
import { whenSeenAgain } from './when-seen-again.ts'

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
    current: async () => {
      const { userID, isEnding } = await bridge.session.state()
      return { userID, isEnding }
    },
    subscribe: bridge.session.onEvent,
  },
  live: {
    // The main process has the stream. It tells everything in one channel, so that nothing overtakes anything else.
    subscribe: async (userID, listener) => {
      const stopListening = bridge.live.onEvent((message) => {
        if (message.userID === userID) listener(message.event)
      })
      const follow = () => void bridge.live.follow().catch(() => undefined)
      const stopWaking = whenSeenAgain(follow)
      follow()
      return () => {
        stopWaking()
        stopListening()
      }
    },
  },
  notices: bridge.notices,
  menu: { show: bridge.menu.show, subscribe: bridge.menu.onChosen },
  deepLinks: { take: bridge.deepLinks.take, subscribe: bridge.deepLinks.onOpen },
  theme: {
    read: async () => (await bridge.settings.get()).theme,
    keep: async (theme) => void (await bridge.settings.set({ theme })),
  },
  serverOrigin: async () => (await bridge.app.info()).serverOrigin,
  serverOriginNow: () => null,
  health: bridge.app.health,
  savePdf: async (name) => (await bridge.page.savePdf(name)).isSaved,
  updates: {
    ready: bridge.updates.ready,
    subscribe: bridge.updates.onReady,
    restart: async () => void (await bridge.updates.restart()),
  },
  notice: async () => (await bridge.app.info()).notice,
}
