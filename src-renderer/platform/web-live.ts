import { openStream } from '../../shared/api-client/event-stream.ts'
import type { Transport } from '../../shared/api-client/transport.ts'
import { contract } from '../../shared/contract/index.ts'
import { type LiveFrame, liveFrame } from '../../shared/contract/live.ts'
import type { LiveEvent } from './port.ts'
import { shareStream } from './shared-stream.ts'

const readFrame = (text: string): LiveFrame | null => {
  try {
    return liveFrame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Follows the changes that the person may see, over one stream for all tabs. Answers a function that stops listening. */
export const followChanges = (send: Transport, userID: string, listener: (event: LiveEvent) => void): (() => void) => {
  const stream = shareStream<LiveFrame>({
    name: `live ${userID}`,
    open: (after, onEvent) =>
      openStream({
        after,
        onEvent,
        read: readFrame,
        open: (from, signal) =>
          send({ operation: 'events.stream', input: { query: from ? { after: from } : {} } }, contract.events.stream, {
            signal,
          }),
      }),
    onEvent: listener,
  })
  const wakeWhenSeen = () => {
    if (document.visibilityState === 'visible') stream.wake()
  }
  addEventListener('online', stream.wake)
  document.addEventListener('visibilitychange', wakeWhenSeen)
  return () => {
    removeEventListener('online', stream.wake)
    document.removeEventListener('visibilitychange', wakeWhenSeen)
    stream.stop()
  }
}
