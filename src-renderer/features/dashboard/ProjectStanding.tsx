import { Box, LinearProgress, Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { OwnedProject, Standing } from '#shared/contract/index.ts'
import { dateOf } from '#shared/rules/deadline.ts'
import { budgetIn, hundredthsOf } from '#shared/rules/reward-money.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { shortReward } from '#lib/amounts.ts'
import { today } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { shownDay } from '#ui/project/ProjectFacts.tsx'
import { radius, weight } from '#ui/look/tokens.ts'
import { waitingIn } from './project-order.ts'
import { tabOf } from './project-tabs.ts'

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** "$1,800 of $3,000 left", or by how much more was paid; the budget's own words where it is no number. */
export const moneyText = ({
  budget,
  currency,
  paidCents,
}: Pick<Standing, 'budget' | 'currency' | 'paidCents'>): string | null => {
  const text = (cents: number) => shortReward(cents, currency)
  const planned = budgetIn(budget, currency)
  const paid = hundredthsOf(currency, paidCents)
  if (planned === null) return budget?.trim() ? `Budget ${budget.trim()}` : paid > 0 ? `${text(paid)} paid` : null
  const left = planned - paid
  return left < 0 ? `${text(-left)} over ${text(planned)}` : `${text(left)} of ${text(planned)} left`
}

/** "3 tasks late · Ada Byron, ben". */
const lateText = ({ overdue, late }: Standing): string =>
  [`${counted(overdue, 'task')} late`, late.map(({ name, username }) => name || username).join(', ')]
    .filter(Boolean)
    .join(' · ')

type Waiting = { count: number; text: string; to: string; isLate?: boolean }

/** What waits for the owner of a project, each with the list of exactly that. */
const waitingOf = (projectID: string, standing: Standing): Waiting[] =>
  [
    {
      count: standing.requests,
      text: counted(standing.requests, 'request'),
      to: paths.projectRequests(projectID),
    },
    {
      count: standing.reviews,
      text: `${counted(standing.reviews, 'task')} to review`,
      to: paths.tasksIn(projectID, { status: taskStatus.underReview }),
    },
    {
      count: standing.overdue,
      text: lateText(standing),
      to: paths.tasksIn(projectID, { due: 'overdue' }),
      isLate: true,
    },
  ].filter(({ count }) => count > 0)

const line = { display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25, typography: 'note' } as const

type ProjectStandingProps = {
  project: Pick<OwnedProject, 'id' | 'title' | 'status' | 'archivedAt'>
  standing: Standing
}

/** What an owner asks of a project: what waits for them, who is late, how far it is, when it ends and what money is left. */
export const ProjectStanding = ({ project, standing }: ProjectStandingProps) => {
  const { tasks, done } = standing
  const waiting = waitingOf(project.id, standing)
  const deadline = standing.deadline?.trim() ? shownDay(standing.deadline) : null
  // A deadline that went by means nothing to a project that is finished or put away.
  const isOver = tabOf(project) === 'active' && (dateOf(standing.deadline ?? '') ?? '9999') < today()
  const money = moneyText(standing)
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'center',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 4fr) minmax(0, 5fr)' },
      }}
    >
      {waiting.length > 0 && (
        <Box sx={line}>
          {waiting.map(({ text, to, isLate }) => (
            <Link
              key={text}
              component={RouterLink}
              to={to}
              aria-label={`${text} in ${project.title}`}
              underline="hover"
              color={isLate ? 'error' : 'primary'}
              sx={{ fontWeight: isLate ? weight.regular : weight.semibold, overflowWrap: 'anywhere' }}
              onClick={(event) => event.stopPropagation()}
            >
              {text}
            </Link>
          ))}
        </Box>
      )}
      <Box sx={{ gridColumn: { md: 2 }, minWidth: 0 }}>
        {tasks > 0 && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            <LinearProgress
              variant="determinate"
              value={Math.round((done / tasks) * 100)}
              aria-label={`Progress of ${project.title}`}
              sx={{ flex: '1 1 80px', maxWidth: 240, height: 6, borderRadius: radius.pill }}
            />
            <Typography variant="note" className="tabular" sx={{ color: 'text.secondary' }}>
              {done} of {counted(tasks, 'task')} done
            </Typography>
          </Box>
        )}
        <Box className="tabular" sx={{ ...line, color: 'text.secondary' }}>
          {tasks === 0 && <span>No tasks yet</span>}
          {deadline && (
            <Box component="span" sx={isOver ? { color: 'error.main' } : {}}>
              {isOver ? `Was due ${deadline}` : `Due ${deadline}`}
            </Box>
          )}
          {money && <span>{money}</span>}
        </Box>
      </Box>
    </Box>
  )
}

/** Where one project alone waits: the list of what waits where that is of one kind, else the project. */
const onlyAddress = (projects: readonly OwnedProject[]): string | null => {
  const [only, ...others] = projects.filter((project) => waitingIn(project) > 0)
  if (!only?.standing || others.length > 0) return null
  const [first, ...more] = waitingOf(only.id, only.standing)
  return first && more.length === 0 ? first.to : paths.project(only.id)
}

/**
 * What waits in all projects together, in one sentence; nothing where nothing waits. Where several projects wait it leads to the
 * list with the projects that need their owner first.
 */
export const WaitingLine = ({ projects, sorted }: { projects: readonly OwnedProject[]; sorted: string | null }) => {
  const sum = (of: (standing: Standing) => number) =>
    projects.reduce((all, { standing }) => all + (standing ? of(standing) : 0), 0)
  const parts = [
    [sum(({ requests }) => requests), 'request'],
    [sum(({ reviews }) => reviews), 'review'],
    [sum(({ overdue }) => overdue), 'late task'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun))
  if (told.length === 0) return null
  const to = onlyAddress(projects) ?? sorted
  const text = `Needs you: ${new Intl.ListFormat('en', { type: 'conjunction' }).format(told)}.`
  return (
    <Typography variant="body2" sx={{ mt: { xs: 1, md: 1.5 }, fontWeight: weight.semibold }}>
      {to ? (
        <Link component={RouterLink} to={to} underline="hover">
          {text}
        </Link>
      ) : (
        text
      )}
    </Typography>
  )
}
