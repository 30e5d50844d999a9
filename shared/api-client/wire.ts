import { CHANGED_HEADER } from '../contract/endpoint.ts'
import type { ErrorBody, ErrorDetail } from '../contract/errors.ts'
import type { Reply, SendOptions } from './transport.ts'

/* What every transport over HTTP makes of a call and of its answer, whichever client it uses. */

/** `/projects/:id` with its parameters filled in and escaped. */
export const fillPath = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string | number | undefined> | undefined)?.[name] ?? ''),
  )

/** The headers that say who calls, and what the answer must have. */
export const callerHeaders = ({ bearer, changedAgo }: SendOptions): Record<string, string> => ({
  ...(bearer && { authorization: `Bearer ${bearer}` }),
  ...(changedAgo !== undefined && { [CHANGED_HEADER]: String(changedAgo) }),
})

/** Makes `<origin>/api` of a server address that a person typed, with or without a path or trailing slash. */
export const apiBase = (server: string): string => `${server.replace(/\/+$/, '')}/api`

export const withoutUndefined = (input: unknown): unknown =>
  input && typeof input === 'object'
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''))
    : input

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isMissingOr = (value: unknown, type: 'string' | 'boolean'): boolean =>
  value === undefined || typeof value === type
const isDetail = (value: unknown): value is ErrorDetail =>
  isObject(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string'

/**
 * The fields of a refusal, as the contract's `errorBody.partial()` reads them; nothing of any other body. Written out,
 * because a program that makes one call should not load zod to read a failure; a test compares the two.
 */
export const readRefusal = (data: unknown): Partial<ErrorBody> => {
  if (!isObject(data)) return {}
  const { message, code, details, requestId, isEmailVerified, newer } = data
  const isRefusal =
    isMissingOr(message, 'string') &&
    isMissingOr(code, 'string') &&
    (details === undefined || (Array.isArray(details) && details.every(isDetail))) &&
    isMissingOr(requestId, 'string') &&
    isMissingOr(isEmailVerified, 'boolean')
  if (!isRefusal) return {}
  const known = { message, code, details: details?.map(({ path, message: said }) => ({ path, message: said })) }
  const read = { ...known, requestId, isEmailVerified, newer }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** Makes the reply of an answer: its body, or what a refusal says. `retryAfter` is the header, in seconds. */
export const replyFor = (status: number, data: unknown, retryAfter: unknown): Reply => {
  if (status >= 200 && status < 300) return { ok: true, status, data }
  const body = readRefusal(data)
  const seconds = Number(retryAfter)
  return {
    ok: false,
    status,
    error: { ...body, message: body.message ?? '', code: body.code ?? `HTTP_${status}` },
    ...(Number.isFinite(seconds) && seconds > 0 && { retryAfter: seconds }),
  }
}

/** One request and its result, for somebody who searches for a fault. */
export type Exchange = {
  method: string
  url: string
  milliseconds: number
  /** 0 when no answer came. */
  status: number
  requestId?: string | undefined
  contentType?: string | undefined
  reason?: string
}
