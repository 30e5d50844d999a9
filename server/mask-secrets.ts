const EMAIL = /[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const BEARER = /\bBearer\s+[\w.~+/-]+=*/gi
const OPAQUE = /(?<![\w-])[\w-]{43}(?![\w-])/g

/** A finished log line without addresses and tokens: they also travel in messages, URLs and stacks. */
export const maskSecrets = (line: string): string =>
  line.replace(EMAIL, '[address]').replace(JWT, '[token]').replace(BEARER, 'Bearer [token]').replace(OPAQUE, '[token]')
