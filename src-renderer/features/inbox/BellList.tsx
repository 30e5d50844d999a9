import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Notice } from '#shared/contract/notifications.ts'
import { BELL_ROWS, latestNoticesQuery } from '#data/notifications.ts'
import { paths } from '#lib/paths.ts'
import { isApiError } from '#lib/api.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { NoticeRow } from './NoticeRow.tsx'
import { NoticeSkeleton } from './NoticeSkeleton.tsx'

const newestFirst = (a: Notice, b: Notice) => b.updatedAt.localeCompare(a.updatedAt)

/** The newest notices, for the person themselves and of what they follow, each of which opens in the inbox. */
export const BellList = ({ onLeave }: { onLeave: () => void }) => {
  const lists = [useQuery(latestNoticesQuery('forYou')), useQuery(latestNoticesQuery('following'))]
  const failed = lists.find(({ error }) => error)
  const isKnown = lists.every(({ data }) => data)
  const rows = lists
    .flatMap(({ data = [] }) => data)
    .toSorted(newestFirst)
    .slice(0, BELL_ROWS)
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ px: 2, pt: 2, pb: 1 }}>
        Notices
      </Typography>
      <Box sx={{ overflowY: 'auto', minHeight: 0 }}>
        {failed && (
          <Box sx={{ px: 2, py: 1 }}>
            <ErrorState
              title="Failed to load the inbox"
              text={isApiError(failed.error) ? failed.error.serverMessage : ''}
              onRetry={() => lists.forEach((list) => void list.refetch())}
              isRetrying={lists.some(({ isFetching }) => isFetching)}
            />
          </Box>
        )}
        {!isKnown && !failed && (
          <DelayedSkeleton>
            <NoticeSkeleton rows={4} />
          </DelayedSkeleton>
        )}
        {isKnown && rows.length === 0 && (
          <Typography sx={{ px: 2, py: 3, color: 'text.secondary' }}>
            Nothing new. Applications, assignments and answers appear here as they arrive.
          </Typography>
        )}
        {rows.length > 0 && (
          <Box component="ul" aria-label="Latest notices" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {rows.map((notice) => (
              <li key={notice.id}>
                <NoticeRow
                  notice={notice}
                  to={paths.inbox({
                    tab: notice.group === 'following' ? 'following' : undefined,
                    notice: notice.id,
                  })}
                  onClick={onLeave}
                />
              </li>
            ))}
          </Box>
        )}
      </Box>
      <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>
        <Button component={Link} to={paths.inbox()} onClick={onLeave} fullWidth>
          See all
        </Button>
      </Box>
    </>
  )
}
