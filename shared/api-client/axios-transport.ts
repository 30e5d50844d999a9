import axios, { type AxiosInstance, type AxiosProgressEvent, isAxiosError, isCancel } from 'axios'
import { DEFAULT_TIMEOUT_MS, type Outline } from '../contract/endpoint.ts'
import { FILE_PART } from '../contract/files.ts'
import { health, type Health } from '../contract/system.ts'
import { type CallInput, type DownloadedFile, failedReply, type SendOptions, type Transport } from './transport.ts'
import { callerHeaders, type Exchange, fillPath, replyFor, withoutUndefined } from './wire.ts'

/** In milliseconds: a server that takes longer to say how it is counts as one that does not answer. */
const HEALTH_WAIT_MS = 10_000

const textOf = (header: unknown) => (typeof header === 'string' ? header : undefined)

/** The system's or TLS's name for why the call failed, such as ECONNREFUSED. */
const reasonOf = (error: unknown): string | undefined => {
  if (!isAxiosError(error)) return undefined
  const { code } = (error.cause ?? error) as { code?: unknown }
  return typeof code === 'string' ? code : error.code
}

/**
 * Makes calls over HTTP. `baseURL` is read at each call, so a changed server address takes effect at once. Never
 * throws: a call without an answer has status 0 and the code NETWORK, TIMEOUT or CANCELLED.
 */
export const axiosTransport = (options: {
  baseURL: () => string
  headers?: Record<string, string>
  instance?: AxiosInstance
  /** Called after each exchange, for people who look for a fault; the exchange holds no token. */
  onExchange?: (exchange: Exchange) => void
}): Transport => {
  const http = options.instance ?? axios.create()
  const tell = options.onExchange ?? (() => undefined)
  return async ({ input }, endpoint, send = {}) => {
    const started = Date.now()
    const about = () => ({
      method: endpoint.method,
      url: `${options.baseURL()}${fillPath(endpoint.path, input.params)}`,
      milliseconds: Date.now() - started,
    })
    try {
      const response = await http.request({
        ...requestFor(endpoint, input),
        ...transferFor(endpoint, send),
        baseURL: options.baseURL(),
        headers: { ...options.headers, ...callerHeaders(send) },
        timeout: endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        maxRedirects: 0,
        validateStatus: () => true,
        ...(send.signal && { signal: send.signal }),
      })
      letGo(response.request)
      const headers = response.headers as Record<string, unknown>
      tell({
        ...about(),
        status: response.status,
        requestId: textOf(headers['x-request-id']),
        contentType: textOf(headers['content-type']),
      })
      const data = endpoint.transfer === 'download' ? readDownload(response) : (response.data as unknown)
      return replyFor(response.status, data, headers['retry-after'])
    } catch (error) {
      const reason = reasonOf(error)
      tell({ ...about(), status: 0, reason: `${reason ?? ''} ${error instanceof Error ? error.message : ''}`.trim() })
      if (isCancel(error)) return failedReply(0, 'CANCELLED')
      const isTimeout = isAxiosError(error) && (error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT')
      return { ...failedReply(0, isTimeout ? 'TIMEOUT' : 'NETWORK'), ...(reason !== undefined && { reason }) }
    }
  }
}

const requestFor = (endpoint: Outline, input: CallInput) => ({
  method: endpoint.method,
  url: fillPath(endpoint.path, input.params),
  ...(endpoint.query && { params: withoutUndefined(input.query) }),
  ...(endpoint.body && { data: input.body ?? {} }),
})

/**
 * An upload sends its file as a part of a form, a download receives bytes; axios reports progress at most three times a
 * second.
 */
const transferFor = (endpoint: Outline, { file, onProgress }: SendOptions) => {
  const heard = onProgress && (({ loaded, total = 0 }: AxiosProgressEvent) => onProgress({ loaded, total }))
  if (endpoint.transfer === 'download')
    return { responseType: 'arraybuffer' as const, ...(heard && { onDownloadProgress: heard }) }
  if (endpoint.transfer !== 'upload' || !file) return {}
  const data = new FormData()
  data.append(FILE_PART, file, file.name)
  return { data, ...(heard && { onUploadProgress: heard }) }
}

/**
 * Ends the rest of an upload that the server refused before its end: Node's client would keep it open for ever, a
 * browser's does not.
 */
const letGo = (request: unknown): void => {
  const { writableFinished, destroy } = (request ?? {}) as { writableFinished?: boolean; destroy?: () => void }
  if (writableFinished === false) destroy?.call(request)
}

/** The file's bytes, or the error of a refused download, which arrives as bytes too. */
const readDownload = ({ status, data }: { status: number; data: unknown }): unknown => {
  // Node hands over a Buffer, a browser an ArrayBuffer.
  const bytes = new Uint8Array(data as ArrayBuffer)
  if (status >= 200 && status < 300) return { bytes } satisfies DownloadedFile
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** What a server reports before sign-in; `health` is null when it is not one of our servers. */
export type HealthAnswer = { status: number; health: Health | null; date: Date | null }

/** Asks a server for its health. Errors: those of the network, when it does not answer. */
export const askHealth = async (server: string): Promise<HealthAnswer> => {
  const answer = await axios.get<unknown>(server.replace(/\/+$/, '') + health.path, {
    timeout: HEALTH_WAIT_MS,
    validateStatus: () => true,
    maxRedirects: 0,
  })
  const parsed = health.response.safeParse(answer.data)
  const date = new Date(String(answer.headers['date']))
  return {
    status: answer.status,
    health: parsed.success ? parsed.data : null,
    date: Number.isNaN(date.getTime()) ? null : date,
  }
}
