import { nameOf } from '#shared/rules/person.ts'
import { Box, Button, ButtonBase, Typography } from '@mui/material'
import { Banknote, ClipboardCheck, HandCoins, ListTodo, type LucideIcon, Scale, UserPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { WorkRow as Row } from '#shared/contract/index.ts'
import { maySubmitFrom } from '#shared/rules/review.ts'
import { taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { shortReward } from '#lib/amounts.ts'
import { answerByText, answerDay } from '#lib/answer-date.ts'
import { formatDay, sinceDay } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { clamp } from '#ui/look/text-looks.ts'
import { radius, size, weight } from '#ui/look/tokens.ts'
import { useStartTask } from './mutations.ts'

const icons: Readonly<Record<Row['kind'], LucideIcon>> = {
  task: ListTodo,
  application: UserPlus,
  submission: ClipboardCheck,
  due: Banknote,
  payment: HandCoins,
  proposal: Scale,
}
const reasonTexts = { overdue: 'Overdue', changes: 'Changes requested', inProgress: 'In progress' } as const
const priorityTexts = {
  none: '',
  low: 'Low priority',
  medium: 'Medium priority',
  high: 'High priority',
  urgent: 'Urgent',
}

/** The address that the row opens. A task has one of its own, a payment its receipt; somebody else's application opens in the reader of requests. */
const addressOf = ({ kind, id, project, task, person, openTask }: Row): string => {
  if (kind === 'due') return paths.payForTask(project.id, id)
  // There it is confirmed, or said that nothing arrived.
  if (kind === 'payment') return paths.receipt(id)
  if (task) return paths.taskByNumber(project.id, task.taskId)
  if (openTask && !person) return paths.openTask(openTask.id)
  return kind === 'application' && person ? paths.projectRequests(project.id, id) : paths.projectDialog(project.id)
}

const amountOf = ({ money }: Row): string => (money ? shortReward(money.amountCents, money.currency) : '')

/** What a row about money asks for; null for others. */
const moneyTitleOf = (row: Row): string | null => {
  const { kind, task, person, project } = row
  const who = person ? nameOf(person) : 'Somebody'
  const what = task?.title ?? 'a task'
  if (kind === 'due') return `Pay ${who} ${amountOf(row)} for ${what}`
  if (kind === 'payment') return `Confirm ${amountOf(row)} ${task ? `for ${task.title}` : `from ${project.title}`}`
  return kind === 'proposal' ? `${who} proposes ${amountOf(row)} for ${what}` : null
}

const titleOf = (row: Row): string => {
  const { kind, project, task, person, openTask } = row
  const title = moneyTitleOf(row)
  if (title !== null) return title
  if (kind === 'submission') return `${person ? nameOf(person) : 'Somebody'} submitted ${task?.title ?? 'a task'}`
  if (task) return task.title
  const to = openTask ? `task #${openTask.taskId} of ${project.title}` : project.title
  return person ? `${nameOf(person)} applied to ${to}` : `Your application to ${to}`
}

/** What has happened to it, and when. */
const moneyActs: Readonly<Partial<Record<Row['kind'], (when: string) => string>>> = {
  due: (when) => `owed since ${when}`,
  payment: (when) => `recorded ${when}`,
  proposal: (when) => `proposed ${when}`,
}
/** What its date is for. */
const dateActs: Readonly<Partial<Record<Row['kind'], string>>> = {
  submission: 'counts as accepted on',
  due: 'to be paid by',
  payment: 'can be confirmed until',
  proposal: 'answer by',
}
const dateOf = ({ kind, by }: Row): string =>
  by && dateActs[kind] ? `${dateActs[kind]} ${answerDay(by, Date.now())}` : ''

const sinceOf = ({ kind, since, person, task }: Row): string => {
  if (!since) return ''
  const when = sinceDay(since)
  const act = moneyActs[kind]
  if (act) return act(when)
  if (kind === 'application') return person ? `waits since ${when}` : `applied ${when}`
  return task && !person ? `waiting for review since ${when}` : `submitted ${when}`
}

/** The name of the task's stage, where it says more than its status. */
const stageOf = ({ task }: Row): string => (task && task.stage !== taskStatusLabel(task.status) ? task.stage : '')

/** What is below a row's title, in words. */
const detailsOf = (row: Row): string => {
  const { project, task, reasons } = row
  return [
    task && `${project.title} #${task.taskId}`,
    ...reasons.filter((reason) => reason !== 'overdue').map((reason) => reasonTexts[reason]),
    row.isDisputed && 'In dispute',
    row.money === null && stageOf(row),
    // The day of the task itself is over once it is a matter of money.
    row.money === null && task?.dueOn && `due ${formatDay(task.dueOn)}`,
    row.money === null && task && priorityTexts[task.priority],
    sinceOf(row),
    row.answerBy && answerByText(row.answerBy),
    dateOf(row),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What the person does next with a task of their own: begin it, or hand it in. */
const NextAct = ({ row: { id, project, task, kind, person, since, isGuest, isDisputed } }: { row: Row }) => {
  const start = useStartTask()
  const hasReview = useCapability('review', true)
  if (kind !== 'task' || !task || person || since !== null || isDisputed) return null
  if (task.status === taskStatus.assigned && !isGuest)
    return (
      <Button
        size="small"
        variant="outlined"
        loading={start.isPending}
        aria-label={`Start ${task.title}`}
        onClick={() => start.mutate(id)}
      >
        Start
      </Button>
    )
  if (!hasReview || task.status === taskStatus.underReview || !maySubmitFrom(task.status, isGuest)) return null
  return (
    <Button
      size="small"
      component={Link}
      to={paths.taskByNumber(project.id, task.taskId)}
      state={{ handIn: true }}
      aria-label={`Submit ${task.title} for review`}
    >
      Submit
    </Button>
  )
}

/** One thing to do, or to wait for, as a link to where it is, and beside it the next act. */
export const WorkRow = ({ row }: { row: Row }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, '& > .MuiButton-root': { flex: 'none', mr: 1.5 } }}>
    <RowLink row={row} />
    <NextAct row={row} />
  </Box>
)

const RowLink = ({ row }: { row: Row }) => {
  const Icon = icons[row.kind]
  const isOverdue = row.reasons.includes('overdue')
  return (
    <ButtonBase
      component={Link}
      to={addressOf(row)}
      data-row={row.id}
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'grid',
        gridTemplateColumns: '28px minmax(0, 1fr) auto',
        columnGap: 1.5,
        alignItems: 'start',
        textAlign: 'left',
        px: 1.5,
        py: 1.25,
        borderRadius: radius.medium,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', pt: 0.25, color: 'text.secondary' }}>
        <Icon size={20} strokeWidth={1.75} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ ...clamp(2), fontWeight: weight.medium, overflowWrap: 'anywhere' }}>
          {titleOf(row)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {detailsOf(row)}
        </Typography>
      </Box>
      {isOverdue && (
        <Box
          component="span"
          sx={{ color: 'error.main', fontSize: size.note, fontWeight: weight.semibold, whiteSpace: 'nowrap', pt: 0.25 }}
        >
          {row.kind === 'due' ? 'Late' : reasonTexts.overdue}
        </Box>
      )}
    </ButtonBase>
  )
}
