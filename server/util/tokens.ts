import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { OTP_LENGTH } from '#shared/contract/index.ts'

/** 256 random bits as text, for use in links. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The form in which tokens are stored. A plain hash is enough, because tokens are too random to be guessed from it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * The token of one invitation's link. It is always the same, so that a mail that is tried again carries the same link.
 */
export const invitationToken = (secret: string, invitationID: string): string =>
  createHmac('sha256', secret).update(`invitation:${invitationID}`).digest('base64url')

/**
 * What a signed ID may be used for: to give an account its old address back, to remove payout details, to ask what became
 * of the mail with a code, or to appeal against the decision of a report.
 */
type Purpose = 'email-recovery' | 'payout-change' | 'code-mail-receipt' | 'report-appeal'

const signatureOf = (secret: string, purpose: Purpose, id: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}:${id}`).digest()

/** An ID that only this server can have written. It is not stored, so that a mail that is tried again carries the same link. */
export const signedID = (secret: string, purpose: Purpose, id: string): string =>
  `${id}.${signatureOf(secret, purpose, id).toString('base64url')}`

/** The ID that was signed; null for a text that is not ours. */
export const readSignedID = (secret: string, purpose: Purpose, text: string): string | null => {
  const [id = '', given = ''] = text.split('.')
  const [wanted, got] = [signatureOf(secret, purpose, id), Buffer.from(given, 'base64url')]
  return got.length === wanted.length && timingSafeEqual(got, wanted) ? id : null
}

/**
 * The six digits and the link's token of a row, derived from its ID; the row has only their hashes (decision 65). Only
 * the server's secret can make them, and a retried mail carries the same ones.
 */
export const codeOf = (secret: string, id: string): string => {
  const number = createHmac('sha256', secret).update(`mailed-code:${id}`).digest().readUIntBE(0, 6)
  return String(number % 10 ** OTP_LENGTH).padStart(OTP_LENGTH, '0')
}
export const linkTokenOf = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`mailed-link:${id}`).digest('base64url')

/**
 * The hash of a code. From a plain hash six digits can be found in a second, so it includes the server's secret, and
 * the code's own ID as salt.
 */
export const hashCode = (secret: string, codeID: string, code: string): string =>
  createHmac('sha256', secret).update(`otp:${codeID}:${code}`).digest('hex')
