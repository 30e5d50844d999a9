import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { Comment } from '#shared/contract/index.ts'
import type { Application } from '#shared/contract/letters.ts'
import { type AnswerOf, call } from './operations.ts'
import { dataOf, query } from './query.ts'

/** An application, with what it says as far as the viewer may read it. */
export const applicationQuery = (id: string) =>
  query('requests.get', { params: { id } }, { select: dataOf, staleTime: 0 })

/** Writes an application that a call has answered. */
export const writeApplication = (client: QueryClient, application: Application): void => {
  client.setQueryData(applicationQuery(application.id).queryKey, { data: application })
}

type Page = AnswerOf<'requests.comments'>
const threadKey = (requestID: string) => ['requests.comments', { params: { id: requestID }, query: {} }] as const

/** The conversation about an application, from its end; each further page is older. */
export const threadQuery = (requestID: string) =>
  infiniteQueryOptions({
    queryKey: threadKey(requestID),
    queryFn: ({ pageParam, signal }) =>
      call(
        'requests.comments',
        { params: { id: requestID }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.toReversed().flatMap(({ data }) => data),
    staleTime: 0,
  })

/** Writes a comment on an application where the cache shows it; a new one comes last. */
export const writeThreadComment = (client: QueryClient, comment: Comment): void => {
  if (comment.requestID === null) return
  client.setQueryData<InfiniteData<Page, string | null>>(threadKey(comment.requestID), (thread) => {
    const [newest, ...older] = thread?.pages ?? []
    if (!thread || !newest) return thread
    const isThere = thread.pages.some(({ data }) => data.some(({ id }) => id === comment.id))
    const write = (page: Page): Page => ({
      ...page,
      data: page.data.map((one) => (one.id === comment.id ? comment : one)),
    })
    const first = isThere ? write(newest) : { ...newest, data: [...newest.data, comment] }
    return { ...thread, pages: [first, ...older.map(write)] }
  })
}
