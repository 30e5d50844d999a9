import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
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

/** Six random digits, all equally likely. */
export const newCode = (): string => String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0')

/**
 * The hash of a code. From a plain hash six digits can be found in a second, so it includes the server's secret, and
 * the code's own ID as salt.
 */
export const hashCode = (secret: string, codeID: string, code: string): string =>
  createHmac('sha256', secret).update(`otp:${codeID}:${code}`).digest('hex')
