import { dataOf, query } from '#data/query.ts'

/** A dispute, as its sides read it. */
export const disputeQuery = (id: string | null) =>
  query('disputes.get', { params: { id: id ?? '' } }, { select: dataOf, enabled: id !== null })

/** The disputes of the viewer's tasks and projects. */
export const ownDisputesQuery = (isWanted: boolean) => query('disputes.list', {}, { select: dataOf, enabled: isWanted })

/** All disputes, for administrators. */
export const disputeQueueQuery = () => query('disputes.queue', {}, { select: dataOf })

/** All that an administrator reads of a dispute. Both sides see each reading, so it is read once a visit. */
export const administeredDisputeQuery = (id: string) =>
  query('disputes.administer', { params: { id } }, { select: dataOf, staleTime: Infinity, refetchOnWindowFocus: false })
