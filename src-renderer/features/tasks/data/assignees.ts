import { fitsWords } from '#lib/word-fit.ts'

type Person = { id: string; username: string; name: string }

/**
 * People as a chooser lists them: those first whose name begins with what was typed, and namesakes apart by their usernames.
 */
export const namedApart = <P extends Person>(
  people: readonly P[],
  typed: string,
): Array<P & { label: string; apart: string | null }> => {
  const named = people.map((person) => ({ ...person, label: person.name || person.username }))
  const counts = new Map<string, number>()
  for (const { label } of named) counts.set(label, (counts.get(label) ?? 0) + 1)
  return named
    .map((person) => ({ ...person, apart: (counts.get(person.label) ?? 0) > 1 ? `@${person.username}` : null }))
    .toSorted((a, b) => Number(fitsWords(b.label, typed)) - Number(fitsWords(a.label, typed)))
}
