import type { QueryClient } from '@tanstack/react-query'
import type { ProjectAccess } from '#shared/contract/index.ts'
import { membershipStatus } from '#shared/rules/statuses.ts'
import { dataOf, query, withData } from './query.ts'

/** The viewer's access to the project. */
export const accessQuery = (id: string) => query('memberships.access', { params: { id } }, { select: dataOf })

/** The viewer as a member of the project, with their role. */
export const viewerInProjectQuery = (id: string) =>
  query('projects.userDetails', { params: { id } }, { select: dataOf })

export const membersQuery = (id: string) => query('memberships.members', { params: { id } }, { select: dataOf })

const detailsKey = (id: string) => query('projects.get', { params: { id } }).queryKey

/** Cancels reads under way: their answers would overwrite the access that is written next. */
export const cancelAccessReads = async (client: QueryClient, projectID: string): Promise<void> => {
  const keys = [accessQuery(projectID).queryKey, detailsKey(projectID)]
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
}

/** Writes an access wherever the cache holds it, so that all parts of the screen agree. */
export const writeAccess = (client: QueryClient, projectID: string, access: ProjectAccess): void => {
  client.setQueryData(accessQuery(projectID).queryKey, { data: access })
  client.setQueryData(detailsKey(projectID), (answer) =>
    withData(answer, (project) => ({ ...project, isRequested: access.status === membershipStatus.applied })),
  )
}
