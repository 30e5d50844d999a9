/** What nodemailer says of a fault; `originalCode` is that of Node or OpenSSL, where `code` is ESOCKET for all of them. */
type Fault = { code?: unknown; originalCode?: unknown; responseCode?: unknown; response?: unknown }

const CERTIFICATE =
  'its certificate is signed by nobody that this server knows: name the file of its authority in NODE_EXTRA_CA_CERTS'

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address and port',
  EDNS: 'its name is not known',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  EHOSTUNREACH: 'no way leads to its machine',
  ENETUNREACH: 'no way leads to its network',
  ETIMEDOUT: 'it did not answer in time: is the port right, and does it want smtps: or smtp:?',
  ECONNRESET: 'it closed the connection: is the port right, and does it want smtps: or smtp:?',
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: write that name in GUILDHALL_SMTP_URL',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS at this port: write smtp: in place of smtps:, or another port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it speaks no TLS at this port: write smtp: in place of smtps:, or another port',
  ETLS: 'it does not encrypt, which ?requireTLS=true asks for, or its STARTTLS failed',
  EAUTH: 'it refuses the user or password',
  EENVELOPE: 'it refuses the sender or the recipient',
  EMESSAGE: 'it refuses the mail',
}

/** What is wrong with the mail server, as the end of a sentence, with the server's own answer or code for a search. */
export const mailFault = (error: unknown): string => {
  const { code, originalCode, responseCode, response } = (error ?? {}) as Fault
  const codes = [originalCode, code].filter((name) => typeof name === 'string')
  const isLater = typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500
  const known = codes.map((name) => words[name]).find((word) => word !== undefined)
  const what = isLater ? 'it asks to try later' : (known ?? 'it could not be used')
  const said = typeof response === 'string' ? response.split('\n')[0]?.slice(0, 200) : codes[0]
  return said === undefined ? what : `${what}, ${said}`
}
