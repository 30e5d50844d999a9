import { Readable } from 'node:stream'
import type { LiveFrame } from '#shared/contract/index.ts'

/** What a client that does not read may leave unread before it is dropped; the socket's own buffers come on top. */
const UNREAD_MAX_BYTES = 256 * 1024
/** With more than this unread, a stream gets no further batch. */
const UNREAD_FOR_MORE_BYTES = 32 * 1024
/** The last bytes of a stream that ends leave within this time, or not at all. */
const END_MS = 1_000

/** Whatever frames are sent to: an open answer of text/event-stream, or a call that waits for some (collector.ts). */
export type EventStream = {
  /** The milliseconds since something was last sent. */
  silentFor: () => number
  /** Sends a text of `eventText` or `beatText`, with its frame if it is one. A client that has left too much unread is dropped. */
  send: (text: string, frame?: LiveFrame) => void
  /** Whether the client has read nearly all. */
  isRoomy: () => boolean
  /** Whether it has, or does so within `ms`; false, too, when it has gone. */
  hasRoom: (ms: number) => Promise<boolean>
  /** Ends it at once, in the middle of what is unread. */
  drop: () => void
  end: () => void
}

export const eventText = (event: 'ready' | 'reset' | 'change', data: { cursor: string }): string =>
  `event: ${event}\nid: ${data.cursor}\ndata: ${JSON.stringify(data)}\n\n`

/** A comment, and the place to resume from: clients take the `id`, and hear of no event. */
export const beatText = (cursor: string): string => `: still here\nid: ${cursor}\n\n`

export const openStream = (): EventStream & { readonly readable: Readable } => {
  let sentAt = performance.now()
  let wake = () => {}
  const readable = new Readable({ read: () => wake() })
  readable.on('close', () => wake())
  // A client that hangs up in the middle is no fault.
  readable.on('error', () => {})
  let isEnded = false
  const isRoomy = () => readable.readableLength <= UNREAD_FOR_MORE_BYTES
  return {
    readable,
    silentFor: () => performance.now() - sentAt,
    send: (text) => {
      if (isEnded || readable.destroyed) return
      sentAt = performance.now()
      readable.push(text)
      if (readable.readableLength > UNREAD_MAX_BYTES) readable.destroy()
    },
    isRoomy,
    hasRoom: async (ms) => {
      const until = performance.now() + ms
      for (;;) {
        if (readable.destroyed) return false
        const left = until - performance.now()
        if (isRoomy()) return true
        if (left <= 0) return false
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    drop: () => void readable.destroy(),
    end: () => {
      if (isEnded || readable.destroyed) return
      isEnded = true
      readable.push(null)
      setTimeout(() => readable.destroy(), END_MS).unref()
    },
  }
}
