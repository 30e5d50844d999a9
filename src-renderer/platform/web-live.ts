import { followEvents, type LiveEvent } from '#shared/api-client/follow-events.ts'
import type { Transport } from '#shared/api-client/transport.ts'
import type { LiveFrame } from '#shared/contract/index.ts'
import { shareStream } from './shared-stream.ts'
import { changes } from './web-transport.ts'
import { whenSeenAgain } from './when-seen-again.ts'

/** Follows the changes that the person may see, over one stream for all tabs. Answers a function that stops listening. */
export const followChanges = (send: Transport, userID: string, listener: (event: LiveEvent) => void): (() => void) => {
  const stream = shareStream<LiveFrame>({
    name: `live ${userID}`,
    open: (after, onEvent) => followEvents(send, after, onEvent),
    onEvent: (event) => {
      // What changed before the stream was live is read now.
      if (event.type !== 'state' || event.state === 'live') changes.note()
      listener(event)
    },
  })
  const stopWaking = whenSeenAgain(stream.wake)
  return () => {
    stopWaking()
    stream.stop()
  }
}
