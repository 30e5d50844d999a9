import type { OpenStream, StreamEvent } from '#shared/api-client/event-stream.ts'

/** What tabs tell each other: what the leading tab's stream says, and what the others ask of it. */
type Message<Frame> = StreamEvent<Frame> | { type: 'ask' } | { type: 'wake' }

type Options<Frame> = {
  /** The name that tabs with the same stream share. */
  name: string
  /** Opens the stream from the cursor on; null begins now. */
  open: (after: string | null, onEvent: (event: StreamEvent<Frame>) => void) => OpenStream
  onEvent: (event: StreamEvent<Frame>) => void
}

/**
 * One stream for all tabs of a browser. The tab that holds the lock leads: it opens the stream and forwards it to the
 * others. When it closes, the browser gives the lock to another tab, which continues from its last cursor. Where the
 * browser has no locks (a page without TLS, a site that it keeps nothing for), each tab has its own stream.
 */
export const shareStream = <Frame>({ name, open, onEvent }: Options<Frame>): OpenStream => {
  const channel = 'locks' in navigator ? channelOf(name) : null
  if (!channel) return open(null, onEvent)
  const tell = (message: Message<Frame>) => channel.postMessage(message)
  const ending = new AbortController()
  let stream: OpenStream | null = null
  let state: 'live' | 'down' = 'down'
  let cursor: string | null = null

  const take = (event: StreamEvent<Frame>) => {
    cursor = event.cursor ?? cursor
    if (event.type === 'state') state = event.state
    onEvent(event)
  }
  channel.onmessage = ({ data }: MessageEvent<Message<Frame>>) => {
    const isAsked = data.type === 'ask' || data.type === 'wake'
    if (!isAsked && !stream) return take(data)
    if (!isAsked || !stream) return
    if (data.type === 'wake') stream.wake()
    else tell({ type: 'state', state, cursor })
  }
  tell({ type: 'ask' })
  const lead = () =>
    new Promise<void>((resolve) => {
      if (ending.signal.aborted) return resolve()
      stream = open(cursor, (event) => {
        tell(event)
        take(event)
      })
      ending.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  // The request is cancelled by `stop`. A browser that keeps nothing for the site refuses it: then each tab leads itself.
  void navigator.locks.request(name, { signal: ending.signal }, lead).catch(lead)
  return {
    // The leading tab may be a hidden one that has not noticed that the device woke up.
    wake: () => (stream ? stream.wake() : tell({ type: 'wake' })),
    stop: () => {
      ending.abort()
      stream?.stop()
      channel.close()
    },
  }
}

/** The channel to the other tabs; null where the browser has none, or refuses it with all else that it keeps for sites. */
const channelOf = (name: string): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
