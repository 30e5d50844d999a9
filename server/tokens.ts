import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { OTP_LENGTH } from '../shared/contract/index.ts'

/** 256 random bits, fit for links. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** How tokens are stored: they are random enough that a plain hash cannot be searched. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The link of one invitation: the same whenever it is asked for, so that a mail tried again carries no other one. */
export const invitationToken = (secret: string, invitationID: string): string =>
  createHmac('sha256', secret).update(`invitation:${invitationID}`).digest('base64url')

/** Six digits, every one as likely as any other. */
export const newCode = (): string => String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0')

/** Six digits are found in a second from a plain hash, so the server's secret goes in, and the code's own ID as salt. */
export const hashCode = (secret: string, codeID: string, code: string): string =>
  createHmac('sha256', secret).update(`otp:${codeID}:${code}`).digest('hex')
