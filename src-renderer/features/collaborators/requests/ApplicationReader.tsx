import { nameOf } from '#shared/rules/person.ts'
import { Alert, Box, Button, IconButton, Link, Typography } from '@mui/material'
import { ArrowLeft, ChevronDown, ChevronUp, Lock } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { PrivateLabel, ProjectRequest } from '#shared/contract/index.ts'
import { decisionText } from '#shared/rules/rejection.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { appliedLine, isDueSoon } from '#lib/answer-date.ts'
import { formatMoment } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { KnownPerson } from '#parts/KnownPerson.tsx'
import { Thread } from '#parts/letters/Thread.tsx'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { ProlongedNote } from '#ui/feedback/ProlongedNote.tsx'
import { RejectionNote } from '#ui/project/RejectionNote.tsx'
import { radius, STICKY_TOP, weight } from '#ui/look/tokens.ts'
import { ProlongDialog } from './ProlongDialog.tsx'
import { ApplicantFacts, ReaderPart } from './ApplicantFacts.tsx'
import { ApplicationLetter, useOpenedApplication } from './ApplicationLetter.tsx'
import { LabelChoice } from './LabelChoice.tsx'
import { useReopen } from './mutations.ts'
import { type ChangeDraft, type NotesDraft, PrivateNotes } from './PrivateNotes.tsx'

/** What became of the application, what the applicant reads of it, and the way back while there is one. */
const Outcome = ({ request }: { request: ProjectRequest }) => {
  const reopen = useReopen()
  // The hour at which the reader was opened is near enough: the server has the last word.
  const [now] = useState(Date.now)
  const { decision, rejection, reopenUntil } = request
  const canReopen = reopenUntil !== null && Date.parse(reopenUntil) > now
  return (
    <Alert
      severity="info"
      icon={false}
      variant="outlined"
      sx={{ '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
      action={
        canReopen && (
          <Button size="small" color="inherit" loading={reopen.isPending} onClick={() => reopen.mutate(request)}>
            Reopen
          </Button>
        )
      }
    >
      {decision ? decisionText('application', decision) : 'This application is answered.'}
      {decision?.at && (
        <Typography variant="note" sx={{ display: 'block', color: 'text.secondary' }}>
          {formatMoment(decision.at)}
        </Typography>
      )}
      {rejection && (
        <Box sx={{ mt: 0.75 }}>
          <RejectionNote rejection={rejection} />
        </Box>
      )}
      {canReopen && (
        <Typography variant="note" sx={{ display: 'block', mt: 0.75, color: 'text.secondary' }}>
          Rejected by mistake? It can be reopened until {formatMoment(reopenUntil)}.
        </Typography>
      )}
    </Alert>
  )
}

/** Label and notes, in a frame that says that nobody else sees them. */
const Private = (props: {
  request: ProjectRequest
  draft: NotesDraft | undefined
  onDraft: ChangeDraft
  onLabel: (label: PrivateLabel) => void
}) => {
  const { request, draft, onDraft, onLabel } = props
  return (
    <Box
      component="section"
      aria-label="Private to owners and admins"
      sx={{ display: 'grid', gap: 1.5, p: 1.5, borderRadius: radius.medium, bgcolor: 'action.hover' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <LabelChoice of={nameOf(request)} label={request.label} onLabel={onLabel} />
        <Typography
          variant="note"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' }}
        >
          <Lock size={14} aria-hidden /> Only owners and admins see this
        </Typography>
      </Box>
      <PrivateNotes key={request.id} requestID={request.id} draft={draft} onDraft={onDraft} />
    </Box>
  )
}

/** The task that the application is to, and how many others wait for it. */
const ForTask = ({ task, projectID, others }: { task: RequestedTask; projectID: string; others: number }) => (
  <Box component="section" aria-label={`Task #${task.taskId}`} sx={{ overflowWrap: 'anywhere' }}>
    <Link component={RouterLink} to={paths.taskByNumber(projectID, task.taskId)} sx={{ fontWeight: weight.semibold }}>
      Task #{task.taskId} · {task.title}
    </Link>
    {others > 0 && (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {others === 1 ? '1 other person applies' : `${others} other people apply`} for it. Who is chosen gets the task,
        and the others read that somebody else was chosen.
      </Typography>
    )}
  </Box>
)
type RequestedTask = NonNullable<ProjectRequest['task']>

/** Who it is and the answers stay in sight while the letter scrolls. */
const head = {
  position: 'sticky',
  top: { xs: STICKY_TOP, md: 0 },
  zIndex: 1,
  display: 'grid',
  gap: 1.5,
  mx: { md: -3 },
  mt: { md: -3 },
  px: { md: 3 },
  py: 1.5,
  bgcolor: { xs: 'background.default', md: 'background.paper' },
  borderBottom: 1,
  borderColor: 'divider',
} as const

export type ReaderActs = {
  approve: () => void
  reject: () => void
  label: (label: PrivateLabel) => void
  draft: ChangeDraft
  step: (by: 1 | -1) => void
  back: () => void
}
type ApplicationReaderProps = {
  readerRef: Ref<HTMLElement>
  projectID: string
  request: ProjectRequest
  /** How many others wait for the same task. */
  others: number
  /** An answer to it is on its way. */
  isPending: boolean
  draft: NotesDraft | undefined
  acts: ReaderActs
}

/** One application: who applied and what they say, what owners and admins think of it, and the answer. */
export const ApplicationReader = (props: ApplicationReaderProps) => {
  const { readerRef, projectID, request, others, isPending, draft, acts } = props
  const [isProlonging, setIsProlonging] = useState(false)
  const hasLetters = useCapability('letters', true)
  const hasClaims = useCapability('claims', true)
  const said = useOpenedApplication(request, hasLetters)
  const { id, username, status, createdAt, answerBy, prolonged, task } = request
  const name = nameOf(request)
  const isOpen = status === requestStatus.pending
  return (
    <Box
      component="section"
      ref={readerRef}
      tabIndex={-1}
      aria-label={`Application of ${name}${task ? ` for task #${task.taskId}` : ''}`}
      sx={{ display: 'grid', gap: 2.5, alignContent: 'start', p: { xs: 0, md: 3 }, minWidth: 0, outline: 'none' }}
    >
      <Box sx={head}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <IconButton aria-label="Back to the list" title="Back to the list (Esc)" onClick={acts.back} edge="start">
            <ArrowLeft size={20} />
          </IconButton>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <PersonLine person={request} href={paths.profile(username)} detail={request.email} />
          </Box>
          <IconButton aria-label="Previous application" title="Previous (K)" onClick={() => acts.step(-1)}>
            <ChevronUp size={20} />
          </IconButton>
          <IconButton aria-label="Next application" title="Next (J)" onClick={() => acts.step(1)} edge="end">
            <ChevronDown size={20} />
          </IconButton>
        </Box>
        {isOpen && (
          <Box role="group" aria-label={`Answer ${name}`} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="contained" disabled={isPending} onClick={acts.approve}>
              Approve
            </Button>
            <Button variant="outlined" color="inherit" disabled={isPending} onClick={acts.reject}>
              Reject…
            </Button>
            {answerBy && !prolonged && (
              <Button color="inherit" onClick={() => setIsProlonging(true)}>
                More time
              </Button>
            )}
          </Box>
        )}
      </Box>
      {task && <ForTask task={task} projectID={projectID} others={isOpen ? others : 0} />}
      <Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {appliedLine({ createdAt, answerBy })}
          {isOpen && isDueSoon(answerBy) && (
            <Box component="span" sx={{ color: 'error.main', fontWeight: weight.semibold }}>
              {' · less than a day left'}
            </Box>
          )}
        </Typography>
        {prolonged && <ProlongedNote prolonged={prolonged} />}
      </Box>
      {!isOpen && <Outcome key={id} request={request} />}
      {hasLetters && <ApplicationLetter opened={said} />}
      <ApplicantFacts requestID={id} />
      {hasClaims && request.userID && (
        <ReaderPart title="In this project">
          <KnownPerson projectID={projectID} person={{ userID: request.userID, name }} />
        </ReaderPart>
      )}
      <Private request={request} draft={draft} onDraft={acts.draft} onLabel={acts.label} />
      {hasLetters && said.data && (
        <Thread requestID={id} projectID={said.data.project.id} mayComment={said.data.mayComment} headingLevel={4} />
      )}
      <ProlongDialog request={isProlonging ? request : undefined} onClose={() => setIsProlonging(false)} />
    </Box>
  )
}
