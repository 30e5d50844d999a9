import { createParser } from 'eventsource-parser'
import type { Reply } from './transport.ts'

/** The body of an answer that arrives piece by piece, as `fetch` hands it over. */
export type ByteStream = { getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> } }

/** What a stream tells its listener. `cursor` is the place in the log from which a later stream goes on. */
export type StreamEvent<Frame> =
  /** `live`: frames arrive. `down`: there is no stream, and another attempt follows by itself. */
  | { type: 'state'; state: 'live' | 'down'; cursor: string | null }
  | { type: 'frame'; frame: Frame; cursor: string }
  /** The server cannot go on from our cursor, so everything that was read before is out of date. */
  | { type: 'reset'; cursor: string }

export type StreamOptions<Frame> = {
  /** Asks for the stream from the cursor on; null begins now. The answer's data is a ByteStream. */
  open: (after: string | null, signal: AbortSignal) => Promise<Reply>
  /** Reads the text of one frame; null for a frame that this version does not know. */
  read: (text: string) => Frame | null
  onEvent: (event: StreamEvent<Frame>) => void
  after?: string | null
  /** Milliseconds without a byte, heartbeats included, after which the connection counts as dead. */
  silenceMs?: number
  /** The first pause before another attempt, in milliseconds. It doubles with each failure, up to `longestPauseMs`. */
  pauseMs?: number
  longestPauseMs?: number
  /** Answers a number from 0 to 1, which spreads the attempts of many clients. */
  random?: () => number
}

export type OpenStream = {
  /** Looks at the connection now: after sleep, or when the network is back. */
  wake: () => void
  stop: () => void
}

const SILENCE_MS = 60_000
/** The share of the silence after which a device that wakes up trusts its connection no more. Heartbeats come each 25 s. */
const DOUBTFUL_SHARE = 0.5
/** The number of looks at the connection within the silence. */
const LOOKS = 12
/** A stream that has lived this many milliseconds counts as a success, and the next pause is a short one. */
const STEADY_MS = 5_000

/** What the server says beside frames: its place in the log. */
const cursorIn = (text: string): string | null => {
  try {
    const { cursor } = JSON.parse(text) as { cursor?: unknown }
    return typeof cursor === 'string' ? cursor : null
  } catch {
    return null
  }
}

/** Milliseconds after this number of failures: twice as long each time, up to the longest. */
const backedOff = (pauseMs: number, longestPauseMs: number, failures: number): number =>
  Math.min(pauseMs * 2 ** Math.max(failures - 1, 0), longestPauseMs)

/**
 * Keeps one stream of events open: resumes from the last cursor after an interruption, backs off after failures, and
 * takes a connection that is silent for 60 s as dead, until `stop` is called.
 */
export const openStream = <Frame>(options: StreamOptions<Frame>): OpenStream => {
  const { open, read, onEvent, silenceMs = SILENCE_MS, random = Math.random } = options
  const { pauseMs = 1_000, longestPauseMs = 30_000 } = options
  let cursor = options.after ?? null
  let isStopped = false
  let failures = 0
  let heardAt = Date.now()
  let connection: { signal: AbortSignal; abort(): void } | null = null
  let endPause: (() => void) | null = null

  const take = (name: string | undefined, id: string | undefined, text: string): void => {
    if (name === 'ready' || name === 'reset') {
      cursor = cursorIn(text) ?? cursor
      if (name === 'reset' && cursor !== null) onEvent({ type: 'reset', cursor })
      onEvent({ type: 'state', state: 'live', cursor })
      return
    }
    if (name !== 'change' || id === undefined) return
    cursor = id
    const frame = read(text)
    if (frame) onEvent({ type: 'frame', frame, cursor })
  }

  /** Reads the body to its end, and rejects when the connection breaks. */
  const readAll = async (body: ByteStream): Promise<void> => {
    const parser = createParser({
      onEvent: ({ event, id, data }) => isStopped || take(event, id, data),
      // A heartbeat brings the place in the log too, so that a stream without news does not go on from an old one.
      onId: (id) => (cursor = id || cursor),
    })
    const decoder = new TextDecoder()
    const reader = body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || isStopped) return
      heardAt = Date.now()
      if (value) parser.feed(decoder.decode(value, { stream: true }))
    }
  }

  /** Makes one connection and stays until it ends. Resolves with the least pause in milliseconds that the server asks for. */
  const connect = async (): Promise<number> => {
    const mine = new AbortController()
    connection = mine
    heardAt = Date.now()
    let timer: unknown
    const look = () => {
      if (Date.now() - heardAt > silenceMs) mine.abort()
      else timer = setTimeout(look, silenceMs / LOOKS)
    }
    look()
    const begun = Date.now()
    try {
      const reply = await open(cursor, mine.signal)
      if (!reply.ok) return (reply.retryAfter ?? 0) * 1000
      await readAll(reply.data as ByteStream)
      return 0
    } catch {
      return 0
    } finally {
      clearTimeout(timer)
      // The server's side of a body that was not read to its end is let go.
      mine.abort()
      connection = null
      failures = Date.now() - begun >= STEADY_MS ? 0 : failures + 1
    }
  }

  const pause = (leastMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, leastMs + backedOff(pauseMs, longestPauseMs, failures) * (0.5 + random() / 2))
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async (): Promise<void> => {
    while (!isStopped) {
      const leastMs = await connect()
      if (isStopped) return
      onEvent({ type: 'state', state: 'down', cursor })
      await pause(leastMs)
      endPause = null
    }
  }
  void run()

  return {
    wake: () => {
      if (isStopped) return
      failures = 0
      if (connection && Date.now() - heardAt > silenceMs * DOUBTFUL_SHARE) connection.abort()
      // Many devices of one network wake together, so each waits a moment of its own.
      else if (endPause) setTimeout(endPause, pauseMs * random() * 0.5)
    },
    stop: () => {
      isStopped = true
      connection?.abort()
      endPause?.()
    },
  }
}
