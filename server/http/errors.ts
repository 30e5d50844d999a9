import type { ErrorCode, ErrorDetail } from '../../shared/contract/index.ts'

/** An answer other than a success. Whatever else is thrown becomes a 500 that says nothing about its cause. */
export class HttpError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly headers: Readonly<Record<string, string>>
  /** With the 409 of a stale edit: the thing as it is now, in the shape in which its call answers it. */
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

/** 404. Also for what a stranger may not know exists. */
export const notFound = (message = 'We could not find that.') => new HttpError(404, 'NOT_FOUND', message)

export const forbidden = (message = 'You do not have permission to do that.') =>
  new HttpError(403, 'FORBIDDEN', message)

export const notAuthenticated = (message = 'Please log in.') => new HttpError(401, 'NOT_AUTHENTICATED', message)

/** 409: the state of things does not allow it. */
export const conflict = (code: ErrorCode, message: string) => new HttpError(409, code, message)

/** 409 for an edit that was based on an old version; `newer` is the thing as it is now. */
export const stale = (message: string, newer: unknown) => new HttpError(409, 'CONFLICT', message, { newer })

/** 422: the input is wrong. The first detail is what a person reads. */
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

/** 503: something we depend on does not answer. */
export const unavailable = (message: string, cause?: unknown) => new HttpError(503, 'UNAVAILABLE', message, { cause })

/** 507: a disk is full, ours or the database's. */
export const storageFull = (cause?: unknown) =>
  new HttpError(507, 'STORAGE_FULL', 'The server has no room left to store that. Please tell the administrator.', {
    cause,
  })

/** The disk or its quota is used up (Node's codes), or the database's disk (PostgreSQL's). */
const FULL_CODES = ['ENOSPC', 'EDQUOT', '53100']
export const isStorageFull = (error: unknown): boolean =>
  FULL_CODES.includes(String(((error ?? {}) as { code?: unknown }).code))
