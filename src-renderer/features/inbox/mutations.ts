import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Notice } from '#shared/contract/notifications.ts'
import { noticeCountQuery, stopNotices, writeNotices } from '#data/notifications.ts'
import { withData } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

export type Mark = { notice: Notice } & ({ as: 'read' | 'unread' | 'done' } | { as: 'snoozed'; until: Date })

/** The notice as its lists show it after the mark; null where it goes from them. */
const markedAs = (notice: Notice, as: Mark['as']): Notice | null => {
  if (as === 'done' || as === 'snoozed') return null
  if (as === 'unread' && notice.snoozedUntil !== null) return null
  return { ...notice, isUnread: as === 'unread' }
}

/**
 * Sends marks one after the other, so that the last press counts: opening a notice marks it as read, and if it is made
 * unread at once, the host could otherwise handle the two calls in the other order.
 */
const MARKS = { id: 'marks of notices' }
/** Only the last of several marks reads the lists again: before it, the host does not know those that wait. */
const refetchAfterMark = (client: QueryClient) =>
  client.isMutating({ predicate: ({ options }) => options.scope?.id === MARKS.id }) > 1 ? 'none' : 'active'

/**
 * Marks a notice. List and number show it at once; the answer, or a failure, lets them be read again.
 */
export const useMark = () => {
  const client = useQueryClient()
  return useCall('notifications.mark', {
    sameWhen: ({ notice, as }: Mark) => `${notice.id} ${as}`,
    input: (mark: Mark) => ({
      body: { ids: [mark.notice.id], as: mark.as, ...(mark.as === 'snoozed' && { until: mark.until.toISOString() }) },
    }),
    onMutate: async ({ notice, as }) => {
      await stopNotices(client)
      writeNotices(client, (one) => (one.id === notice.id ? markedAs(one, as) : one))
      const change = Number(as === 'unread') - Number(notice.isUnread)
      const which = notice.group === 'following' ? 'following' : 'forYou'
      client.setQueryData(noticeCountQuery().queryKey, (answer) =>
        withData(answer, (count) => ({ ...count, [which]: Math.max(0, count[which] + change) })),
      )
    },
    onError: (error) => toast(errorText(error, 'Failed to mark the notice'), 'error'),
    isStaleAfter: () => true,
    scope: MARKS,
    refetch: () => refetchAfterMark(client),
  })
}

/** Marks all of a view as read, as it was when it was listed: `upTo` of that list. */
export const useMarkAllRead = () => {
  const client = useQueryClient()
  return useCall('notifications.mark', {
    input: (upTo: string) => ({ body: { upTo, as: 'read' as const } }),
    onError: (error) => toast(errorText(error, 'Failed to mark the notices'), 'error'),
    isReloadAwaited: true,
    scope: MARKS,
    refetch: () => refetchAfterMark(client),
  })
}

/** Mutes the task of a notice. */
export const useMute = () =>
  useCall('notifications.follow', {
    input: ({ taskID }: { taskID: string; title: string }) => ({ params: { id: taskID }, body: { muted: true } }),
    sameWhen: ({ taskID }) => taskID,
    onSuccess: (_answer, { title }) => toast(`${title} is muted. Only mentions of you reach you now.`, 'success'),
    onError: (error) => toast(errorText(error, 'Failed to mute the task'), 'error'),
  })
