import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ProjectRole, Submission, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { isApiError } from '#lib/api.ts'
import { sinceDay } from '#lib/format.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ChangesDialog, type ToChange } from './ChangesDialog.tsx'
import { newerReview, outcomeSentence, submissionsQuery, useAnswerRound } from './review-queries.ts'
import { ReviewRound } from './ReviewRound.tsx'
import { SubmitSheet } from './SubmitSheet.tsx'
import { useMoveTask } from '../data/use-move-task.ts'
import { useGuest } from '../data/guest.ts'
import { useReviewer, useSayAccepted, waitingFor, whyNotSubmit } from './use-review.ts'

const Loading = () => (
  <DelayedSkeleton>
    <Box role="img" aria-label="Loading the review" sx={{ display: 'grid', gap: 1 }}>
      <Skeleton width="60%" />
      <Skeleton variant="rounded" height={56} />
    </Box>
  </DelayedSkeleton>
)

type AnswersProps = {
  task: Task
  open: Submission
  outcome: ReturnType<typeof useReviewer>['outcome']
  /** Whether the bar above the task has the buttons of what is next. */
  hasBar: boolean
  onRequestChanges: () => void
}

/** What the viewer can do with the round that waits for its answer. */
const Answers = ({ task, open, outcome, hasBar, onRequestChanges }: AnswersProps) => {
  const answer = useAnswerRound(task, open.round)
  const reasonID = useId()
  const mayAccept = outcome(open.authorID, 'accept') === 'accepted'
  const mayWithdraw = outcome(open.authorID, 'withdraw') === 'withdrawn'
  const sayAccepted = useSayAccepted(task)
  const send = (act: 'accept' | 'withdraw') =>
    answer.mutate(
      { act },
      {
        onSuccess: () =>
          act === 'accept' ? sayAccepted() : toast('Withdrawn. The task is in progress again.', 'success'),
        onError: (error) => {
          const newer = newerReview(error)
          if (newer) toast(`${outcomeSentence(newer.submission)}.`, 'info')
        },
      },
    )
  const isPending = (act: string) => answer.isPending && answer.variables.act === act
  const failure = answer.error && !newerReview(answer.error) ? answer.error : null
  const needsOther = mayWithdraw && !mayAccept
  return (
    <>
      {failure && (
        <Alert severity="error">
          {isApiError(failure) && failure.message ? failure.message : 'The answer could not be sent.'}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {mayAccept && !hasBar && (
          <>
            <Button variant="contained" size="small" loading={isPending('accept')} onClick={() => send('accept')}>
              Accept
            </Button>
            <Button variant="outlined" size="small" onClick={onRequestChanges}>
              Request changes
            </Button>
          </>
        )}
        {mayWithdraw && (
          <Button
            size="small"
            color="inherit"
            loading={isPending('withdraw')}
            onClick={() => send('withdraw')}
            aria-describedby={needsOther ? reasonID : undefined}
          >
            Withdraw
          </Button>
        )}
      </Box>
      {needsOther && (
        <Typography id={reasonID} variant="body2" sx={{ color: 'text.secondary' }}>
          An owner or admin will review it.
        </Typography>
      )}
    </>
  )
}

/** What the assignee does next: begin, then hand in, unless the bar has that. For everybody else nothing. */
const Submit = ({ task, hasBar, onPress }: { task: Task; hasBar: boolean; onPress: () => void }) => {
  const isGuest = useGuest() !== null
  const reason = hasBar ? null : whyNotSubmit(task, isGuest)
  const reasonID = useId()
  const move = useMoveTask()
  const [isStarting, setIsStarting] = useState(false)
  const area = useKeptFocus<HTMLDivElement>()
  const start = async () => {
    setIsStarting(true)
    await move(task, { status: taskStatus.inProgress })
    setIsStarting(false)
  }
  return (
    <>
      <Box ref={area} tabIndex={-1} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:focus': { outline: 'none' } }}>
        {task.status === taskStatus.assigned && !isGuest && (
          <Button variant="contained" size="small" loading={isStarting} onClick={() => void start()}>
            Start
          </Button>
        )}
        {!hasBar && (
          <Button
            variant={reason === null ? 'contained' : 'outlined'}
            size="small"
            disabled={reason !== null}
            onClick={onPress}
            aria-describedby={reason ? reasonID : undefined}
          >
            Submit for review
          </Button>
        )}
      </Box>
      {reason && (
        <Typography id={reasonID} variant="body2" sx={{ color: 'text.secondary' }}>
          {reason}
        </Typography>
      )}
    </>
  )
}

/** The review of an open task: whom it waits for, what one can do, and all rounds. Nothing where the server has no reviews. */
export const ReviewPanel = ({ task, role }: { task: Task; role: ProjectRole }) => {
  const isOffered = useCapability('review', true)
  const hasBar = useCapability('rewards', true)
  const { data, error, isFetching, refetch } = useQuery(submissionsQuery(task.id, isOffered))
  const { viewerID, outcome } = useReviewer(task.projectID, role, {
    isWanted: isOffered,
    hasOwn: (id) => task.assignedToID === id,
  })
  const titleID = useId()
  // What somebody types stays, also when others answer the round or take the task away in the meantime.
  const { state } = useLocation() as { state: { handIn?: boolean } | null }
  const [isHandingIn, setIsHandingIn] = useState(state?.handIn === true)
  const [sendBack, setSendBack] = useState<ToChange | null>(null)
  if (!isOffered) return null
  const open = data?.find(({ state }) => state === 'open')
  const isAssignee = viewerID !== undefined && task.assignedToID === viewerID
  const waiting = waitingFor(task, data?.[0], sinceDay)
  return (
    <Box
      component="section"
      aria-labelledby={titleID}
      sx={{ display: 'grid', gap: 1.25, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id={titleID} variant="h3">
        Review
      </Typography>
      {waiting && (
        <Typography variant="body2" role="status">
          {waiting}
        </Typography>
      )}
      {!data && error && (
        <ErrorState
          title="Failed to load the review"
          text={isApiError(error) ? error.serverMessage : ''}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Nothing has been handed in yet.
        </Typography>
      )}
      {open && (isAssignee || isManager(role)) && (
        <Answers
          key={open.id}
          task={task}
          open={open}
          outcome={outcome}
          hasBar={hasBar}
          onRequestChanges={() => setSendBack({ task, round: open.round })}
        />
      )}
      {data && !open && isAssignee && <Submit task={task} hasBar={hasBar} onPress={() => setIsHandingIn(true)} />}
      {data?.map((round, at) => (
        <ReviewRound key={round.id} projectID={task.projectID} taskID={task.id} round={round} isOpen={at === 0} />
      ))}
      <SubmitSheet task={isHandingIn ? task : null} onClose={() => setIsHandingIn(false)} />
      <ChangesDialog asked={sendBack} onClose={() => setSendBack(null)} onDone={() => setSendBack(null)} />
    </Box>
  )
}
