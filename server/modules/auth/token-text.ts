import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { brand } from '#shared/brand.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 30 of 62 characters are 178 random bits. */
const RANDOM_LENGTH = 30
const CHECK_LENGTH = 6
const pattern = new RegExp(`^${brand.tokenPrefix}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECK_LENGTH}})$`)

/** The CRC32 of a token's random part as six letters and digits, so that a mistyped or made-up token is recognised without a look-up. */
const checkOf = (random: string): string => {
  let text = ''
  for (let rest = crc32(random); text.length < CHECK_LENGTH; rest = Math.floor(rest / LETTERS.length))
    text = (LETTERS[rest % LETTERS.length] ?? '') + text
  return text
}

/** A new access token: the prefix, 30 random letters and digits, and their checksum (docs/security.md). */
export const newAccessTokenText = (): string => {
  const random = Array.from({ length: RANDOM_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${brand.tokenPrefix}${random}${checkOf(random)}`
}

/** Whether a bearer token claims to be an access token and not a session's. */
export const looksLikeAccessToken = (token: string): boolean => token.startsWith(brand.tokenPrefix)

/** Whether a text has the form and the checksum of an access token; a text without them never was one. */
export const isAccessTokenText = (text: string): boolean => {
  const [, random = '', check] = pattern.exec(text) ?? []
  return check !== undefined && checkOf(random) === check
}
