/** Characters that mean something in a pattern. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g
const escaped = (text: string): string => text.replace(SPECIAL, '\\$&')
const WORD = '[[:alnum:]_]'

type Names = { email: string; username: string; name: string }

/** The text in any case, in a pattern that minds the case. */
const inAnyCase = (text: string): string =>
  [...text]
    .map((letter) => {
      const [small, large] = [letter.toLowerCase(), letter.toUpperCase()]
      return small === large || small.length !== large.length ? escaped(letter) : `[${small}${large}]`
    })
    .join('')

const isCapital = (word: string): boolean => /^\p{L}/u.test(word) && word.charAt(0) === word.charAt(0).toUpperCase()
const withCapital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/**
 * The forms of a full name that are hardly anything else: as written, with two capitals or more; with a capital for
 * each word; in capitals alone. A person called 'of the' must not take these words out of everybody's texts.
 */
const formsOf = (name: string): string[][] => {
  const words = name.trim().split(/\s+/)
  // Signs alone, such as those of a list, are no name.
  if (words.filter((word) => /\p{L}/u.test(word)).length < 2) return []
  const written = words.filter(isCapital).length >= 2 ? [words] : []
  return [...written, words.map(withCapital), words.map((word) => word.toUpperCase())]
}

/** As patterns of PostgreSQL: the address, the name after @, and the full name where it has two words or more. */
const patternOf = ({ email, username, name }: Names, spell: (text: string) => string): string => {
  // A pattern for nothing would fit everywhere.
  if (!email.includes('@') || username === '') throw new Error('A person without address or username has no pattern.')
  const names = formsOf(name).map((words) => words.map((word) => escaped(spell(word))).join('\\s+'))
  const parts = [
    `(?<![[:alnum:]._%+-])${inAnyCase(spell(email))}(?![[:alnum:]_-])`,
    `(?<![[:alnum:]_@./#&=-])@${inAnyCase(spell(username))}(?![[:alnum:]_-])`,
    ...names.map((one) => `(?<!${WORD})${one}(?!${WORD})`),
  ]
  return parts.map((part) => `(?:${part})`).join('|')
}

/** A text as it is written between the quotes of JSON. */
const asJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * Patterns, in text and in JSON's escapes, for what names a person; they mind the case. A single word, such as a first
 * name or a username without @, has other meanings and is left out. Errors: for a person without address or username.
 */
export const namesPattern = (names: Names): { inText: string; inJson: string } => ({
  inText: patternOf(names, (text) => text),
  inJson: patternOf(names, asJson),
})
