/**
 * Hebrew points, Arabic marks, accents, and what is not visible. Vowel signs of other scripts are letters of their words,
 * and stay.
 */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]|[\u00ad\u200b-\u200f\u2060\ufeff]|[\ufe00-\ufe0f]/g
/** Matches text in which folding changes only the case. */
const PLAIN = /^[\x20-\x7e]*$/
/** Letters and signs that Unicode does not take apart, each with what people type in its place. */
const TYPED_AS = new Map(
  (
    'æae ðd øo þth ßss đd ħh ıi ĸq łl ŋn œoe ŧt ƀb ɓb ƈc ɖd ɗd ɛe ƒf ɠg ɩi ɨi ƙk ƚl ɲn ƥp ʋv ƴy ƶz ǥg ⱥa ȼc ɇe ɉj ɍr ɏy ʉu ẜs ẝs ' +
    `‘' ’' ʻ' ʼ' ‐- ‒- –- —- −- “" ”" ` +
    'ςσ \u0629\u0647 \u0649\u064a \u0671\u0627 \u06a9\u0643 \u06be\u0647 \u06c1\u0647 \u06cc\u064a ' +
    [...'0123456789']
      .map((digit, at) => `${String.fromCharCode(0x660 + at)}${digit} ${String.fromCharCode(0x6f0 + at)}${digit}`)
      .join(' ')
  )
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
)
const ALONE = new RegExp(`[${[...TYPED_AS.keys()].join('')}]`, 'g')

/**
 * A text as it is compared with other words: without case, accents and compatibility forms, in one normal form. The
 * database's `fold_text` does the same; a test compares the two.
 */
export const fold = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(MARKS, '')
        .normalize('NFKC')
        .toLowerCase()
        .replace(ALONE, (letter) => TYPED_AS.get(letter) ?? letter)

/** The digits of a typed or pasted code, as 0 to 9: keyboards of other scripts have digits of their own. */
export const digitsIn = (typed: string): string => fold(typed).replace(/[^0-9]/g, '')

/** Whether a text has the typed one somewhere. */
export const hasText = (text: string, typed: string): boolean => fold(text).includes(fold(typed.trim()))
