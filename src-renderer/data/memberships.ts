import type { QueryClient } from '@tanstack/react-query'
import type { UserProjectCheck } from '../../shared/contract/index.ts'
import { membershipStatus } from '../../shared/rules/statuses.ts'
import { dataOf, query, withData } from './query.ts'

/** The viewer's relation to the project. */
export const membershipQuery = (id: string) =>
  query('memberships.isUserProject', { params: { id } }, { select: dataOf })

/** The viewer as a member of the project, with their role. */
export const viewerInProjectQuery = (id: string) =>
  query('projects.userDetails', { params: { id } }, { select: dataOf })

export const membersQuery = (id: string) => query('memberships.members', { params: { id } }, { select: dataOf })

const detailsKey = (id: string) => query('projects.get', { params: { id } }).queryKey

/** Ends the reads under way whose answers would undo a relation that is written next. */
export const stopRelation = async (client: QueryClient, projectID: string): Promise<void> => {
  const keys = [membershipQuery(projectID).queryKey, detailsKey(projectID)]
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
}

/** Writes a relation wherever the cache holds it, so that no part of the screen contradicts another. */
export const writeRelation = (client: QueryClient, projectID: string, check: UserProjectCheck): void => {
  client.setQueryData(membershipQuery(projectID).queryKey, { data: check })
  client.setQueryData(detailsKey(projectID), (answer) =>
    withData(answer, (project) => ({ ...project, isRequested: check.status === membershipStatus.applied })),
  )
}
