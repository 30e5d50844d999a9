import { CLAIMS_PAGE_MAX, type RunningClaim } from '#shared/contract/claims.ts'
import type { QueryClient } from '@tanstack/react-query'
import { dataOf, query } from './query.ts'

/** The viewer's own claims of the task with this number, newest first; asked only where the server has claims. */
export const ownClaimsQuery = (projectID: string, number: number, isWanted = true) =>
  query(
    'claims.list',
    { query: { projectID, number, limit: CLAIMS_PAGE_MAX } },
    { select: dataOf, enabled: isWanted, retry: false },
  )

/** Whether it is known here that the viewer has, or had, the task. */
export const hasOwnClaim = (client: QueryClient, projectID: string, number: number): boolean =>
  (client.getQueryData(ownClaimsQuery(projectID, number).queryKey)?.data.length ?? 0) > 0

/** The newest claim that the viewer has finished, which says that a task of theirs was accepted. */
export const finishedClaimsQuery = (isWanted: boolean) =>
  query('claims.list', { query: { state: 'finished', limit: 1 } }, { select: dataOf, enabled: isWanted })

/** Who has tasks of a project; read at the moment at which it is asked about. */
export const runningClaimsQuery = (projectID: string) =>
  query('claims.running', { params: { id: projectID } }, { select: dataOf, staleTime: 0 })

const untilByTask = ({ data }: { data: readonly RunningClaim[] }): ReadonlyMap<string, string> =>
  new Map(
    data.flatMap(({ taskID, leaseUntil, reviewBy }) =>
      leaseUntil !== null && reviewBy === null ? [[taskID, leaseUntil] as const] : [],
    ),
  )
/** Until when each task of a project is held, by its ID; a task in review is not. */
export const heldUntilQuery = (projectID: string, isWanted: boolean) =>
  query('claims.running', { params: { id: projectID } }, { select: untilByTask, enabled: isWanted })

/** One claim; for a holder who has lost it with a copy of what they wrote. */
export const claimQuery = (id: string) => query('claims.get', { params: { id } }, { select: dataOf })
