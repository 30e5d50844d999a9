import { Box, LinearProgress, Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { OwnedProject, Standing } from '#shared/contract/index.ts'
import { dateOf } from '#shared/rules/deadline.ts'
import { budgetIn, hundredthsOf } from '#shared/rules/reward-money.ts'
import { shortReward } from '#lib/amounts.ts'
import { today } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { shownDay } from '#ui/project/ProjectFacts.tsx'
import { radius, weight } from '#ui/look/tokens.ts'
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

const line = { display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25, typography: 'note' } as const

type ProjectStandingProps = {
  project: Pick<OwnedProject, 'id' | 'title' | 'status' | 'archivedAt'>
  standing: Standing
}

/** What an owner asks of a project: what waits for them, who is late, how far it is, when it ends and what money is left. */
export const ProjectStanding = ({ project, standing }: ProjectStandingProps) => {
  const { requests, reviews, overdue, tasks, done } = standing
  const waiting = [
    {
      count: requests,
      text: counted(requests, 'request'),
      to: paths.projectRequests(project.id),
    },
    { count: reviews, text: `${counted(reviews, 'task')} to review`, to: paths.projectTab(project.id, 'tasks') },
  ].filter(({ count }) => count > 0)
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
      {(waiting.length > 0 || overdue > 0) && (
        <Box sx={line}>
          {waiting.map(({ text, to }) => (
            <Link
              key={text}
              component={RouterLink}
              to={to}
              aria-label={`${text} in ${project.title}`}
              underline="hover"
              sx={{ fontWeight: weight.semibold }}
              onClick={(event) => event.stopPropagation()}
            >
              {text}
            </Link>
          ))}
          {overdue > 0 && (
            <Box component="span" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
              {lateText(standing)}
            </Box>
          )}
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

/** What waits in all projects together, in one sentence; nothing where nothing waits. */
export const WaitingLine = ({ projects }: { projects: readonly OwnedProject[] }) => {
  const sum = (of: (standing: Standing) => number) =>
    projects.reduce((all, { standing }) => all + (standing ? of(standing) : 0), 0)
  const parts = [
    [sum(({ requests }) => requests), 'request'],
    [sum(({ reviews }) => reviews), 'review'],
    [sum(({ overdue }) => overdue), 'late task'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun))
  if (told.length === 0) return null
  return (
    <Typography variant="body2" sx={{ mt: { xs: 1, md: 1.5 }, fontWeight: weight.semibold }}>
      Needs you: {new Intl.ListFormat('en', { type: 'conjunction' }).format(told)}.
    </Typography>
  )
}
