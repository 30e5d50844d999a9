import { Box, type Theme, Typography, useMediaQuery } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Claim } from '#shared/contract/claims.ts'
import type { Task } from '#shared/contract/index.ts'
import { taskQuery } from '#data/tasks.ts'
import { useCapability } from '#data/capabilities.ts'
import { isApiError } from '#lib/api.ts'
import { useOffers } from '#lib/commands.ts'
import { useSession } from '#lib/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { WithAside } from '#ui/layout/WithAside.tsx'
import { radius } from '#ui/look/tokens.ts'
import { RichText } from '#ui/text/RichText.tsx'
import { GuestContext } from '../data/guest.ts'
import { dueText, priorityLabels } from '../data/task-facts.ts'
import { DoneWhenField } from '../fields/DoneWhenField.tsx'
import { NothingArrived } from '../review/NothingArrived.tsx'
import { ProposalSection } from '../review/ProposalSection.tsx'
import { DisputeSection } from '../review/DisputeSection.tsx'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { TaskFeed } from '../talk/TaskFeed.tsx'
import { FollowTask } from '../task/FollowTask.tsx'
import { NextBar } from '../task/NextBar.tsx'
import { PressNext } from '../task/PressNext.tsx'
import { Loading } from '../task/TaskDialog.tsx'
import { GuestFrame, useIsBeside } from './GuestFrame.tsx'
import { GuestHead } from './GuestHead.tsx'
import { HoldActs } from '../task/HoldActs.tsx'
import { TaskFiles } from './TaskFiles.tsx'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <Typography variant="h3" component="h2">
      {title}
    </Typography>
    {children}
  </Box>
)

const factsOf = ({ dueOn = null, status, priority, estimateHours }: Task): string[] => [
  ...[dueText({ dueOn, status })].filter((text) => text !== null),
  ...(priority && priority !== 'none' ? [`Priority ${priorityLabels[priority].toLowerCase()}`] : []),
  ...(estimateHours ? [`${estimateHours} ${estimateHours === 1 ? 'hour' : 'hours'} estimated`] : []),
]

/** What '1' presses on the page. */
const GuestKeys = ({ task }: { task: Task }) => {
  const [pressed, setPressed] = useState(0)
  useOffers({ 'task.next': () => ({ run: () => setPressed((count) => count + 1) }) })
  return pressed > 0 && <PressNext key={pressed} task={task} role="member" />
}

type PartProps = { task: Task; claim: Claim; isReadOnly: boolean }

/** What a guest has of the task beside its text and its talk. */
const Rest = ({ task, claim, isReadOnly }: PartProps) => (
  <>
    <Section title="Files">
      <TaskFiles taskID={task.id} isReadOnly={isReadOnly} />
    </Section>
    <HoldActs task={task} claim={claim} isGuest />
    <FollowTask taskID={task.id} />
  </>
)

const partLook = { display: 'grid', gap: 3, px: 3, py: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' } as const

const Main = ({ task, isReadOnly, children }: Omit<PartProps, 'claim'> & { children: ReactNode }) => {
  const facts = factsOf(task)
  const lines = task.doneWhen ?? []
  return (
    <Box sx={partLook}>
      <Section title="What is to be done">
        {task.description?.trim() ? (
          <RichText projectID={task.projectID} id={task.id} text={task.description} />
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>The title says it all.</Typography>
        )}
        {facts.length > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {facts.join(' · ')}
          </Typography>
        )}
      </Section>
      {lines.length > 0 && (
        <DoneWhenField
          task={task}
          lines={lines}
          onChange={() => undefined}
          whyNotChange="Owners and admins change these lines."
          whyNotTick={isReadOnly ? 'The task is finished.' : null}
          onTicked={() => undefined}
        />
      )}
      {children}
    </Box>
  )
}

const isLost = (error: unknown): boolean => isApiError(error) && error.status === 404

/** A task as its guest works on it: a page of its own, without board, rail and tabs. `onLost` is called when it closes. */
export const GuestTask = ({ claim, onLost }: { claim: Claim; onLost: () => void }) => {
  const client = useQueryClient()
  const userID = useSession((session) => session.userID) ?? ''
  const { data: task, error, isFetching, refetch } = useQuery(taskQuery(client, claim.project.id, claim.taskID))
  const hasTalk = useCapability('talk', true)
  const isReadOnly = claim.state === 'finished'
  const guest = useMemo(() => ({ userID, isReadOnly }), [userID, isReadOnly])
  const lose = useEffectEvent(onLost)
  const isClosed = isLost(error)
  useEffect(() => {
    if (isClosed) lose()
  }, [isClosed])
  const known = claim.task
  // Where there is little room talk comes before what is beside the task.
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'))
  const isNarrow = useIsBeside() || isPhone
  const part = task && { task, claim, isReadOnly }
  const head = (
    <GuestHead project={claim.project} number={known?.taskId ?? ''} title={task?.title ?? known?.title ?? ''}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {isReadOnly
          ? 'You have finished this task. You can read it here.'
          : 'You are a guest of this task: you read and do what concerns it, and nothing else of the project.'}
      </Typography>
    </GuestHead>
  )
  return (
    <GuestContext value={guest}>
      <GuestFrame title={`${task?.title ?? known?.title ?? ''} · ${claim.project.title}`} isWide>
        {head}
        {part && task && !isClosed ? (
          <Box
            sx={{
              border: 1,
              borderColor: 'divider',
              borderRadius: radius.large,
              bgcolor: 'background.paper',
              overflow: 'hidden',
              // The frame has its own line.
              '& > section[aria-label="What now"]': { borderTop: 0, mb: 0 },
            }}
          >
            <NextBar key={task.id} task={task} role="member" />
            <WithAside
              aside={
                <Box sx={{ flex: '1 1 auto', minHeight: 0, display: 'flex', flexDirection: 'column' }}>
                  <Box sx={{ flex: 'none', px: 3, py: 2, ...(hasTalk && { borderBottom: 1, borderColor: 'divider' }) }}>
                    <ReviewPanel task={task} role="member" />
                  </Box>
                  <NothingArrived task={task} />
                  <ProposalSection task={task} role="member" />
                  <DisputeSection task={task} />
                  {hasTalk && <TaskFeed task={task} />}
                  {isNarrow && (
                    <Box sx={{ ...partLook, borderTop: 1, borderColor: 'divider' }}>
                      <Rest {...part} />
                    </Box>
                  )}
                </Box>
              }
            >
              <Main {...part}>{!isNarrow && <Rest {...part} />}</Main>
            </WithAside>
            <Suspense fallback={null}>
              <GuestKeys task={task} />
            </Suspense>
          </Box>
        ) : error && !isClosed ? (
          <ErrorState
            title="Failed to load the task"
            text={isApiError(error) ? error.serverMessage : ''}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Loading />
        )}
      </GuestFrame>
    </GuestContext>
  )
}
