import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { brand } from '#shared/brand.ts'
import { fold } from '#shared/contract/fold.ts'
import { RECOVERY_CODES } from '#shared/contract/index.ts'

// RFC 6238 as every authenticator app knows it.
const CODE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Clocks differ, and people type slowly: the codes of the step before and the step after are taken, too. */
const STEPS_OFF = 1
const SECRET_BYTES = 20

/** A new secret for an authenticator app, in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What the QR code says to the app. */
export const uriOf = (secret: string, username: string): string =>
  new TOTP({ ...CODE, issuer: brand.name, label: username, secret }).toString()

/** The 30-second step whose code this is, at that time; null for a wrong code. */
export const stepOf = (secret: string, code: string, now: Date): number | null => {
  const totp = new TOTP({ ...CODE, secret })
  const timestamp = now.getTime()
  const off = totp.validate({ token: code, timestamp, window: STEPS_OFF })
  return off === null ? null : totp.counter({ timestamp }) + off
}

// Crockford's base32, which leaves out letters that are read as others.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RECOVERY_LENGTH = 23
/** The lengths of codes that people may have: those of before have 80 random bits. */
const RECOVERY_LENGTHS: readonly number[] = [16, RECOVERY_LENGTH]

/** Codes of 115 random bits, in groups of four. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(RECOVERY_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
    return letters.replace(/.{4}(?=.)/g, '$&-')
  })

/**
 * What somebody typed: the digits of the app, a recovery code, or nothing that could be either. Word processors make other dashes and
 * blanks of ours.
 */
export type TypedCode = { is: 'app' | 'recovery'; code: string } | null
export const readCode = (typed: string): TypedCode => {
  const plain = fold(typed)
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase()
  if (/^\d{6}$/.test(plain)) return { is: 'app', code: plain }
  const code = plain.replaceAll('O', '0').replace(/[IL]/g, '1')
  const isRecovery = RECOVERY_LENGTHS.includes(code.length) && [...code].every((letter) => LETTERS.includes(letter))
  return isRecovery ? { is: 'recovery', code } : null
}

/** The form in which a recovery code is stored. A plain hash is enough, because nobody can try that many random bits. */
export const hashRecoveryCode = (userID: string, code: string): string =>
  createHash('sha256')
    .update(`recovery:${userID}:${code.replaceAll('-', '')}`)
    .digest('hex')
