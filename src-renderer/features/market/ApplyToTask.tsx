import { Alert, Box, Link as TextLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { UserRequest } from '#shared/contract/index.ts'
import type { OpenTaskPage } from '#shared/contract/open-tasks.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { ownClaimsQuery } from '#data/claims.ts'
import { ownTaskApplicationQuery } from '#data/open-tasks.ts'
import { answerByText } from '#lib/answer-date.ts'
import { confirm } from '#lib/confirm.ts'
import { formatDate } from '#lib/format.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { paths } from '#lib/paths.ts'
import { toast } from '#lib/toast.ts'
import { RejectionNote } from '#ui/project/RejectionNote.tsx'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { useApplyToTask, useWithdrawTaskApplication } from './open-task-calls.ts'

// Few of those who read a task apply for it, so the sheet and the application are code of their own.
const ApplicationSheet = lazyPart(async () => (await import('#parts/letters/ApplicationSheet.tsx')).ApplicationSheet)
const OwnApplication = lazyPart(async () => (await import('#parts/letters/OwnApplication.tsx')).OwnApplication)

/** What the viewer is to the task: their newest application, and the claim by which they have the task or have finished it. */
export const useOwnPart = (task: OpenTaskPage) => {
  const { data: newest } = useQuery(ownTaskApplicationQuery(task.id, task.mode === 'apply'))
  const isTaken = task.state === 'taken'
  const { data: claims } = useQuery(ownClaimsQuery(task.project.id, Number(task.taskId), isTaken))
  return {
    pending: newest?.status === requestStatus.pending ? newest : null,
    rejected: newest?.status === requestStatus.rejected ? newest : null,
    held: (isTaken && claims?.find(({ state }) => state === 'active')) || null,
    // To whom the project is closed, the task's address shows their copy and what they are owed.
    finished: (isTaken && claims?.find(({ state }) => state === 'finished')) || null,
  }
}
export type OwnPart = ReturnType<typeof useOwnPart>

type ApplySheetProps = {
  task: OpenTaskPage
  day: string
  whyNot: string | null
  isOpen: boolean
  onClose: () => void
  /** The application was sent. */
  onSent: () => void
}

/** The sheet in which one applies for the task; it names the day of the answer. */
export const ApplySheet = ({ task, day, whyNot, isOpen, onClose, onSent }: ApplySheetProps) => {
  const apply = useApplyToTask(task.id)
  // Its code comes with the first press, and stays until the sheet has faded out.
  const [isWanted, setIsWanted] = useState(false)
  if (isOpen && !isWanted) setIsWanted(true)
  if (!isWanted) return null
  return (
    <Suspense>
      <ApplicationSheet
        title={`Apply for task #${task.taskId}`}
        sendLabel="Apply"
        isOpen={isOpen}
        onClose={() => {
          if (!apply.isPending) apply.reset()
          onClose()
        }}
        intro={
          <Typography>
            “{task.title}” goes to one of those who apply. You get an answer by <strong>{day}</strong>; if you are
            chosen, the task is yours for {task.leaseDays === 1 ? '1 day' : `${task.leaseDays} days`} from then on.
          </Typography>
        }
        about={task.id}
        questions={[]}
        whyNot={apply.isSuccess || apply.isPending ? null : whyNot}
        isSending={apply.isPending}
        error={apply.error}
        onSend={({ letter }, { onSuccess, onError }) =>
          apply.mutate(letter, {
            onSuccess: () => {
              onSuccess()
              onClose()
              onSent()
            },
            onError,
          })
        }
      />
    </Suspense>
  )
}

type PendingLineProps = { pending: UserRequest; isNews: boolean }
/** What a pending application waits for, in a line that takes the focus once it is news. */
export const PendingLine = ({ pending: { answerBy }, isNews }: PendingLineProps) => {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!isNews) return
    // The sheet that has just closed gives the focus back in an effect of its own.
    const timer = setTimeout(() => line.current?.focus())
    return () => clearTimeout(timer)
  }, [isNews])
  return (
    <Typography ref={line} tabIndex={-1} sx={{ outline: 'none' }}>
      <strong>You have applied.</strong>{' '}
      {answerBy ? `The project is to ${answerByText(answerBy)}.` : 'The answer date is not running now.'}
    </Typography>
  )
}

/** Takes the application back, after a question. */
export const WithdrawButton = ({ pending: { id, projectID } }: { pending: UserRequest }) => {
  const { mutate, isPending } = useWithdrawTaskApplication()
  const withdraw = async () => {
    if (projectID === null) return
    const isSure = await confirm({
      title: 'Withdraw your application?',
      text: 'You can apply for the task again while it is open.',
      confirmLabel: 'Withdraw',
    })
    if (isSure) mutate({ id, projectID }, { onSuccess: () => toast('Your application is withdrawn.', 'success') })
  }
  return (
    <NetworkButton variant="outlined" fullWidth loading={isPending} onClick={() => void withdraw()}>
      Withdraw
    </NetworkButton>
  )
}

/** What the viewer's application says, with its conversation. */
export const OwnWords = ({ pending }: { pending: UserRequest }) => {
  const hasLetters = useCapability('letters', true)
  return (
    hasLetters && (
      <Suspense>
        <OwnApplication requestID={pending.id} headingLevel={2} />
      </Suspense>
    )
  )
}

/** What has become of the viewer's part: they have the task or have finished it, or somebody else was chosen. */
export const OwnOutcome = ({ task, part }: { task: OpenTaskPage; part: OwnPart }) => {
  const { held, finished, pending, rejected } = part
  if (held || finished)
    return (
      <Alert severity="success" variant="outlined" role="status" sx={{ mb: 3 }}>
        {!held
          ? 'You have finished this task.'
          : held.leaseUntil
            ? `This task is yours until ${formatDate(held.leaseUntil)}.`
            : 'This task is yours.'}{' '}
        <TextLink component={Link} to={paths.taskByNumber(task.project.id, task.taskId)}>
          Open it
        </TextLink>
      </Alert>
    )
  if (pending || !rejected) return null
  return (
    <Alert severity="info" variant="outlined" role="status" sx={{ mb: 3 }}>
      Your application for this task was not accepted.
      {rejected.rejection && (
        <Box sx={{ mt: 0.75 }}>
          <RejectionNote rejection={rejected.rejection} />
        </Box>
      )}
    </Alert>
  )
}
