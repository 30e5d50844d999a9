/** Scripts in which one character can be a word: those that put no spaces between words, and Hangul, whose characters are syllables. */
export const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]`
const unspaced = new RegExp(UNSPACED, 'u')

export const hasUnspacedScript = (text: string): boolean => unspaced.test(text)

const SEARCHED_FROM = 2

/** Whether a text says enough to be searched for: two characters, or one of a script without spaces. */
export const isSearchable = (text: string): boolean => {
  const wanted = text.trim()
  return [...wanted].length >= SEARCHED_FROM || hasUnspacedScript(wanted)
}
