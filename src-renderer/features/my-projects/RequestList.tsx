import { Box, Button, Chip, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { UserRequest } from '#shared/contract/index.ts'
import { requestStatus, requestStatusLabel } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { prefetchProject } from '#data/projects.ts'
import { answerLine } from '#lib/answer-date.ts'
import { confirm } from '#lib/confirm.ts'
import { formatAmericanDate, relativeDays } from '#lib/format.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { palettesOf } from '#ui/project/palettes.ts'
import { ProjectCard } from '#ui/project/ProjectCard.tsx'
import { ProlongedNote } from '#ui/feedback/ProlongedNote.tsx'
import { RejectionNote } from '#ui/project/RejectionNote.tsx'
import { Quote } from '#ui/text/Quote.tsx'
import { CardGrid, type CardLayout } from './CardGrid.tsx'
import { reportMissingProject, useAnswerRequest } from './mutations.ts'
import { shorten } from './project-groups.ts'
import type { RequestMode } from './queries.ts'

const empty = {
  received: { title: 'No received requests', text: 'Received requests will appear here' },
  sent: { title: 'No sent requests', text: 'Sent requests will appear here' },
} as const

const statusColours = { 0: 'warning', 1: 'success', 2: 'default' } as const
const StatusChip = ({ status }: { status: number }) => (
  <Chip
    size="small"
    variant="outlined"
    color={statusColours[status as keyof typeof statusColours] ?? 'default'}
    label={requestStatusLabel(status)}
  />
)

const ApplicationDialog = lazyPart(async () => (await import('./ApplicationDialog.tsx')).ApplicationDialog)

const titleOf = (title: string) => shorten(title || 'Untitled Request')

/** The sender or the project of a request, its date and its message. */
const RequestMeta = ({ request, mode }: { request: UserRequest; mode: RequestMode }) => (
  <>
    <StatusChip status={request.status} />
    {request.status === requestStatus.rejected && <span>{mode === 'received' ? 'by you' : 'by the project'}</span>}
    <span>
      {mode === 'received'
        ? `Invited by ${request.fromName || request.fromUsername} as ${request.role}`
        : request.hasLetter
          ? 'Your application, with a letter'
          : 'Your application'}
    </span>
    {mode === 'sent' && request.seenAt && <span>Seen {relativeDays(request.seenAt)?.toLowerCase() ?? ''}</span>}
  </>
)

/** What the project wrote: beside its invitation, why it needs more time, and why it rejects. */
const RequestNotes = ({ request: { message, prolonged, rejection } }: { request: UserRequest }) => (
  <>
    {message && <Quote sx={{ color: 'text.secondary' }}>{message}</Quote>}
    {prolonged && <ProlongedNote prolonged={prolonged} />}
    {rejection && <RejectionNote rejection={rejection} />}
  </>
)

/** Opens what an application says. */
const OpenApplication = ({ request }: { request: UserRequest }) => {
  const [isOpen, setIsOpen] = useState(false)
  // The code comes with the first press, and stays until the dialog has faded out.
  const [isWanted, setIsWanted] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-label={`Your application to ${titleOf(request.title)}${request.task ? `, task #${request.task.taskId}` : ''}`}
        onClick={() => {
          setIsWanted(true)
          setIsOpen(true)
        }}
      >
        Your application
      </Button>
      {isWanted && (
        <Suspense>
          <ApplicationDialog request={request} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What a request is about: the task that was applied for, or the project; null where neither is known. */
const addressOf = ({ task, projectID }: UserRequest): string | null =>
  task ? paths.openTask(task.id) : projectID && paths.projectDialog(projectID)

const isOpen = ({ status }: UserRequest) => status === requestStatus.pending
/** What is above the requests without an answer: an invitation waits for the viewer, an application for the project. */
const openHeading = { received: 'Needs you', sent: 'Waiting for an answer' } as const

/** Gives the focus to a request that was answered by its own button, in the group to which the answer has moved it. */
const useFollowedAnswer = (
  requests: readonly UserRequest[],
): [RefObject<HTMLDivElement | null>, (id: string) => void] => {
  const area = useRef<HTMLDivElement>(null)
  const answered = useRef<string | null>(null)
  useEffect(() => {
    const id = answered.current
    const request = requests.find((one) => one.id === id)
    if (id === null || !request || isOpen(request)) return
    answered.current = null
    // Anyone who has gone on in the meantime is not called back.
    if (document.activeElement !== document.body) return
    area.current?.querySelector<HTMLElement>(`[data-request="${CSS.escape(id)}"] a[href]`)?.focus()
  }, [requests])
  return [area, (id) => (answered.current = id)]
}

const NoRequests = ({ mode }: { mode: RequestMode }) => (
  <EmptyState
    kind="requests"
    {...empty[mode]}
    action={
      <Button component={Link} to={paths.market()} variant="outlined">
        Find work
      </Button>
    }
  />
)

type AnswersProps = {
  title: string
  isDisabled: boolean
  /** The answer to this invitation that is on its way. */
  sending: boolean | undefined
  onAccept: () => void
  onReject: () => void
}

const Answers = ({ title, isDisabled, sending, onAccept, onReject }: AnswersProps) => (
  <Box role="group" aria-label={`Answer to ${title}`} sx={{ display: 'flex', gap: 1 }}>
    <Button size="small" variant="outlined" disabled={isDisabled} loading={sending === true} onClick={onAccept}>
      Accept
    </Button>
    <Button size="small" disabled={isDisabled} loading={sending === false} onClick={onReject}>
      Reject
    </Button>
  </Box>
)

/** Invitations to the viewer, or their applications, those without an answer first. Only pending invitations can be answered. */
export const RequestList = (props: { requests: readonly UserRequest[]; mode: RequestMode; layout: CardLayout }) => {
  const { requests, mode, layout } = props
  const client = useQueryClient()
  const navigate = useNavigate()
  const hasLetters = useCapability('letters', mode === 'sent')
  const answer = useAnswerRequest()
  const [area, follow] = useFollowedAnswer(requests)
  const answeredId = answer.isPending ? answer.variables.request?.id : undefined

  const send = (request: UserRequest, accept: boolean) => {
    follow(request.id)
    answer.mutate({ request, accept })
  }
  const open = (request: UserRequest) => {
    const to = addressOf(request)
    if (to) void navigate(to)
    else reportMissingProject()
  }
  const reject = async (request: UserRequest) => {
    const isSure = await confirm({
      title: 'Reject this invitation?',
      text: `You can still apply to “${request.title}” yourself later.`,
      confirmLabel: 'Reject',
    })
    if (isSure) send(request, false)
  }

  if (requests.length === 0) return <NoRequests mode={mode} />
  const groups = [
    { heading: openHeading[mode], those: requests.filter(isOpen) },
    { heading: 'Answered', those: requests.filter((request) => !isOpen(request)) },
  ].filter(({ those }) => those.length > 0)
  const cards = (requests: readonly UserRequest[]) => {
    const colours = palettesOf(
      requests.map(({ id, projectID, title }) => ({ id: projectID ?? id, title: titleOf(title) })),
    )
    return (
      <CardGrid layout={layout}>
        {requests.map((request, index) => {
          const title = titleOf(request.title)
          return (
            <Box key={request.id} data-request={request.id} sx={{ display: 'grid' }}>
              <ProjectCard
                title={title}
                headingLevel={4}
                dateLine={
                  answerLine(mode === 'sent' ? 'Applied' : 'Invited', request) ??
                  formatAmericanDate(request.createdAt) ??
                  'Posted recently'
                }
                description={request.description}
                shorten={shorten}
                skills={request.skills}
                imageFallback="Request"
                palette={colours[index]}
                href={addressOf(request)}
                onOpen={() => open(request)}
                onIntent={() => !request.task && request.projectID && prefetchProject(client, request.projectID)}
                meta={<RequestMeta request={request} mode={mode} />}
                note={<RequestNotes request={request} />}
                actions={
                  mode === 'sent' ? (
                    hasLetters && <OpenApplication request={request} />
                  ) : isOpen(request) ? (
                    <Answers
                      title={title}
                      isDisabled={answer.isPending}
                      sending={answeredId === request.id ? answer.variables?.accept : undefined}
                      onAccept={() => send(request, true)}
                      onReject={() => void reject(request)}
                    />
                  ) : null
                }
              />
            </Box>
          )
        })}
      </CardGrid>
    )
  }
  return (
    <Box ref={area} sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {groups.map(({ heading, those }) => (
        <Box component="section" key={heading} aria-label={heading}>
          <Typography variant="h4" component="h3" className="tabular" sx={{ mb: 1.5 }}>
            {heading} · {those.length}
          </Typography>
          {cards(those)}
        </Box>
      ))}
    </Box>
  )
}
