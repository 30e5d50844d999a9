import type { EndpointDef, ErrorBody, ErrorDetail } from '../contract/index.ts'

/** The fields of a call that decide which text its failure shows. */
type FailingCall = Pick<EndpointDef, 'failure' | 'checksCredentials'>

/**
 * A call that failed. `message` is the text for a person, already chosen between the server's and the call's own.
 * `serverMessage` is what the server sent, empty when it sent none.
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
  /** The seconds to wait before the next try, from the header Retry-After. */
  readonly retryAfter: number | undefined
  /** The system's name for why no answer came, when the system gave one. */
  readonly reason: string | undefined
  /** Login alone sends this; false opens the step that asks for the code. */
  readonly isEmailVerified: boolean | undefined
  /** Sent with the 409 of an edit based on an old version: the record as it is now, as its own call answers it. */
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
  /** Why no answer came, by the system's name, such as ECONNREFUSED; browsers do not tell. */
  reason?: string | undefined
}

/**
 * The text that a person reads: 'Invalid credentials' for 400, 401 and 404 on calls that check credentials (nobody
 * learns which half was wrong), else the server's message if there was an answer, else the call's own text.
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

/** True when the server refused the request itself; false when the server failed or asked the client to wait. */
export const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429

/** True when no answer came at all, because the network or the server failed. */
export const isUnreachable = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504)
