import { personText } from '#shared/rules/person.ts'
/** The roles that can be given, each with what it allows. */
export const givenRoles = [
  { value: 'admin', label: 'Admin', what: 'full project access and management' },
  { value: 'member', label: 'Member', what: 'basic participation' },
] as const

/** A number with its noun: "1 collaborator", "4 collaborators". */
export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Says how many people a list shows. It is empty when they could not be loaded, since a project always has somebody. */
export const shownOf = (shown: number, all: number, isNarrowed: boolean): string => {
  if (all === 0) return ''
  return isNarrowed ? `${shown} of ${countOf(all, 'collaborator')}` : countOf(all, 'collaborator')
}

/** What a list calls its people: by name, and namesakes by name and username. */
export const toldApart = (people: readonly Named[]): ((person: Named) => string) => {
  const counts = new Map<string, number>()
  for (const { name } of people) counts.set(name, (counts.get(name) ?? 0) + 1)
  return (person) => ((counts.get(person.name) ?? 0) > 1 ? personText(person) : person.name)
}
type Named = { name: string; username: string }
