const EMAIL = /[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const BEARER = /\bBearer\s+[\w.~+/-]+=*/gi
const OPAQUE = /(?<![\w-])[\w-]{43}(?![\w-])/g

/**
 * Every secret contains one of these. Few lines do, and testing all the patterns would take longer than writing the
 * line. A long word is looked for from its beginning only, as OPAQUE does: from each letter of each ID it would take six times as long.
 */
const SUSPECT = /@|%40|eyJ|bearer|(?<![\w-])[\w-]{43}/i

/** Removes e-mail addresses and tokens from a finished log line, since messages, URLs and stacks can hold them, too. */
export const maskSecrets = (line: string): string =>
  !SUSPECT.test(line)
    ? line
    : line
        .replace(EMAIL, '[address]')
        .replace(JWT, '[token]')
        .replace(BEARER, 'Bearer [token]')
        .replace(OPAQUE, '[token]')
