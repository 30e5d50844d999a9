import type { Socket } from 'node:net'
import { v7 as uuidv7 } from 'uuid'
import type { ErrorCode } from '#shared/contract/index.ts'
import type { SecurityHeaders } from './security-headers.ts'

/**
 * How long a client may take, in milliseconds. After that, a client that sends its headers or body byte by byte loses
 * its connection.
 */
export type TimeLimits = {
  headers: number
  /** For headers and body together; 25 MB over a slow line must fit. */
  request: number
  /** How often connections are checked; a limit may be late by this much. */
  every: number
}
export const TIME_LIMITS: TimeLimits = { headers: 20_000, request: 120_000, every: 5_000 }

type ClientError = Error & { code?: string }
/** `status` with the words that HTTP has for it: importing them from node:http would load Node's fetch with each start. */
type Refusal = { status: string; code: ErrorCode; message: string }

const refusalFor = ({ code }: ClientError): Refusal => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: '408 Request Timeout', code: 'TIMEOUT', message: 'The request took too long to arrive.' }
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      status: '431 Request Header Fields Too Large',
      code: 'BODY_TOO_LARGE',
      message: 'The headers of the request are too large.',
    }
  return { status: '400 Bad Request', code: 'INVALID_INPUT', message: 'The request is not well formed.' }
}

/**
 * Refuses bytes that are not a request, and requests that come too slowly, in the contract's error envelope; then
 * closes the connection.
 */
export const refuseConnection =
  (headers: SecurityHeaders) =>
  (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) {
      const { status, code, message } = refusalFor(error)
      const requestId = uuidv7()
      const body = JSON.stringify({ message, code, requestId })
      const head = [
        `HTTP/1.1 ${status}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        ...Object.entries(headers).map((pair) => pair.join(': ')),
        'cache-control: no-store',
        `x-request-id: ${requestId}`,
        'connection: close',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    }
    socket.destroy(error)
  }
