import http, { type IncomingMessage } from 'node:http'
import { DEFAULT_TIMEOUT_MS, type Outline } from '../shared/contract/endpoint.ts'
import { type CallInput, failedReply, type SendOptions, type Transport } from '../shared/api-client/transport.ts'
import { callerHeaders, type Exchange, fillPath, replyFor, withoutUndefined } from '../shared/api-client/wire.ts'

type Options = {
  baseURL: () => string
  headers: Record<string, string>
  /** Called after each exchange, for people who look for a fault; the exchange holds no token. */
  onExchange?: (exchange: Exchange) => void
}

type Value = string | number | boolean | null
/** Adds the fields of a query to an address. */
const withQuery = (url: URL, query: unknown): URL => {
  const fields = (withoutUndefined(query) ?? {}) as Readonly<Record<string, Value>>
  for (const [name, value] of Object.entries(fields)) if (value !== null) url.searchParams.set(name, String(value))
  return url
}

/** The codes of Node's errors, those of TLS among them, such as ECONNREFUSED. */
const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

class TimeIsUp extends Error {}

type HttpRequest = { url: URL; method: string; headers: Record<string, string>; body: string | undefined }
type Answer = { status: number; headers: IncomingMessage['headers']; text: string }

/** Sends a request and reads its whole answer. Errors: those of the network; TimeIsUp; AbortError. */
const ask = async (
  { url, method, headers, body }: HttpRequest,
  { timeoutMs, signal, onSent }: { timeoutMs: number } & Pick<SendOptions, 'signal' | 'onSent'>,
): Promise<Answer> => {
  const { request } = url.protocol === 'https:' ? (await import('node:https')).default : http
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ...(signal && { signal }) })
    const timer = setTimeout(() => sent.destroy(new TimeIsUp()), timeoutMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    sent.on('error', fail)
    if (onSent) sent.once('finish', onSent)
    sent.once('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      // An answer that breaks off, also because the time is up, ends with an error of its own.
      answer.on('error', fail)
      answer.once('end', () => {
        clearTimeout(timer)
        unpacked(Buffer.concat(chunks), answer.headers['content-encoding']).then(
          (text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
          fail,
        )
      })
    })
    sent.end(body)
  })
}

const unpacked = async (bytes: Buffer, encoding: string | undefined): Promise<string> => {
  if (encoding !== 'gzip') return bytes.toString('utf8')
  const { gunzip } = await import('node:zlib')
  return new Promise((resolve, reject) =>
    gunzip(bytes, (error, plain) => (error ? reject(error) : resolve(plain.toString('utf8')))),
  )
}

/** The JSON of an answer; anything else stays a text. */
const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const asked = (options: Options, endpoint: Outline, input: CallInput, send: SendOptions): HttpRequest => {
  const url = new URL(`${options.baseURL()}${fillPath(endpoint.path, input.params)}`)
  const body = endpoint.body && JSON.stringify(input.body ?? {})
  return {
    url: endpoint.query ? withQuery(url, input.query) : url,
    method: endpoint.method,
    body,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      ...options.headers,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
      ...callerHeaders(send),
    },
  }
}

/**
 * Makes calls by Node's own client, as axiosTransport does by axios, which takes longer to load than a call takes.
 * Transfers no files and uses no proxies. Never throws: a call without an answer has status 0 and the code NETWORK,
 * TIMEOUT or CANCELLED.
 */
export const nodeTransport =
  (options: Options): Transport =>
  async ({ input }, endpoint, send = {}) => {
    const { signal, onSent } = send
    const started = Date.now()
    const tell = (about: Pick<Exchange, 'status' | 'reason' | 'requestId' | 'contentType'>) =>
      options.onExchange?.({
        method: endpoint.method,
        url: `${options.baseURL()}${fillPath(endpoint.path, input.params)}`,
        milliseconds: Date.now() - started,
        ...about,
      })
    try {
      const timeoutMs = endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS
      const { status, headers, text } = await ask(asked(options, endpoint, input, send), {
        timeoutMs,
        signal,
        onSent,
      })
      const requestId = headers['x-request-id']
      tell({ status, requestId: String(requestId ?? '') || undefined, contentType: headers['content-type'] })
      return replyFor(status, read(text), headers['retry-after'])
    } catch (error) {
      if (signal?.aborted) return failedReply(0, 'CANCELLED')
      const reason = codeOf(error)
      const said = error instanceof Error ? error.message : ''
      tell({ status: 0, reason: `${reason ?? ''} ${said}`.trim() })
      return {
        ...failedReply(0, error instanceof TimeIsUp ? 'TIMEOUT' : 'NETWORK'),
        ...(reason !== undefined && { reason }),
      }
    }
  }
