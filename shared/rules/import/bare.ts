/* What is written but not seen: marks of direction, blanks without width, and digits of other scripts. */

const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** A text without marks that nobody sees at its ends or within. */
export const withoutMarks = (text: string): string => text.replace(UNSEEN, '').trim()

/** The zeros of the digits that people type dates and numbers with: full-width, Arabic, Persian, Devanagari, Bengali, Thai. */
const zeros = ['０', '٠', '۰', '०', '০', '๐'].map((zero) => zero.codePointAt(0) ?? 0)
const digitOf = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0
  const zero = zeros.find((one) => code >= one && code <= one + 9)
  return zero === undefined ? sign : String(code - zero)
}
/** A date or a number in plain letters: other scripts' digits, and full-width signs, as ASCII has them. */
export const plainDigits = (text: string): string => {
  const said = withoutMarks(text)
  // Most cells have ASCII alone.
  if (!/[\u0080-\uffff]/.test(said)) return said
  return said
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[－‐‑−]/g, '-')
    .replace(/／/g, '/')
    .replace(/[．٫]/g, '.')
    .replace(/[：]/g, ':')
    .replace(/[，٬]/g, ',')
}
