import { Box, Button, Typography } from '@mui/material'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { type Collaborator, type CountedTasks, progressOf, taskCount } from '#shared/rules/collaborators.ts'
import { useCapability } from '#data/capabilities.ts'
import { percentText } from '#lib/amounts.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { paths } from '#lib/paths.ts'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Pager } from '#ui/list/Pager.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import { pageOf, PEOPLE_PER_PAGE } from '../data/collaborator-filters.ts'
import { countOf } from '../data/labels.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import type { Team } from '../data/use-team.ts'

/** The charts come with a large library, which is loaded when the panel is opened at a server that has their numbers. */
const ProjectCharts = lazyPart(async () => (await import('./ProjectCharts.tsx')).ProjectCharts)

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
          <Box sx={{ fontWeight: weight.semibold }}>{totalTasks === 0 ? '–' : percentText(completionRate)}</Box>
        </Box>
        {totalTasks > 0 && <ProgressBar label={`Progress of ${name}`} percent={completionRate} valueText={words} />}
      </Box>
    </Box>
  )
}

const OverallProgress = ({ counts }: { counts: readonly CountedTasks[] }) => {
  const overall = progressOf(counts)
  const unassigned = taskCount(counts, ({ assignedToID }) => assignedToID === null)
  const overallWords = `${overall.completed} of ${countOf(overall.total, 'task')} completed`
  return (
    <TitledCard
      title="Overall progress"
      action={
        <Box className="tabular" sx={{ typography: 'figure' }}>
          {percentText(overall.rate)}
        </Box>
      }
    >
      <ProgressBar label="Overall progress" percent={overall.rate} valueText={overallWords} height={12} />
      <Typography variant="body2" className="tabular" sx={{ mt: 1, color: 'text.secondary' }}>
        {overallWords}
        {unassigned > 0 && ` · ${unassigned} assigned to nobody`}
      </Typography>
    </TitledCard>
  )
}

const ByCollaborator = ({ team }: { team: Team }) => {
  const { page: wanted, hrefOfPage } = useCollaboratorsView()
  const { items, page, totalPages } = pageOf([...team.collaborators].sort(byProgress), wanted, PEOPLE_PER_PAGE)
  if (items.length === 0) return null
  return (
    <TitledCard title="By collaborator">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((person) => (
          <MemberProgress key={person.userID} person={person} isViewer={person.userID === team.viewerID} />
        ))}
      </Box>
      <Pager page={page} totalPages={totalPages} hrefOf={hrefOfPage} />
    </TitledCard>
  )
}

/**
 * How the work of the project goes: its progress, charts where the server has the numbers for them, and the progress of each
 * collaborator.
 */
export const AnalyticsPanel = ({ team }: { team: Team }) => {
  const hasCharts = useCapability('analytics', true)
  const { counts, projectID } = team
  const noTasks = counts?.length === 0 && (
    <EmptyState
      kind="progress"
      headingLevel={3}
      title={hasCharts ? 'No tasks now' : 'No tasks yet'}
      text={
        hasCharts
          ? 'Progress shows here once the project has tasks. The charts also show what was done and paid before.'
          : 'Progress shows here once the project has tasks.'
      }
      action={
        <Button component={Link} to={paths.newTask(projectID)} variant="outlined">
          Create {hasCharts ? 'a' : 'the first'} task
        </Button>
      }
    />
  )
  // Without charts there is nothing more to show.
  if (noTasks && !hasCharts) return noTasks
  const byCollaborator = counts && <ByCollaborator team={team} />
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {/* The alert above the tabs says it when the tasks could not be loaded. */}
      {noTasks || (counts && <OverallProgress counts={counts} />)}
      {hasCharts ? (
        <Suspense fallback={null}>
          <ProjectCharts projectID={projectID}>{byCollaborator}</ProjectCharts>
        </Suspense>
      ) : (
        byCollaborator
      )}
    </Box>
  )
}
