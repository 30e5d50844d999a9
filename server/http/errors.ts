import type { ErrorCode, ErrorDetail } from '#shared/contract/index.ts'

/** An answer that is not a success. Any other thrown error becomes a 500 that says nothing about its cause. */
export class HttpError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Sent with the 409 of an edit based on an old version: the record as it is now, as its own call answers it. */
  readonly newer: unknown

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: { details?: ErrorDetail[]; headers?: Record<string, string>; newer?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.details = more.details
    this.headers = more.headers ?? {}
    this.newer = more.newer
  }
}

/** 404, also for a thing that a stranger may not know of. */
export const notFound = (message = 'We could not find that.') => new HttpError(404, 'NOT_FOUND', message)

export const forbidden = (message = 'You do not have permission to do that.') =>
  new HttpError(403, 'FORBIDDEN', message)

export const notAuthenticated = (message = 'Please log in.') => new HttpError(401, 'NOT_AUTHENTICATED', message)

/** 409: the present state does not allow the change. */
export const conflict = (code: ErrorCode, message: string) => new HttpError(409, code, message)

/** 409 for an edit based on an old version; `newer` is the record as it is now. */
export const stale = (message: string, newer: unknown) => new HttpError(409, 'CONFLICT', message, { newer })

/** 422: the input is wrong. The person reads the first detail. */
export const invalid = (path: string, message: string, code: ErrorCode = 'INVALID_INPUT') =>
  new HttpError(422, code, message, { details: [{ path, message }] })

/** 429 with Retry-After in whole seconds, at least one. */
export const rateLimited = (seconds: number, reason = 'Too many attempts.') => {
  const wait = Math.max(1, Math.ceil(seconds))
  const inWords = wait < 120 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`
  return new HttpError(429, 'RATE_LIMITED', `${reason} Please try again in ${inWords}.`, {
    headers: { 'retry-after': String(wait) },
  })
}

/** What is away for a moment is mostly there again then. */
const AGAIN = { 'retry-after': '2' }
/** 503: a service that we depend on does not answer. */
export const unavailable = (message: string, cause?: unknown) =>
  new HttpError(503, 'UNAVAILABLE', message, { headers: AGAIN, cause })

/** 503: the whole call took too long, or PostgreSQL cancelled one of its statements. */
export const tookTooLong = (cause?: unknown) =>
  new HttpError(503, 'TIMEOUT', 'That took too long. Please try again.', { headers: AGAIN, cause })

/** 408: the client has not sent its request in time. */
export const arrivedTooSlowly = () => new HttpError(408, 'TIMEOUT', 'The request took too long to arrive.')

/** 507: our disk or the database's is full. */
export const storageFull = (cause?: unknown) =>
  new HttpError(507, 'STORAGE_FULL', 'The server has no room left to store that. Please tell the administrator.', {
    cause,
  })

/** A disk or its quota is used up (Node's codes), or the database's disk is (PostgreSQL's code). */
const FULL_CODES = ['ENOSPC', 'EDQUOT', '53100']
export const isStorageFull = (error: unknown): boolean =>
  FULL_CODES.includes(String(((error ?? {}) as { code?: unknown }).code))
