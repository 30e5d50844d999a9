import type { SessionEvent, Transport } from '../../shared/api-client/index.ts'
import type { Health } from '../../shared/contract/system.ts'

/** Light, dark, or whatever the system says. */
export type Theme = 'light' | 'dark' | 'system'
export type SessionState = { userID: string | null }

/**
 * What differs between the desktop app and the web build, and nothing else. `#platform` resolves to one adapter per
 * build; no other file knows which one it runs on.
 */
export interface Platform {
  readonly kind: 'desktop' | 'web'
  /** Carries calls to the server. Adds the token, refreshes it and repeats the call; no token comes back. */
  readonly send: Transport
  readonly session: {
    current(): Promise<SessionState>
    /** Returns how to stop listening. */
    subscribe(listener: (event: SessionEvent) => void): () => void
  }
  /** Addresses that arrive from outside the app (guildhall:// links), as paths of the router. */
  readonly deepLinks: {
    /** The link that arrived before the renderer was ready, once. */
    take(): Promise<string | null>
    subscribe(listener: (path: string) => void): () => void
  }
  /** Where the chosen theme is kept besides the page's own storage, so that windows and menus of the system follow it. */
  readonly theme: {
    /** Null where it is kept nowhere else. */
    read(): Promise<Theme | null>
    keep(theme: Theme): Promise<void>
  }
  /** Origin of the server in use, without a path. */
  serverOrigin(): Promise<string>
  /** What the server says of itself. Rejects when it does not answer. */
  health(): Promise<Health>
  /** Newer versions of the desktop app itself; a browser has the newest page anyway. */
  readonly updates: {
    /** The version that waits for a restart; null for none. */
    ready(): Promise<string | null>
    subscribe(listener: (version: string) => void): () => void
    /** Closes the app's window, which asks about what is not saved, and opens the new version. */
    restart(): Promise<void>
  }
  /** Something a person must know about this run, such as "no keychain"; null when all is well. */
  notice(): Promise<string | null>
}
