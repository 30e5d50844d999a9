import { brand } from '#shared/brand.ts'

const EMAIL = /[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const BEARER = /\bBearer\s+[\w.~+/-]+=*/gi
/** An access token, and whatever looks like the beginning of one. */
const ACCESS_TOKEN = new RegExp(`${brand.tokenPrefix}[0-9A-Za-z]{20,}`, 'g')
/** A recovery code: at least four groups of letters, the last of which may be shorter. */
const RECOVERY_CODE = /(?<![\w-])(?:[0-9A-HJKMNP-TV-Z]{4}-){3,}[0-9A-HJKMNP-TV-Z]{1,4}(?![\w-])/g
/** The key of an authenticator app, in base32. */
const APP_KEY = /(?<![\w-])[A-Z2-7]{32}(?![\w-])/g
const OPAQUE = /(?<![\w-])[\w-]{43}(?![\w-])/g

/**
 * Every secret contains one of these. Few lines do, and testing all patterns would take longer than writing the line. A
 * long word is matched from its beginning only, as in OPAQUE: from each letter it would take six times as long.
 */
const SUSPECT = new RegExp(
  `@|%40|eyJ|bearer|${brand.tokenPrefix}|(?<![\\w-])(?:[\\w-]{43}|[A-Z2-7]{32}|(?:[0-9A-Z]{4}-){3})`,
  'i',
)

/** Removes e-mail addresses and tokens from a finished log line, since messages, URLs and stacks can hold them, too. */
export const maskSecrets = (line: string): string =>
  !SUSPECT.test(line)
    ? line
    : line
        .replace(EMAIL, '[address]')
        .replace(JWT, '[token]')
        .replace(BEARER, 'Bearer [token]')
        .replace(ACCESS_TOKEN, '[token]')
        .replace(OPAQUE, '[token]')
        .replace(RECOVERY_CODE, '[code]')
        .replace(APP_KEY, '[key]')
