/** Characters that mean something in a pattern. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g
const escaped = (text: string): string => text.replace(SPECIAL, '\\$&')
const WORD = '[[:alnum:]_]'

type Names = { email: string; username: string; name: string }

/** As patterns of PostgreSQL: the address, the name after @, and the full name where it has two words or more. */
const patternOf = ({ email, username, name }: Names, spell: (text: string) => string): string => {
  // A pattern for nothing would fit everywhere.
  if (!email.includes('@') || username === '') throw new Error('A person without address or username has no pattern.')
  const full = name.trim().split(/\s+/)
  const parts = [
    `(?<![[:alnum:]._%+-])${escaped(spell(email))}(?![[:alnum:]_-])`,
    `(?<![[:alnum:]_@./#&=-])@${escaped(spell(username))}(?![[:alnum:]_-])`,
    ...(full.length > 1 ? [`(?<!${WORD})${full.map((word) => escaped(spell(word))).join('\\s+')}(?!${WORD})`] : []),
  ]
  return parts.map((part) => `(?:${part})`).join('|')
}

/** A text as it stands between the quotes of JSON. */
const asJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * What names a person in texts, as patterns that fit in any case. A single word, such as a first name or a username without @, is no
 * such thing: it means too much else. In JSON the same is spelled with escapes. Errors: for a person without address or username.
 */
export const namesPattern = (names: Names): { inText: string; inJson: string } => ({
  inText: patternOf(names, (text) => text),
  inJson: patternOf(names, asJson),
})
