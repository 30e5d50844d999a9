import { nameOf } from '#shared/rules/person.ts'
import { Box, Button, Card, Link } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { roleLabels } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { answerByText, dayBeside, isDueSoon } from '#lib/answer-date.ts'
import { confirm } from '#lib/confirm.ts'
import { paths } from '#lib/paths.ts'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { ProlongedNote } from '#ui/feedback/ProlongedNote.tsx'
import { RequestStatusDot } from '#ui/board/StatusDot.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import { Quote } from '#ui/text/Quote.tsx'
import { useAnswerApplication, useWithdrawInvitation } from '../data/mutations.ts'
import { ProlongDialog } from './ProlongDialog.tsx'

const whatHappened = ({ type, role, createdAt, answerBy }: ProjectRequest): string => {
  const date = dayBeside(answerBy, createdAt)
  const what = type === 'sent' ? `Invited as ${roleLabels[role]}` : 'Applied'
  return date ? `${what} on ${date}` : what
}

/** By when the request is to be answered; the last day is marked in words, too. */
const AnswerDate = ({ answerBy }: { answerBy: string }) => (
  <Box component="span" sx={{ display: 'block' }}>
    {capital(answerByText(answerBy))}
    {isDueSoon(answerBy) && (
      <Box component="span" sx={{ color: 'error.main', fontWeight: weight.semibold }}>
        {' · less than a day left'}
      </Box>
    )}
  </Box>
)
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

type TaskLinkProps = { projectID: string; task: NonNullable<ProjectRequest['task']> }
const TaskLink = ({ projectID, task }: TaskLinkProps) => (
  <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
    <Link component={RouterLink} to={paths.taskByNumber(projectID, task.taskId)}>
      Task #{task.taskId} · {task.title}
    </Link>
  </Box>
)

/** One application or invitation. Only an application that is not answered yet can be answered here. */
export const RequestCard = ({ projectID, request }: { projectID: string; request: ProjectRequest }) => {
  const answer = useAnswerApplication(projectID)
  const [isProlonging, setIsProlonging] = useState(false)
  const { username, email, status, type, message, task } = request
  const name = nameOf(request)
  const isPending = status === requestStatus.pending
  const isOpen = type === 'received' && isPending
  const withdraw = useWithdrawInvitation()
  const isWithdrawable = useCapability('invitations', type === 'sent' && isPending)
  const takeBack = async () => {
    const isSure = await confirm({
      title: `Take back the invitation of ${name}?`,
      text: 'They can’t accept it any more. You can invite them again.',
      confirmLabel: 'Take back',
      isDangerous: true,
    })
    if (isSure) withdraw.mutate(request)
  }
  const reject = async () => {
    const isSure = await confirm({
      title: `Reject the request of ${name}?`,
      text: task
        ? 'They can apply for the task again while it is open.'
        : 'They can’t apply again. You can invite them later.',
      confirmLabel: 'Reject',
      isDangerous: true,
    })
    if (isSure) answer.mutate({ request, accept: false })
  }
  return (
    <Card
      component="article"
      aria-label={`Request of ${name}${task ? ` for task #${task.taskId}` : ''}`}
      sx={{ px: 2, py: { xs: 1.5, sm: 0.75 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <PersonLine person={request} href={paths.profile(username)} detail={email} />
        </Box>
        <Box sx={{ flex: '1 1 200px', color: 'text.secondary', fontSize: size.note }}>
          {whatHappened(request)}
          {task && <TaskLink projectID={projectID} task={task} />}
          {request.answerBy && <AnswerDate answerBy={request.answerBy} />}
        </Box>
        <Box sx={{ minWidth: 84, typography: 'body2' }}>
          <RequestStatusDot status={status} />
        </Box>
        {isOpen && (
          <Box role="group" aria-label={`Answer to ${name}`} sx={{ display: 'flex', gap: 1 }}>
            <Button
              size="small"
              variant="outlined"
              disabled={answer.isPending}
              loading={answer.isPending && answer.variables.accept}
              onClick={() => answer.mutate({ request, accept: true })}
            >
              Approve
            </Button>
            <Button
              size="small"
              disabled={answer.isPending}
              loading={answer.isPending && !answer.variables.accept}
              onClick={() => void reject()}
            >
              Reject
            </Button>
          </Box>
        )}
        {isPending && request.answerBy && !request.prolonged && (
          <Button size="small" onClick={() => setIsProlonging(true)} aria-label={`More time to answer ${name}`}>
            More time
          </Button>
        )}
        {isWithdrawable && (
          <Button
            size="small"
            loading={withdraw.isPending}
            onClick={() => void takeBack()}
            aria-label={`Take back the invitation of ${name}`}
          >
            Take back
          </Button>
        )}
      </Box>
      {request.prolonged && <ProlongedNote prolonged={request.prolonged} />}
      {message && <Quote sx={{ mt: 1.5, color: 'text.secondary' }}>{message}</Quote>}
      <ProlongDialog request={isProlonging ? request : undefined} onClose={() => setIsProlonging(false)} />
    </Card>
  )
}
