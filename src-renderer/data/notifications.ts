import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { Notice, NoticeView } from '#shared/contract/notifications.ts'
import { type AnswerOf, call } from './operations.ts'
import { dataOf, everyInput, query } from './query.ts'

/** The bell shows this many notices. */
export const BELL_ROWS = 8
/** Rows that the inbox reads at once. */
const PAGE_ROWS = 30
/** Milliseconds after which the number is asked for again: a snoozed notice comes back without an event. */
const COUNT_AGAIN_MS = 60_000

export const noticeCountQuery = () =>
  query('notifications.count', {}, { select: dataOf, refetchInterval: COUNT_AGAIN_MS, refetchOnWindowFocus: true })

/** The newest notices of a view, as the bell shows them. */
export const latestNoticesQuery = (view: NoticeView) =>
  query('notifications.list', { query: { view, limit: BELL_ROWS } }, { select: dataOf })

/** How the viewer wants to be notified, with their time zone. */
export const noticeSettingsQuery = () => query('notifications.settings', {}, { select: dataOf })

type Page = AnswerOf<'notifications.list'>

/** A view of the inbox, page by page. */
export const inboxQuery = (view: NoticeView) =>
  infiniteQueryOptions({
    queryKey: ['notifications.list', { query: { view, limit: PAGE_ROWS } }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'notifications.list',
        { query: { view, limit: PAGE_ROWS, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // What other windows did in the meantime is read when the inbox is opened again.
    staleTime: 0,
  })

const isPaged = (answer: Page | InfiniteData<Page>): answer is InfiniteData<Page> => 'pages' in answer

/** Stops reads of the inbox under way: their answers would overwrite the marks that are written next. */
export const stopNotices = (client: QueryClient): Promise<void> =>
  client.cancelQueries(everyInput('notifications.list'))

/** Writes into every list that the cache has: `change` answers the notice as it is now, or null for one that goes. */
export const writeNotices = (client: QueryClient, change: (notice: Notice) => Notice | null): void => {
  const changed = (page: Page): Page => ({ ...page, data: page.data.flatMap((notice) => change(notice) ?? []) })
  client.setQueriesData<Page | InfiniteData<Page>>(everyInput('notifications.list'), (answer) => {
    if (!answer) return undefined
    return isPaged(answer) ? { ...answer, pages: answer.pages.map(changed) } : changed(answer)
  })
}
