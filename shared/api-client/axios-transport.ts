import axios, { type AxiosInstance, isAxiosError, isCancel } from 'axios'
import { DEFAULT_TIMEOUT_MS, errorBody, type EndpointDef } from '../contract/index.ts'
import { type CallInput, failedReply, type Reply, type Transport } from './transport.ts'

/** `/projects/:id` with its parameters filled in and escaped. */
export const fillPath = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string | number | undefined> | undefined)?.[name] ?? ''),
  )

/** `<origin>/api` of a server address as a person writes it, with or without a path or trailing slash. */
export const apiBase = (server: string): string => `${server.replace(/\/+$/, '')}/api`

const withoutUndefined = (input: unknown): unknown =>
  input && typeof input === 'object'
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''))
    : input

const replyFor = (status: number, data: unknown, retryAfter: unknown): Reply => {
  if (status >= 200 && status < 300) return { ok: true, status, data }
  const parsed = errorBody.partial().safeParse(data)
  const body = parsed.success ? parsed.data : {}
  const seconds = Number(retryAfter)
  return {
    ok: false,
    status,
    error: { ...body, message: body.message ?? '', code: body.code ?? `HTTP_${status}` },
    ...(Number.isFinite(seconds) && seconds > 0 && { retryAfter: seconds }),
  }
}

/**
 * Carries calls over HTTP. `baseURL` is read at each call, so that a changed server address takes effect at once.
 * Errors: none thrown; a call that got no answer has status 0 and code NETWORK, TIMEOUT or CANCELLED.
 */
export const axiosTransport = (options: {
  baseURL: () => string
  headers?: Record<string, string>
  instance?: AxiosInstance
}): Transport => {
  const http = options.instance ?? axios.create()
  return async ({ input }, endpoint, send = {}) => {
    try {
      const response = await http.request({
        ...requestFor(endpoint, input),
        baseURL: options.baseURL(),
        headers: { ...options.headers, ...(send.bearer && { authorization: `Bearer ${send.bearer}` }) },
        timeout: endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        maxRedirects: 0,
        validateStatus: () => true,
        ...(send.signal && { signal: send.signal }),
      })
      const headers = response.headers as Record<string, unknown>
      return replyFor(response.status, response.data, headers['retry-after'])
    } catch (error) {
      if (isCancel(error)) return failedReply(0, 'CANCELLED')
      const isTimeout = isAxiosError(error) && (error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT')
      return failedReply(0, isTimeout ? 'TIMEOUT' : 'NETWORK')
    }
  }
}

const requestFor = (endpoint: EndpointDef, input: CallInput) => ({
  method: endpoint.method,
  url: fillPath(endpoint.path, input.params),
  ...(endpoint.query && { params: withoutUndefined(input.query) }),
  ...(endpoint.body && { data: input.body ?? {} }),
})
