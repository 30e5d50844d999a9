/**
 * Characters that could control a terminal or hide the order of letters: control characters (C0, DEL, C1) and format
 * characters, such as those that change the direction of writing. Joiners are allowed: Persian and emoji need them.
 */
const UNSAFE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** The same characters without line breaks and tabs, which a CSV field may hold. */
const UNSAFE_IN_FIELD = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Makes any text one line that cannot control the terminal. */
export const printable = (text: string): string => text.replace(UNSAFE, ' ')

/** Makes any text lines that cannot control the terminal. */
export const printableLines = (text: string): string => text.replaceAll('\r\n', '\n').replace(UNSAFE_IN_FIELD, ' ')

/** Escapes these characters in JSON, which keeps its meaning; `JSON.stringify` escapes only C0. */
export const printableJson = (json: string): string =>
  json.replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  )
