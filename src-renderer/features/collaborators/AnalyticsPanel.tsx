import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { BOARD_LIMIT } from '../../../shared/contract/tasks.ts'
import { type Collaborator, progressOf } from '../../../shared/rules/collaborators.ts'
import { paths } from '../../lib/paths.ts'
import { PersonLine } from '../../ui/PersonLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { TitledCard } from '../../ui/TitledCard.tsx'
import { size, weight } from '../../ui/tokens.ts'
import { pageOf, PEOPLE_PER_PAGE } from './collaborator-filters.ts'
import { countOf } from './labels.ts'
import { ProgressBar } from './ProgressBar.tsx'
import { useCollaboratorsView } from './use-collaborators-view.ts'
import type { Team } from './use-team.ts'

/** Sorts by completed tasks, most first; among equals by the share of their tasks that is done. */
const byProgress = (a: Collaborator, b: Collaborator) =>
  b.tasksCompleted - a.tasksCompleted || b.completionRate - a.completionRate || a.name.localeCompare(b.name, 'en')

const MemberProgress = ({ person, isViewer }: { person: Collaborator; isViewer: boolean }) => {
  const { name, tasksCompleted, totalTasks, completionRate } = person
  const words = totalTasks === 0 ? 'No tasks assigned' : `${tasksCompleted} of ${countOf(totalTasks, 'task')} completed`
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 260px) minmax(0, 1fr)' },
        alignItems: 'center',
        gap: { xs: 1, sm: 3 },
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <PersonLine person={person} href={paths.profile(person.username)} isViewer={isViewer} />
      <Box>
        <Box className="tabular" sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 0.75 }}>
          <Box sx={{ color: 'text.secondary', fontSize: size.small }}>{words}</Box>
          <Box sx={{ fontWeight: weight.semibold }}>{totalTasks === 0 ? '–' : `${completionRate}%`}</Box>
        </Box>
        {totalTasks > 0 && <ProgressBar label={`Progress of ${name}`} percent={completionRate} valueText={words} />}
      </Box>
    </Box>
  )
}

/** The progress of the project and of each collaborator. */
export const AnalyticsPanel = ({ team }: { team: Team }) => {
  const { page: wanted, hrefOfPage } = useCollaboratorsView()
  const { tasks, collaborators } = team
  // The alert above the tabs already says that the tasks could not be loaded.
  if (!tasks) return null
  if (tasks.length === 0)
    return (
      <EmptyState
        headingLevel={3}
        title="No tasks yet"
        text="Progress shows here once the project has tasks."
        action={
          <Button component={Link} to={paths.newTask(team.projectID)} variant="outlined">
            Create the first task
          </Button>
        }
      />
    )
  const overall = progressOf(tasks)
  const unassigned = tasks.filter(({ assignedToID }) => assignedToID === null).length
  const { items, page, totalPages } = pageOf([...collaborators].sort(byProgress), wanted, PEOPLE_PER_PAGE)
  const overallWords = `${overall.completed} of ${countOf(overall.total, 'task')} completed`
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TitledCard
        title="Overall progress"
        action={
          <Box className="tabular" sx={{ typography: 'figure' }}>
            {overall.rate}%
          </Box>
        }
      >
        <ProgressBar label="Overall progress" percent={overall.rate} valueText={overallWords} height={12} />
        <Typography variant="body2" className="tabular" sx={{ mt: 1, color: 'text.secondary' }}>
          {overallWords}
          {unassigned > 0 && ` · ${unassigned} assigned to nobody`}
          {team.isTasksCutOff && ` · counted from the ${BOARD_LIMIT.toLocaleString('en-US')} tasks changed last`}
        </Typography>
      </TitledCard>
      {items.length > 0 && (
        <TitledCard title="By collaborator">
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {items.map((person) => (
              <MemberProgress key={person.userID} person={person} isViewer={person.userID === team.viewerID} />
            ))}
          </Box>
          <Pager page={page} totalPages={totalPages} hrefOf={hrefOfPage} />
        </TitledCard>
      )}
    </Box>
  )
}
