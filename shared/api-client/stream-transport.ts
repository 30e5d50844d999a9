import { failedReply, type Transport } from './transport.ts'
import { apiBase, fillPath, replyFor } from './wire.ts'

type StreamResponse = {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: unknown
  text(): Promise<string>
}
export type Fetch = (
  url: string,
  init: {
    headers: Record<string, string>
    cache: 'no-store'
    redirect: 'error'
    signal?: AbortSignal
  },
) => Promise<StreamResponse>

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Makes the call that answers with a stream; its data is the body, read piece by piece. Uses `fetch`: axios hands over
 * whole answers in a browser, and EventSource cannot send a header (no token is ever in a URL).
 */
export const streamTransport =
  ({ serverOrigin, fetch }: { serverOrigin: () => string; fetch: Fetch }): Transport =>
  async ({ input }, endpoint, { bearer, signal } = {}) => {
    const asked = Object.entries((input.query ?? {}) as Record<string, string | undefined>)
      .flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []))
      .join('&')
    try {
      const response = await fetch(
        `${apiBase(serverOrigin())}${fillPath(endpoint.path, input.params)}${asked && `?${asked}`}`,
        {
          headers: { accept: 'text/event-stream', ...(bearer && { authorization: `Bearer ${bearer}` }) },
          cache: 'no-store',
          redirect: 'error',
          ...(signal && { signal }),
        },
      )
      if (!response.ok)
        return replyFor(response.status, json(await response.text()), response.headers.get('retry-after'))
      // A sign-in page of the network, or a host that answers every path with its start page, is no stream.
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') && response.body
      return isStream
        ? { ok: true, status: response.status, data: response.body }
        : failedReply(0, 'BAD_ANSWER', 'The server sent an answer we do not understand.')
    } catch {
      return failedReply(0, signal?.aborted ? 'CANCELLED' : 'NETWORK')
    }
  }
