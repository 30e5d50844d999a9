import { fold } from '#shared/contract/fold.ts'
import type { Collaborator } from '#shared/rules/collaborators.ts'
import { entriesOf, pageCount } from '#shared/rules/pages.ts'
import { oneOf, text } from '#lib/address-state.ts'

export const roleFilters = ['owner', 'admin', 'member'] as const
export const statusFilters = ['active', 'inactive'] as const

/** The filters of the list; null stands for all. */
export type CollaboratorFilters = {
  q: string
  role: (typeof roleFilters)[number] | null
  status: (typeof statusFilters)[number] | null
}

export const SEARCH_MAX = 100
/** People on a page: more would be slow to draw and slower to read. */
export const PEOPLE_PER_PAGE = 25

/** The filters as the address has them. */
export const filterParams = {
  q: text(SEARCH_MAX),
  role: oneOf(roleFilters, null),
  status: oneOf(statusFilters, null),
}

export const isFiltered = ({ q, role, status }: CollaboratorFilters): boolean =>
  q.trim() !== '' || role !== null || status !== null

/** The collaborators that match the filters; the text is looked for in name, username and e-mail. */
export const filterCollaborators = (
  collaborators: readonly Collaborator[],
  { q, role, status }: CollaboratorFilters,
): Collaborator[] => {
  const text = fold(q.trim())
  return collaborators.filter(
    (one) =>
      (!role || one.role === role) &&
      (!status || one.status.toLowerCase() === status) &&
      (!text || [one.name, one.username, one.email].some((word) => fold(word).includes(text))),
  )
}

/** One page of a long list, and the number of pages. A page after the last one is the last one. */
export const pageOf = <T>(items: readonly T[], page: number, size: number) => {
  const totalPages = Math.max(1, pageCount(items.length, size))
  const shown = Math.min(page, totalPages)
  return { page: shown, totalPages, items: entriesOf(items, { page: shown, limit: size }) }
}
