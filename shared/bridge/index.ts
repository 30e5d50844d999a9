import { z } from 'zod'
import type { LiveEvent, Reply, SessionEvent } from '../api-client/index.ts'
import type { CallProgress } from '../api-client/ipc-transport.ts'
import { FILE_MAX_BYTES } from '../contract/files.ts'
import type { Health } from '../contract/system.ts'
import { type CommandID, commandIDs } from '../rules/commands.ts'

/** The channels that only the desktop has. Each carries one argument, which must fit its schema exactly. */
const nothing = z.undefined()
const callId = z.string().min(1).max(64)

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const call = z.strictObject({
  /** The operation ("noun.verb") of a call in the contract; the main process refuses every other name. */
  operation: z.string().min(1).max(100),
  input: z.strictObject({
    params: z.unknown().optional(),
    query: z.unknown().optional(),
    body: z.unknown().optional(),
  }),
  callId,
})
/** A command in the menu, and whether it may be done now. */
const menuEntry = z.strictObject({ id: z.enum(commandIDs), isEnabled: z.boolean() })
export type MenuEntry = z.output<typeof menuEntry>
/** A name as any file system may have it; the server cleans the name before it stores it. */
const fileName = z.string().max(1024)
const fileBytes = z
  .custom<Uint8Array<ArrayBuffer>>((sent) => sent instanceof Uint8Array)
  .refine((bytes) => bytes.byteLength <= FILE_MAX_BYTES)

export const channels = {
  'api.call': call,
  /** The file's bytes cross in one piece; a path on the person's computer never does. */
  'api.upload': call.extend({ file: z.strictObject({ name: fileName, bytes: fileBytes }) }),
  /** The main process asks the person where to save the file, suggests this name, and saves the file. */
  'api.download': call.extend({ saveAs: fileName }),
  'api.cancel': z.strictObject({ callId }),
  /** The main process prints what the page shows, asks where to save it, suggests this name, and saves it. */
  'page.savePdf': z.strictObject({ name: fileName }),
  'session.state': nothing,
  'settings.get': nothing,
  /** The server's address cannot be set here, so that no page moves the app to another server. */
  'settings.set': z.strictObject({ theme: z.enum(themes) }),
  /** The page follows changes from now on: it gets the stream's state at once, and the stream checks its connection. */
  'live.follow': nothing,
  'notices.state': nothing,
  'notices.setBadge': z.strictObject({ isOn: z.boolean() }),
  /** The commands that the menu holds from now on; none while nobody is signed in. */
  'menu.show': z.array(menuEntry).max(commandIDs.length),
  'deepLinks.take': nothing,
  'app.info': nothing,
  'app.health': nothing,
  'updates.ready': nothing,
  'updates.restart': nothing,
} as const satisfies Record<string, z.ZodType>

export type ChannelName = keyof typeof channels
export type ChannelInput<C extends ChannelName> = z.output<(typeof channels)[C]>

export type TokenStorage = 'keychain' | 'memory'
export type DesktopSettings = { theme: Theme }
/** How the desktop shows notices, which the notification settings tell. */
export type NoticesState = {
  /** Whether the system shows no notices of the app, as far as it says so. */
  isRefused: boolean
  system: 'macOS' | 'Windows' | 'Linux'
  /** Whether the app's icon shows how many notices are unread. */
  hasBadge: boolean
}
export type AppInfo = {
  version: string
  /** Origin of the server in use, without a path. */
  serverOrigin: string
  tokenStorage: TokenStorage
  /** Something a person must know about this run of the app; null when all is well. */
  notice: string | null
}

/** What each channel answers. */
export type ChannelAnswers = {
  'api.call': Reply
  'api.upload': Reply
  'api.download': Reply
  'api.cancel': null
  'page.savePdf': { isSaved: boolean }
  /** `isEnding` says that the server has refused the session, and that the person is signed out in a moment. */
  'session.state': { userID: string | null; isEnding: boolean; storage: TokenStorage }
  'settings.get': DesktopSettings
  'settings.set': DesktopSettings
  'live.follow': null
  'notices.state': NoticesState
  'notices.setBadge': NoticesState
  'menu.show': null
  'deepLinks.take': string | null
  'app.info': AppInfo
  'app.health': Health
  /** The version that waits for a restart; null when there is none. */
  'updates.ready': string | null
  'updates.restart': null
}

/** A change, or how the stream is, with the person whose stream it is. */
export type LiveMessage = { userID: string; event: LiveEvent }

/** The messages that the main process sends to the page without being asked. */
export type BridgeEvents = {
  'session.event': SessionEvent
  'live.event': LiveMessage
  /** A command that was chosen in the menu. */
  'menu.chosen': CommandID
  'deepLinks.open': string
  'api.progress': CallProgress
  /** The version that is downloaded and replaces the running one at the next restart. */
  'updates.ready': string
}

/** Every answer over IPC has this shape; the bridge never throws. */
export type Envelope<T> = { ok: true; data: T } | { ok: false; error: { code: string; message: string } }
