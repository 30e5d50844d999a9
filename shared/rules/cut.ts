const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const isHalf = (text: string, at: number): boolean => /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1))

/**
 * The longest beginning of a text with at most `max` UTF-16 units that ends between graphemes: what a reader sees as
 * one character, such as a composed emoji, is kept whole or left out.
 */
export const beginningOf = (text: string, max: number): string => {
  if (text.length <= max) return text
  const end = graphemes.segment(text).containing(max)?.index ?? max
  // A single grapheme that is longer than the limit: letters with hundreds of accents.
  if (end > 0) return text.slice(0, end)
  return text.slice(0, isHalf(text, max) ? max - 1 : max)
}

/** A text of at most `max` UTF-16 units: the whole text, or its beginning and an ellipsis. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${beginningOf(text, max - 1).trimEnd()}…`

const QUOTED_MAX = 60
/** A sentence whose quotations, such as titles, are cut where they are long. */
export const cutQuotes = (sentence: string): string =>
  sentence.replace(/“([^“”]+)”/g, (_whole, quotation: string) => `“${cut(quotation, QUOTED_MAX)}”`)

/** The first `count` graphemes of a text and an ellipsis, or the whole text when it has no more. */
export const cutAfter = (text: string, count: number): string => {
  let passed = 0
  for (const { index } of graphemes.segment(text)) {
    if (passed === count) return `${text.slice(0, index).trimEnd()}…`
    passed += 1
  }
  return text
}
