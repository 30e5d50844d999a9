import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { feedFilters } from '#shared/contract/comments.ts'
import type { Comment, FeedEntry, FeedFilter } from '#shared/contract/index.ts'
import { call } from '#data/operations.ts'

/** What of a task's feed was read, oldest first; `nextCursor` says where older entries go on, null at the beginning of time. */
export type Feed = {
  entries: readonly FeedEntry[]
  nextCursor: string | null
  /** Where the newest page begins: its oldest entry, and where the page before goes on. */
  newest: { from: string | undefined; cursor: string | null }
}

const keyOf = (taskID: string, show: FeedFilter) =>
  ['comments.feed', { params: { id: taskID }, query: { show } }] as const

/** This many pages are read again at once; what is older stays as it was read. */
const READ_AGAIN = 4
/** Milliseconds for which a feed that was asked for by the press on its task is not asked for again by the dialog. */
const JUST_READ_MS = 1_000

const isOlder = (a: FeedEntry, b: FeedEntry): boolean =>
  a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt

const readPage = (taskID: string, show: FeedFilter, cursor: string | null, signal?: AbortSignal) =>
  call('comments.feed', { params: { id: taskID }, query: { show, ...(cursor !== null && { cursor }) } }, { signal })

/** The entries that were read now, below older ones that were read before. */
const above = (read: Feed, before: Feed | undefined): Feed => {
  const [first] = read.entries
  if (!first || !before || read.nextCursor === null) return read
  const older = before.entries.filter((entry) => isOlder(entry, first))
  // Where nothing joins them, there may be entries in between that nobody has read.
  return older.length > 0 && older.length < before.entries.length
    ? { ...read, entries: [...older, ...read.entries], nextCursor: before.nextCursor }
    : read
}

/**
 * A task's feed. It is read from its end as far back as it was shown, so that nothing above moves when something is added
 * below.
 */
export const feedQuery = (client: QueryClient, taskID: string, show: FeedFilter) => {
  const queryKey = keyOf(taskID, show)
  const shown = () => client.getQueryData<Feed>(queryKey)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Feed> => {
      const until = shown()?.entries[0]
      let read: Feed = { entries: [], nextCursor: null, newest: { from: undefined, cursor: null } }
      for (let pages = 0; pages < READ_AGAIN; pages++) {
        const { data, nextCursor } = await readPage(taskID, show, read.nextCursor, signal)
        const newest = pages === 0 ? { from: data[0]?.id, cursor: nextCursor } : read.newest
        read = { entries: [...data, ...read.entries], nextCursor, newest }
        const [first] = read.entries
        if (nextCursor === null || !until || !first || !isOlder(until, first)) break
      }
      return above(read, shown())
    },
    staleTime: JUST_READ_MS,
  })
}

/** Reads the page before what is shown, and puts it above. Errors: ApiError. */
export const readEarlier = async (client: QueryClient, taskID: string, show: FeedFilter): Promise<void> => {
  const queryKey = keyOf(taskID, show)
  const cursor = client.getQueryData<Feed>(queryKey)?.nextCursor
  if (cursor === null || cursor === undefined) return
  const { data, nextCursor } = await readPage(taskID, show, cursor)
  client.setQueryData<Feed>(queryKey, (feed) => {
    const [first] = feed?.entries ?? []
    if (!feed || !first) return feed
    return { ...feed, entries: [...data.filter((entry) => isOlder(entry, first)), ...feed.entries], nextCursor }
  })
}

/** Keeps the newest page of a feed that is closed: opened again, a long one is drawn as fast as a short one. */
export const keepNewest = (client: QueryClient, taskID: string): void => {
  for (const show of feedFilters)
    client.setQueryData<Feed>(keyOf(taskID, show), (feed) => {
      if (!feed) return undefined
      const at = feed.entries.findIndex(({ id }) => id === feed.newest.from)
      return at > 0 ? { ...feed, entries: feed.entries.slice(at), nextCursor: feed.newest.cursor } : feed
    })
}

/** Writes a comment wherever the cache shows it; a new one comes last. */
export const writeComment = (client: QueryClient, comment: Comment): void => {
  const { taskID } = comment
  if (taskID === null) return
  for (const show of ['all', 'comments'] as const)
    client.setQueryData<Feed>(keyOf(taskID, show), (feed) => {
      if (!feed) return undefined
      const entry = { id: comment.id, createdAt: comment.createdAt, comment, event: null }
      const isThere = feed.entries.some(({ id }) => id === comment.id)
      const entries = isThere
        ? feed.entries.map((one) => (one.id === comment.id ? entry : one))
        : [...feed.entries, entry]
      return { ...feed, entries: entries.filter((one) => !isNothing(one, entries)) }
    })
}

/** Of a deleted comment nothing is shown, unless a later one may refer to it. */
const isNothing = ({ comment }: FeedEntry, entries: readonly FeedEntry[]): boolean =>
  comment !== null &&
  comment.isDeleted &&
  !entries.some(({ comment: other }) => other !== null && !other.isDeleted && other.createdAt > comment.createdAt)
