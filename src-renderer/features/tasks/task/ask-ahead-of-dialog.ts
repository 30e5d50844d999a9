import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useCallback } from 'react'
import { useCapability } from '#data/capabilities.ts'
import { feedQuery } from '../talk/feed-query.ts'
import { followingQuery } from '../data/queries.ts'
import { submissionsQuery } from '../review/review-queries.ts'

/** The link of a card or of a row, which opens the task's dialog. */
const OPENER = '[data-card] a, a[data-details]'

/**
 * Requests what is beside a task's fields as soon as its link is pressed, so that the calls run while the dialog is
 * drawn. A capturing click handler for the element around the links.
 */
export const useAskAheadOfDialog = (): ((event: MouseEvent) => void) => {
  const client = useQueryClient()
  const hasTalk = useCapability('talk', true)
  const hasReview = useCapability('review', true)
  const hasInbox = useCapability('inbox', true)
  return useCallback(
    ({ target, ctrlKey, metaKey, shiftKey }) => {
      // Such a press opens the task in a tab or window of its own.
      if (ctrlKey || metaKey || shiftKey) return
      const link = target instanceof Element ? target.closest<HTMLElement>(OPENER) : null
      const taskID = link?.dataset['details'] ?? link?.closest<HTMLElement>('[data-card]')?.dataset['card']
      if (taskID === undefined) return
      if (hasTalk) void client.prefetchQuery(feedQuery(client, taskID, 'all'))
      if (hasReview) void client.prefetchQuery(submissionsQuery(taskID, true))
      if (hasInbox) void client.prefetchQuery(followingQuery(taskID, true))
    },
    [client, hasTalk, hasReview, hasInbox],
  )
}
