/** One or two capitals for an avatar, from the first and the last word of the name; '?' when it has no letter. */
export const initialsOf = (name: string): string => {
  const words = name.split(/[\s_-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = words[0]
  const last = words.length > 1 ? words.at(-1) : undefined
  return [first, last].flatMap((word) => (word ? [initialOf(word)] : [])).join('') || '?'
}
/** The first letter or digit as one whole character. */
const initialOf = (word: string): string => (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toLocaleUpperCase('en-US')
