/** The roles that can be given, with what they allow. */
export const givenRoles = [
  { value: 'admin', label: 'Admin', what: 'full project access and management' },
  { value: 'member', label: 'Member', what: 'basic participation' },
] as const

/** "1 collaborator", "4 collaborators". */
export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** How many people a list shows; nothing when they could not be loaded, since a project is never without anybody. */
export const shownOf = (shown: number, all: number, isNarrowed: boolean): string => {
  if (all === 0) return ''
  return isNarrowed ? `${shown} of ${countOf(all, 'collaborator')}` : countOf(all, 'collaborator')
}
