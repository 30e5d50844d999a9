import { errorBody } from '../contract/errors.ts'
import type { Reply } from './transport.ts'

/* What every transport over HTTP makes of a call and of its answer, whichever client it uses. */

/** `/projects/:id` with its parameters filled in and escaped. */
export const fillPath = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string | number | undefined> | undefined)?.[name] ?? ''),
  )

/** Makes `<origin>/api` of a server address that a person typed, with or without a path or trailing slash. */
export const apiBase = (server: string): string => `${server.replace(/\/+$/, '')}/api`

export const withoutUndefined = (input: unknown): unknown =>
  input && typeof input === 'object'
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''))
    : input

/** Makes the reply of an answer: its body, or what a refusal says. `retryAfter` is the header, in seconds. */
export const replyFor = (status: number, data: unknown, retryAfter: unknown): Reply => {
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
