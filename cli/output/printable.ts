/**
 * What could drive a terminal or lie about the order of its letters: control characters (C0, DEL, C1) and those that format,
 * such as the ones that turn the direction of writing. Joiners stay, which Persian and emoji are written with.
 */
const UNSAFE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** The same; line breaks and tabs are part of a CSV field. */
const UNSAFE_IN_FIELD = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** One line that cannot drive the terminal, whatever a server has sent. */
export const printable = (text: string): string => text.replace(UNSAFE, ' ')

/** A text of several lines that cannot drive the terminal. */
export const printableLines = (text: string): string => text.replaceAll('\r\n', '\n').replace(UNSAFE_IN_FIELD, ' ')

/** JSON means the same with these characters escaped; `JSON.stringify` leaves all but C0 as they are. */
export const printableJson = (json: string): string =>
  json.replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  )
