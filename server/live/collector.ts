import type { LiveFrame } from '#shared/contract/index.ts'
import type { EventStream } from './stream.ts'

/** Frames that one answer carries, in a stream's place. */
export type Collector = EventStream & {
  readonly frames: readonly LiveFrame[]
  /**
   * Passes when a frame is there, when it ended, after `ms`, or when nobody waits for the answer any more. All that was sent with the
   * frame is there then, and the hub knows the place behind it.
   */
  wait: (ms: number, over: AbortSignal) => Promise<void>
}

/** Collects the frames that are wanted; what comes between them is passed over. */
export const openCollector = (isWanted: (frame: LiveFrame) => boolean): Collector => {
  const frames: LiveFrame[] = []
  let isEnded = false
  let wake = () => {}
  const end = () => {
    isEnded = true
    wake()
  }
  return {
    frames,
    silentFor: () => 0,
    send: (_, frame) => {
      if (!frame || !isWanted(frame)) return
      frames.push(frame)
      wake()
    },
    isRoomy: () => true,
    hasRoom: async () => !isEnded,
    drop: end,
    end,
    wait: (ms, over) =>
      new Promise((resolve) => {
        const stop = () => {
          clearTimeout(timer)
          over.removeEventListener('abort', stop)
          // Frames are sent in one go, and the hub notes its place right after them.
          setImmediate(resolve)
        }
        const timer = setTimeout(stop, ms)
        wake = stop
        over.addEventListener('abort', stop, { once: true })
        if (isEnded || frames.length > 0 || over.aborted) stop()
      }),
  }
}
