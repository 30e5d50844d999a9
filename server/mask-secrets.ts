const EMAIL = /[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const BEARER = /\bBearer\s+[\w.~+/-]+=*/gi
const OPAQUE = /(?<![\w-])[\w-]{43}(?![\w-])/g

/** What any of them has; hardly a line does, and the patterns themselves cost more than writing it. */
const SUSPECT = /@|%40|eyJ|bearer|[\w-]{43}/i

/** A finished log line without addresses and tokens: they also travel in messages, URLs and stacks. */
export const maskSecrets = (line: string): string =>
  !SUSPECT.test(line)
    ? line
    : line
        .replace(EMAIL, '[address]')
        .replace(JWT, '[token]')
        .replace(BEARER, 'Bearer [token]')
        .replace(OPAQUE, '[token]')
