import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from './operations.ts'
import { dataOf, query } from './query.ts'

/** The reviews that the viewer can give now; asked only where the server has reviews. */
export const ownRatingsQuery = (isWanted: boolean) =>
  query('ratings.own', {}, { select: dataOf, enabled: isWanted, retry: false })

const SHOWN = 5
/** The reviews of a person that everybody reads, newest first, and their averages. */
export const ratingsOfQuery = (username: string) =>
  infiniteQueryOptions({
    queryKey: ['ratings.ofPerson', { params: { username }, query: { limit: SHOWN } }] as const,
    queryFn: ({ pageParam, signal }) =>
      call('ratings.ofPerson', { params: { username }, query: { page: pageParam, limit: SHOWN } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : null),
  })
