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
