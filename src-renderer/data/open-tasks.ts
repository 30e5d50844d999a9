import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call, type InputOf } from './operations.ts'
import { dataOf, query } from './query.ts'

export type OpenTaskQuery = NonNullable<InputOf<'openTasks.list'>['query']>

/** The open tasks, page by page. The old list stays on the screen until the new one has arrived. */
export const openTasksQuery = (asked: OpenTaskQuery) =>
  infiniteQueryOptions({
    queryKey: ['openTasks.list', { query: asked }] as const,
    queryFn: ({ pageParam, signal }) =>
      call('openTasks.list', { query: { ...asked, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })

/** How often the page of a task asks whether it is still free, in milliseconds: people who are no members hear of nothing else. */
const ASK_AGAIN_MS = 15_000

export const openTaskQuery = (id: string) =>
  query(
    'openTasks.get',
    { params: { id } },
    { select: dataOf, refetchInterval: ASK_AGAIN_MS, refetchOnWindowFocus: 'always', retry: false },
  )

/** Up to three tasks that the viewer may take instead of one that somebody else has. */
export const SIMILAR_MAX = 3
export const similarTasksQuery = (skill: string | undefined, isWanted: boolean) =>
  query(
    'openTasks.list',
    { query: { forMe: 'true', limit: SIMILAR_MAX + 1, ...(skill && { skill }) } },
    { select: dataOf, enabled: isWanted, staleTime: 0 },
  )

/** The viewer's newest application to the task; undefined where there is none. */
export const ownTaskApplicationQuery = (taskID: string, isWanted: boolean) =>
  query(
    'users.requests',
    { query: { type: 'sent' } },
    {
      select: ({ data }) =>
        data
          .filter(({ task }) => task?.id === taskID)
          .toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''))[0],
      enabled: isWanted,
      staleTime: 0,
    },
  )

export const savedTasksQuery = (isWanted = true) => query('savedTasks.list', {}, { select: dataOf, enabled: isWanted })
