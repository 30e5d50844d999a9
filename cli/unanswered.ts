import type { ApiError } from '../shared/api-client/index.ts'
import { brand } from '../shared/brand.ts'

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_TLS/
const notTls = /^(EPROTO|ERR_SSL_)/
const notHttp = /^HPE_/

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (connection refused); is the server running, and is the port right?',
  ECONNRESET: 'the server hung up before it answered; is it https instead of http, or the other way round?',
  EHOSTUNREACH: 'there is no way to that computer from here (EHOSTUNREACH); is the network up?',
  ENETUNREACH: 'there is no way to that network from here (ENETUNREACH); is the network up?',
  ENOTFOUND: 'there is no computer of that name (DNS); is the address spelled right?',
  EAI_AGAIN: 'the name could not be looked up (DNS does not answer); is the network up?',
}

/** A sentence that says why no usable answer came; undefined when the server answered as ours does. */
export const unansweredText = ({ code, reason = '', status }: ApiError): string | undefined => {
  if (code === 'TIMEOUT') return 'the server took too long to answer.'
  if (code === 'NETWORK') {
    if (certificate.test(reason))
      return `its certificate is not to be trusted (${reason}); is it the right server? For a certificate of your own, name the authority's file in NODE_EXTRA_CA_CERTS.`
    if (notTls.test(reason)) return 'it does not speak TLS there; should the address begin with http:// instead?'
    if (notHttp.test(reason))
      return `what answers there does not speak HTTP; is the address that of a ${brand.name} server?`
    return (
      sentences[reason] ??
      `the server did not answer${reason ? ` (${reason})` : ''}; is it running, and is its address right?`
    )
  }
  if (status === 407)
    return 'the proxy on the way wants a sign-in (HTTP 407); put name and password into its address, or ask the people who run it.'
  // While the server is away, a proxy in front of it answers with a body of its own.
  if (/^HTTP_50[234]$/.test(code)) return `the server is not there at the moment (HTTP ${status}).`
  if (code === 'BAD_ANSWER' || code.startsWith('HTTP_'))
    return `what answers there is no ${brand.name} server, or one of another release${status ? ` (HTTP ${status})` : ''}; is its address right?`
  return undefined
}

/** Whether the server may be back in a moment, because it restarts: the same call is then worth repeating. */
export const isShortOutage = ({ code, reason = '', status }: ApiError): boolean =>
  [502, 503, 504].includes(status) ||
  (code === 'NETWORK' && ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'EPIPE'].includes(reason))
