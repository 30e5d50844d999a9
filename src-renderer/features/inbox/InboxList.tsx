import { Box, Button, Typography } from '@mui/material'
import type { Notice, NoticeView } from '#shared/contract/notifications.ts'
import { isApiError } from '#lib/api.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyPicture } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { NoticeRow } from './NoticeRow.tsx'
import { NoticeSkeleton } from './NoticeSkeleton.tsx'
import type { InboxView } from './use-inbox-view.ts'

export const tabLabels: Readonly<Record<NoticeView, string>> = {
  forYou: 'For you',
  following: 'Following',
  snoozed: 'Snoozed',
  done: 'Done',
}
const empty: Readonly<Record<NoticeView, string>> = {
  forYou: 'Nothing waits for you. Applications, mentions and reviews arrive here.',
  following: 'Nothing new in what you follow. Moves of your tasks and news of your projects arrive here.',
  snoozed: 'Nothing is snoozed. Snoozed notices come back here when their time is up.',
  done: 'Nothing is done yet. Notices that you mark as done are kept here.',
}

type InboxListProps = {
  view: NoticeView
  /** Undefined before the first answer. */
  rows: readonly Notice[] | undefined
  error: Error | null
  isFetching: boolean
  onRetry: () => void
  hasMore: boolean
  isLoadingMore: boolean
  onMore: () => void
  openedID: string | null
  linkTo: InboxView['linkTo']
}

/** A view's notices in all states. When they cannot be read again, the error is shown above those that were there. */
export const InboxList = (props: InboxListProps) => {
  const { view, rows, error, isFetching, openedID } = props
  return (
    <>
      {error && (
        <Box sx={{ p: 2 }}>
          <ErrorState
            title="Failed to load the inbox"
            text={isApiError(error) ? error.serverMessage : ''}
            onRetry={props.onRetry}
            isRetrying={isFetching}
          />
        </Box>
      )}
      {!rows && !error && (
        <DelayedSkeleton>
          <NoticeSkeleton rows={6} />
        </DelayedSkeleton>
      )}
      {rows?.length === 0 && (
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, px: 4, py: 8, color: 'text.secondary' }}>
          <EmptyPicture kind="inbox" />
          <Typography sx={{ textAlign: 'center', maxWidth: '36ch' }}>{empty[view]}</Typography>
        </Box>
      )}
      {rows && rows.length > 0 && (
        <Box
          component="ul"
          aria-label={`Notices: ${tabLabels[view]}`}
          sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
        >
          {rows.map((notice) => (
            <li key={notice.id}>
              <NoticeRow notice={notice} isOpened={notice.id === openedID} {...props.linkTo(notice.id)} />
            </li>
          ))}
        </Box>
      )}
      {props.hasMore && (
        <Box sx={{ p: 1.5, textAlign: 'center' }}>
          <Button onClick={props.onMore} loading={props.isLoadingMore}>
            Show older
          </Button>
        </Box>
      )}
    </>
  )
}
