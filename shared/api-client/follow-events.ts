import { events, type LiveFrame, liveFrame } from '../contract/live.ts'
import { openStream, type OpenStream, type StreamEvent } from './event-stream.ts'
import type { Transport } from './transport.ts'

/** What a client hears that follows the changes of everything its person may see. */
export type LiveEvent = StreamEvent<LiveFrame>

/** Reads a frame by the contract's schema, which leaves out every field that it does not name; null for any other text. */
const readFrame = (text: string): LiveFrame | null => {
  try {
    return liveFrame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Follows changes over `send` from the cursor on; null begins now. It goes on until the stream is stopped. */
export const followEvents = (send: Transport, after: string | null, onEvent: (event: LiveEvent) => void): OpenStream =>
  openStream({
    after,
    onEvent,
    read: readFrame,
    open: (from, signal) =>
      send({ operation: 'events.stream', input: { query: from ? { after: from } : {} } }, events.stream, {
        signal,
      }),
  })
