import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { OTP_LENGTH } from '../shared/contract/index.ts'

/** 256 random bits as text, for use in links. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The form in which tokens are stored. A plain hash is enough, because tokens are too random to be guessed from it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * The token of one invitation's link. It is always the same, so that a mail that is tried again carries the same link.
 */
export const invitationToken = (secret: string, invitationID: string): string =>
  createHmac('sha256', secret).update(`invitation:${invitationID}`).digest('base64url')

const recoverySignature = (secret: string, id: string): Buffer =>
  createHmac('sha256', secret).update(`email-recovery:${id}`).digest()

/**
 * The token of the link that gives an account its old address back. It is signed and not stored, so that a mail that is tried again
 * carries the same link.
 */
export const recoveryToken = (secret: string, recoveryID: string): string =>
  `${recoveryID}.${recoverySignature(secret, recoveryID).toString('base64url')}`

/** The ID that such a token names; null for a token that is none of ours. */
export const readRecoveryToken = (secret: string, token: string): string | null => {
  const [id = '', given = ''] = token.split('.')
  const [wanted, got] = [recoverySignature(secret, id), Buffer.from(given, 'base64url')]
  return got.length === wanted.length && timingSafeEqual(got, wanted) ? id : null
}

/** Six random digits, all equally likely. */
export const newCode = (): string => String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0')

/**
 * The hash of a code. From a plain hash six digits can be found in a second, so it includes the server's secret, and
 * the code's own ID as salt.
 */
export const hashCode = (secret: string, codeID: string, code: string): string =>
  createHmac('sha256', secret).update(`otp:${codeID}:${code}`).digest('hex')
