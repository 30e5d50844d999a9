import type { EndpointDef, ErrorBody, ErrorDetail } from '../contract/index.ts'

/** What the texts of a failure need to know of its call. */
type FailingCall = Pick<EndpointDef, 'failure' | 'checksCredentials'>

/**
 * A call that failed. `message` is the text for a person, already chosen between the server's and the call's own;
 * `serverMessage` is the server's as it came, empty when it sent none.
 */
export class ApiError extends Error {
  readonly operation: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The server's code; NETWORK, TIMEOUT, CANCELLED or BAD_ANSWER when the call did not get through. */
  readonly code: string
  readonly serverMessage: string
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | undefined
  /** The system's name for why no answer came, where it is known. */
  readonly reason: string | undefined
  /** Sent by login: false opens the code step. */
  readonly isEmailVerified: boolean | undefined
  /** With the 409 of a stale edit: the thing as it is now, as its call answers it. */
  readonly newer: unknown

  constructor(operation: string, endpoint: FailingCall, failure: FailedReply) {
    super(failureText(endpoint, failure))
    this.name = 'ApiError'
    this.operation = operation
    this.status = failure.status
    this.code = failure.error.code
    this.serverMessage = failure.error.message
    this.details = failure.error.details ?? []
    this.requestId = failure.error.requestId
    this.retryAfter = failure.retryAfter
    this.reason = failure.reason
    this.isEmailVerified = failure.error.isEmailVerified
    this.newer = failure.error.newer
  }
}

export type FailedReply = {
  ok: false
  status: number
  error: ErrorBody
  retryAfter?: number | undefined
  /** Without an answer: the system's name for why, such as ECONNREFUSED; browsers do not tell. */
  reason?: string | undefined
}

/**
 * The text a person reads: 'Invalid credentials' for 400, 401 and 404 on calls that check credentials (so that nobody
 * learns which half was wrong), else the server's message, else the call's own text. A call that never reached the server has no server's message.
 */
export const failureText = (endpoint: FailingCall, failure: FailedReply): string => {
  if (endpoint.checksCredentials && [400, 401, 404].includes(failure.status)) return 'Invalid credentials'
  const { byStatus, prefer, text } = endpoint.failure
  const { status } = failure
  if (byStatus && (status === 401 || status === 429)) return byStatus[status]
  if (byStatus && status >= 500) return byStatus[500]
  if (prefer === 'fixed') return text
  return failure.error.message || text
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** True when the server has said no to what was asked: not that it failed, nor that one should wait. */
export const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429

/** True when no answer came at all: the network or the server failed, not the request. */
export const isUnreachable = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504)
