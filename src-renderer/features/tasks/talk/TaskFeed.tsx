import { Box, Button, Skeleton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { FeedFilter, Task } from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Later } from '#ui/feedback/Later.tsx'
import { useGuest } from '../data/guest.ts'
import { CommentBox } from './CommentBox.tsx'
import { FeedList } from './FeedList.tsx'
import { feedQuery, keepNewest, readEarlier } from './feed-query.ts'

/** The height of an empty comment box in pixels. */
const COMMENT_BOX_HEIGHT = 172

const filters: ReadonlyArray<[FeedFilter, string]> = [
  ['all', 'All'],
  ['comments', 'Comments'],
  ['history', 'History'],
]

const Loading = () => (
  <DelayedSkeleton>
    <Box role="img" aria-label="Loading comments and history" sx={{ display: 'grid', gap: 2, px: 3, py: 1 }}>
      {[72, 20, 56, 20].map((height, row) => (
        <Box key={row} sx={{ display: 'flex', gap: 1.5 }}>
          <Skeleton variant="circular" width={28} height={28} />
          <Skeleton variant="rounded" height={height} sx={{ flex: 1 }} />
        </Box>
      ))}
    </Box>
  </DelayedSkeleton>
)

/** A task's comments and history in one line of time, with the box for the next comment below. */
export const TaskFeed = ({ task }: { task: Task }) => {
  const client = useQueryClient()
  const heading = useId()
  const isReadOnly = useGuest()?.isReadOnly ?? false
  const [show, setShow] = useState<FeedFilter>('all')
  const feed = useQuery(feedQuery(client, task.id, show))
  const { data, error, isFetching, refetch } = feed
  const [isReadingEarlier, setIsReadingEarlier] = useState(false)
  // What the form saves is history at once, though its own frame says nothing new.
  const version = useRef(task.version)
  useEffect(() => {
    if (version.current === task.version) return
    version.current = task.version
    void refetch()
  }, [task.version, refetch])
  useEffect(() => () => keepNewest(client, task.id), [client, task.id])
  const showEarlier = async () => {
    setIsReadingEarlier(true)
    await readEarlier(client, task.id, show).catch((failure: unknown) => {
      toast(errorText(failure, 'Failed to load earlier entries'), 'error')
    })
    setIsReadingEarlier(false)
  }
  const isWithoutComments =
    data !== undefined && show !== 'history' && data.nextCursor === null && !data.entries.some(({ comment }) => comment)
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      sx={{ flex: '1 1 auto', minHeight: 360, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 3, pt: 2, pb: 1.5 }}>
        <Typography id={heading} variant="h3" sx={{ flex: 1, minWidth: 'max-content' }}>
          Comments and history
        </Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          aria-label="What to show"
          value={show}
          onChange={(_event, next: FeedFilter | null) => next && setShow(next)}
        >
          {filters.map(([name, label]) => (
            <ToggleButton key={name} value={name} sx={{ px: 1.25, py: 0.25, textTransform: 'none' }}>
              {label}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {error && (
        <Box sx={{ px: 3, pb: 1.5 }}>
          <ErrorState
            title={data ? 'Failed to read what is new' : 'Failed to load comments and history'}
            text={isApiError(error) ? error.serverMessage : ''}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Box>
      )}
      {!data && !error && <Loading />}
      {data && (
        <FeedList
          key={show}
          task={task}
          entries={data.entries}
          earlier={
            data.nextCursor !== null && (
              <Button size="small" onClick={() => void showEarlier()} loading={isReadingEarlier}>
                Show earlier
              </Button>
            )
          }
          note={isWithoutComments ? 'Nobody has commented on this task yet.' : null}
        />
      )}
      {!isReadOnly && (
        <Later height={COMMENT_BOX_HEIGHT}>
          <CommentBox task={task} />
        </Later>
      )}
    </Box>
  )
}
