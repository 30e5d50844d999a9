import type { LiveEvent, SessionEvent, Transport } from '#shared/api-client/index.ts'
import type { MenuEntry, NoticesState } from '#shared/bridge/index.ts'
import type { Health } from '#shared/contract/system.ts'

/** The colour scheme: light, dark, or the system's. */
export type Theme = 'light' | 'dark' | 'system'
export type SessionState = {
  userID: string | null
  /** True when the server has refused the session, and the person is signed out in a moment. */
  isEnding?: boolean
}

/**
 * Everything that differs between the desktop app and the web build. `#platform` resolves to one adapter per build; no
 * other file knows which build it is in.
 */
export interface Platform {
  readonly kind: 'desktop' | 'web'
  /** Carries calls to the server. It adds the token, refreshes it and repeats the call; no token comes back. */
  readonly send: Transport
  readonly session: {
    current(): Promise<SessionState>
    /** Answers a function that stops listening. */
    subscribe(listener: (event: SessionEvent) => void): () => void
  }
  /** Changes of everything that the signed-in person may see, as they happen. */
  readonly live: {
    /** Answers a function that stops listening. Rejects when the code for it did not arrive. */
    subscribe(userID: string, listener: (event: LiveEvent) => void): Promise<() => void>
  }
  /** Notices that the system shows, and the number at the app's icon; null where there are none. */
  readonly notices: {
    state(): Promise<NoticesState>
    setBadge(isOn: boolean): Promise<NoticesState>
  } | null
  /** The desktop's menu, which holds the commands; null where there is none. */
  readonly menu: {
    /** Shows these commands; those that may not be done now are disabled. */
    show(entries: MenuEntry[]): Promise<unknown>
    /** Hears what is chosen there. Answers a function that stops listening. */
    subscribe(listener: (id: MenuEntry['id']) => void): () => void
  } | null
  /** Addresses that arrive from outside the app (guildhall:// links), as paths of the router. */
  readonly deepLinks: {
    /** Answers the link that arrived before the renderer was ready, once. */
    take(): Promise<string | null>
    subscribe(listener: (path: string) => void): () => void
  }
  /** A second place for the chosen theme besides the page's storage, so that the system's windows and menus follow it. */
  readonly theme: {
    /** Null where there is no second place. */
    read(): Promise<Theme | null>
    keep(theme: Theme): Promise<void>
  }
  /** The origin of the server in use, without a path. */
  serverOrigin(): Promise<string>
  /** The same at once; null where another process has to be asked for it. */
  serverOriginNow(): string | null
  /** The server's description of itself. Rejects when the server does not answer. */
  health(): Promise<Health>
  /** Saves what the page shows as a PDF, where the person says; false when they chose no place. Null in a browser, which prints. */
  readonly savePdf: ((name: string) => Promise<boolean>) | null
  /** Newer versions of the desktop app itself; a browser always loads the newest page. */
  readonly updates: {
    /** The version that waits for a restart; null when there is none. */
    ready(): Promise<string | null>
    subscribe(listener: (version: string) => void): () => void
    /** Closes the app's window, which asks about unsaved changes, and opens the new version. */
    restart(): Promise<void>
  }
  /** A notice that a person must read about this run, such as "no keychain"; null when all is well. */
  notice(): Promise<string | null>
}
