import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { PrivateNetworkError, publicLookup } from './public-hosts.ts'

/** Milliseconds after which a delivery ends, whatever has arrived. */
export const DELIVERY_MS = 5_000
/** No more is read of an answer. */
export const ANSWER_MAX_BYTES = 64 * 1024

/** What became of a try. `answer` is the status or a sentence of ours: it never tells the address. */
export type Outcome = { isDelivered: boolean; answer: string }
/** `ca` is a certificate to trust in place of the usual ones. */
export type PostLimits = { ms?: number; lookup?: LookupFunction; ca?: string }

const TOO_LATE = `There was no answer within ${DELIVERY_MS / 1000} seconds.`
const failed = (answer: string): Outcome => ({ isDelivered: false, answer })

const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof PrivateNetworkError) return failed('Its host leads to a private network.')
  const { code: found, syscall = '' } = (error ?? {}) as { code?: unknown; syscall?: string }
  const code = String(found)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || syscall.startsWith('query'))
    return failed('Its host was not found.')
  if (code === 'ECONNREFUSED') return failed('It refused the connection.')
  if (/CERT|SSL|TLS|SIGNATURE/.test(code)) return failed('Its certificate is not trusted.')
  return failed('The connection broke off.')
}

/**
 * Sends a body by one request on a connection of its own, so that the host is resolved each time. It follows no redirect, and any
 * status but 2xx is a failure; so is an answer that has not ended in time.
 */
export const post = (
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  { ms = DELIVERY_MS, lookup = publicLookup(), ca }: PostLimits = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const over = AbortSignal.timeout(ms)
    const settle = (outcome: Outcome) => {
      sent.destroy()
      resolve(outcome)
    }
    const fail = (error: unknown) => settle(over.aborted ? failed(TOO_LATE) : outcomeOf(error))
    const sent = request(address, {
      method: 'POST',
      agent: false,
      lookup,
      ...(ca !== undefined && { ca }),
      signal: over,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    let got: IncomingMessage | undefined
    const settleBy = ({ statusCode: status = 0 }: IncomingMessage) =>
      settle({ isDelivered: status >= 200 && status < 300, answer: String(status) })
    sent.on('error', fail)
    // It ends without another event when the receiver switches protocols, and with a whole answer when that ends the connection.
    sent.on('close', () => (got?.complete ? settleBy(got) : fail(null)))
    sent.on('response', (response) => {
      got = response
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength
        if (bytes >= ANSWER_MAX_BYTES) settleBy(response)
      })
      response.on('end', () => settleBy(response))
      response.on('error', fail)
      response.on('aborted', () => fail(null))
    })
    sent.end(body)
  })
