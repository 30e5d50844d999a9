import type { Readable } from 'node:stream'
import type { AppDeps } from '../deps.ts'
import { endOfLog, writeCursor } from '../events/read.ts'
import { openStream } from './stream.ts'

const HEARTBEAT_MS = 25_000

/** The open streams of this process. */
export const createLive = ({ db }: Pick<AppDeps, 'db'>) => {
  const open = new Set<Readable>()
  const timer = setInterval(() => open.forEach((stream) => stream.push(': still here\n\n')), HEARTBEAT_MS)
  timer.unref()
  return {
    open: async () => {
      const cursor = writeCursor(await endOfLog(db))
      const stream = openStream()
      open.add(stream)
      stream.once('close', () => open.delete(stream))
      stream.push(`event: ready\nid: ${cursor}\ndata: ${JSON.stringify({ cursor })}\n\n`)
      return stream
    },
    /** Ends all streams, so that a stopping server does not wait for them. */
    stop: () => {
      clearInterval(timer)
      open.forEach((stream) => stream.push(null))
    },
  }
}
export type Live = ReturnType<typeof createLive>
