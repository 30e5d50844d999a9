import { Box, Button, Link as TextLink, Skeleton, type Theme, Tooltip, Typography, useMediaQuery } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { OpenTaskPage as Task } from '#shared/contract/open-tasks.ts'
import { aiRuleText, disputeTerms, takersText, termsOf } from '#shared/rules/offer-terms.ts'
import { useHasDisputes } from '#data/capabilities.ts'
import { useHasNetwork } from '#data/network.ts'
import { isApiError } from '#lib/api.ts'
import { useOffers } from '#lib/commands.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { ReportButton } from '#parts/reports/ReportButton.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { PayerLines } from '#ui/person/RecordLines.tsx'
import { SkillChips } from '#ui/person/SkillChips.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import { useSavedTask } from './open-task-calls.ts'
import { useCapability } from '#data/capabilities.ts'
import { openTaskQuery } from '#data/open-tasks.ts'
import { shownReward, TaskFacts } from './OpenTaskCard.tsx'
import {
  ApplySheet,
  OwnOutcome,
  type OwnPart,
  OwnWords,
  PendingLine,
  useOwnPart,
  WithdrawButton,
} from './ApplyToTask.tsx'
import { InvitationBar } from './InvitationBar.tsx'
import { ChangeNote } from './ChangeNote.tsx'
import { dayIn, TakeSheet } from './TakeSheet.tsx'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <Typography variant="h3" component="h2">
      {title}
    </Typography>
    {children}
  </Box>
)

type ActProps = { task: Task; part: OwnPart; whyNot: string | null; isNews: boolean; onTake: () => void }

/** What can be done now: the task opened, the application withdrawn, or the task taken or applied for. */
const MainButton = ({ task, part: { held, finished, pending }, whyNot, onTake }: ActProps) => {
  if (held || finished)
    return (
      <Button component={Link} to={paths.taskByNumber(task.project.id, task.taskId)} variant="contained" fullWidth>
        Open the task
      </Button>
    )
  if (pending) return <WithdrawButton pending={pending} />
  return (
    <Button
      variant="contained"
      fullWidth
      disabled={whyNot !== null}
      aria-describedby={whyNot === null ? undefined : 'why-not'}
      onClick={onTake}
    >
      {task.mode === 'apply' ? 'Apply' : 'Take this task'}
    </Button>
  )
}

/** The button, and the reason where it does nothing. On a phone both stay at the foot of the screen. */
const TakeBar = (props: ActProps) => {
  const { task, part, whyNot, isNews, onTake } = props
  const { isSaved, isPending, toggle } = useSavedTask(task.id)
  useOffers({
    'open.take': () => ({ run: onTake, whyNot }),
    'open.save': () => ({ run: toggle }),
  })
  return (
    <Box
      data-foot
      sx={{
        display: 'grid',
        gap: 1,
        position: { xs: 'sticky', md: 'static' },
        bottom: 0,
        zIndex: { xs: 'appBar', md: 'auto' },
        bgcolor: { xs: 'background.default', md: 'transparent' },
        borderTop: { xs: 1, md: 0 },
        borderColor: { xs: 'divider' },
        mx: { xs: -2, md: 0 },
        px: { xs: 2, md: 0 },
        py: { xs: 1.5, md: 0 },
        mt: { xs: 3, md: 0 },
      }}
    >
      {part.pending && <PendingLine pending={part.pending} isNews={isNews} />}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <MainButton {...props} />
        <Tooltip title={isSaved ? 'Saved. Press to remove it from your saved tasks' : 'Save for later'}>
          <Button
            variant="outlined"
            aria-pressed={isSaved}
            aria-label="Save for later"
            disabled={isPending}
            onClick={toggle}
            sx={{ minWidth: 44, px: 1 }}
          >
            <Bookmark size={18} strokeWidth={1.75} fill={isSaved ? 'currentColor' : 'none'} aria-hidden />
          </Button>
        </Tooltip>
      </Box>
      {whyNot !== null && !part.held && !part.finished && !part.pending && (
        <Typography id="why-not" variant="body2" sx={{ color: 'text.secondary' }}>
          {whyNot}
        </Typography>
      )}
    </Box>
  )
}

const Terms = ({ task, answerBy }: { task: Task; answerBy: string }) => (
  <Section title="Terms">
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5 }}>
      {[...termsOf(task, answerBy), ...disputeTerms(task, useHasDisputes())].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      <li>{aiRuleText[task.aiRule]}</li>
      <li>{takersText(task)}</li>
    </Box>
  </Section>
)

const Aside = ({ task, answerBy, children }: { task: Task; answerBy: string; children: ReactNode }) => {
  const hasRecords = useCapability('records', true)
  return (
    <Box
      component="aside"
      aria-label="The offer"
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {children}
      <Terms task={task} answerBy={answerBy} />
      {task.project.owner && (
        <Section title="Who decides">
          <PersonLine person={task.project.owner} href={paths.profile(task.project.owner.username)} />
          {hasRecords && <PayerLines record={task.payerRecord} />}
        </Section>
      )}
      <Box>
        <ReportButton kind="task" id={task.id} ofUsername={task.project.owner?.username} />
      </Box>
    </Box>
  )
}

const TaskBody = ({ task }: { task: Task }) => (
  <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <Section title="What is to be done">
      {task.description.trim() ? (
        <RichText projectID={task.project.id} id={task.id} text={task.description} look="body1" />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>The title says it all.</Typography>
      )}
    </Section>
    {task.doneWhen.length > 0 && (
      <Section title="Done when">
        <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5, overflowWrap: 'anywhere' }}>
          {task.doneWhen.map((line, at) => (
            <li key={at}>{line}</li>
          ))}
        </Box>
      </Section>
    )}
    {task.skills.length > 0 && (
      <Section title="Skills">
        <SkillChips skills={task.skills} />
      </Section>
    )}
  </Box>
)

const LoadingPage = () => (
  <DelayedSkeleton>
    <Skeleton width="60%" height={52} />
    <Skeleton width="30%" height={24} sx={{ mb: 3 }} />
    {[92, 98, 84, 60].map((width) => (
      <Skeleton key={width} width={`${width}%`} height={24} />
    ))}
  </DelayedSkeleton>
)

const LoadedPage = ({ task, isGone }: { task: Task; isGone: boolean }) => {
  const navigate = useNavigate()
  const [isTaking, setIsTaking] = useState(false)
  const [hasSent, setHasSent] = useState(false)
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'))
  const part = useOwnPart(task)
  const hasNetwork = useHasNetwork()
  const refusal = task.whyNot?.text ?? (hasNetwork ? null : 'This needs the network. Nothing is kept to be sent later.')
  const mayNot = isGone ? 'This task is no longer offered.' : refusal
  const whyNotOwn = part.held ? 'This task is yours.' : part.finished ? 'You have finished this task.' : null
  const whyNot = whyNotOwn ?? (part.pending ? 'You have applied for this task.' : mayNot)
  const answerBy = formatDate(part.pending?.answerBy) ?? dayIn(task.answerDays)
  const act = { task, part, whyNot, isNews: hasSent && !isTaking, onTake: () => setIsTaking(true) }
  const taken = (until: string) => {
    toast(`The task is yours until ${until}.`, 'success')
    void navigate(paths.taskByNumber(task.project.id, task.taskId), { state: { isTaken: true } })
  }
  return (
    <PageFrame title={task.title}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        <TextLink component={Link} to={paths.projectDialog(task.project.id)}>
          {task.project.title}
        </TextLink>{' '}
        · Task #{task.taskId}
      </Typography>
      <Typography variant="h1" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {task.title}
      </Typography>
      <Typography variant="h3" component="p" className="tabular" sx={{ mt: 1.5, mb: 0.5 }}>
        {shownReward(task)}
      </Typography>
      <TaskFacts task={task} />
      <Box sx={{ mt: 3 }}>
        <InvitationBar project={task.project} />
        <ChangeNote task={task} isOwn={Boolean(part.held ?? part.finished)} isGone={isGone} />
        <OwnOutcome task={task} part={part} />
      </Box>
      <Box
        sx={{
          display: 'grid',
          alignItems: 'start',
          columnGap: 5,
          rowGap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <TaskBody task={task} />
          {part.pending && <OwnWords pending={part.pending} />}
        </Box>
        <Aside task={task} answerBy={answerBy}>
          {!isPhone && <TakeBar {...act} />}
        </Aside>
      </Box>
      {isPhone && <TakeBar {...act} />}
      {task.mode === 'apply' ? (
        <ApplySheet
          task={task}
          day={answerBy}
          whyNot={part.pending ? 'You have applied for this task.' : mayNot}
          isOpen={isTaking}
          onClose={() => setIsTaking(false)}
          onSent={() => setHasSent(true)}
        />
      ) : (
        isTaking && <TakeSheet task={task} onClose={() => setIsTaking(false)} onTaken={taken} />
      )}
    </PageFrame>
  )
}

/** /open/{taskID}: one task, to be read before it is taken. */
export const OpenTaskPage = () => {
  const { taskID = '' } = useParams()
  const { data: task, error, isFetching, refetch } = useQuery(openTaskQuery(taskID))
  const isUnknown = isApiError(error) && (error.status === 404 || error.status === 422)
  if (task) return <LoadedPage key={task.id} task={task} isGone={isUnknown} />
  return (
    <PageFrame title={isUnknown ? 'Task not found' : 'Open task'}>
      {isUnknown ? (
        <EmptyState
          kind="unknown"
          headingLevel={1}
          title="Task not found"
          text="It may have been closed, or it is not open to you."
          action={
            <Button component={Link} to={paths.marketTasks()} variant="outlined">
              See open tasks
            </Button>
          }
        />
      ) : error ? (
        <ErrorState
          title={errorText(error, 'Failed to load the task')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <LoadingPage />
      )}
    </PageFrame>
  )
}
