import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { isManager } from '#shared/rules/membership.ts'
import { isArchived, projectStatus } from '#shared/rules/statuses.ts'
import { useProjectRole } from '#data/use-project-role.ts'
import { projectQuery } from '#data/projects.ts'
import { latestTasksQuery } from '#data/tasks.ts'
import { formatDate } from '#lib/format.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { paths } from '#lib/paths.ts'
import { Fold } from '#ui/layout/Fold.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import { ProjectStatusDot } from '#ui/board/StatusDot.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { BarAction, InBar } from '#ui/layout/WorkspaceBar.tsx'
import { DraftReadiness } from './DraftReadiness.tsx'
import { Facts } from './Facts.tsx'
import { creatorFacts, deliverablesOf, lastChange, NONE, NOT_LOADED, projectTexts } from './project-facts.ts'
import { RecentTasks } from './RecentTasks.tsx'
import { TaskCounts } from './TaskCounts.tsx'
import { TeamMembers } from './TeamMembers.tsx'

/** Pixels of a long description that are seen at once; what is below it stays within reach. */
const DESCRIPTION_HEIGHT = 360

const column = { display: 'grid', gap: { xs: 1.5, md: 2 }, gridTemplateColumns: 'minmax(0, 1fr)' } as const

/** The project's description, its tasks by status, and its members. */
export const OverviewTab = ({ projectID }: { projectID: string }) => {
  const navigate = useNavigate()
  // The frame reads the project too, and offers Retry when that fails.
  const { data: project } = useQuery({ ...projectQuery(projectID), retryOnMount: false })
  const tasks = useQuery(latestTasksQuery(projectID))
  // A draft that is published takes its button along. The heading then takes the focus, at the same place: were all of the
  // tab this area, a button that goes at the foot of the tab would scroll it to its top.
  const area = useKeptFocus<HTMLDivElement>('h2')
  const texts = projectTexts(project)
  const deliverables = deliverablesOf(project)
  const role = useProjectRole(projectID)
  const isDrafted =
    isManager(role) && project?.status === projectStatus.drafted && !isArchived(project) && !tasks.isError
  return (
    <Box sx={column}>
      <Box ref={area} tabIndex={-1} sx={isDrafted ? { position: 'relative', outline: 'none' } : visuallyHidden}>
        <Typography variant="h2" tabIndex={-1} sx={visuallyHidden}>
          Overview
        </Typography>
        {project && isDrafted && <DraftReadiness project={project} isOwner={role === 'owner'} />}
      </Box>
      <InBar area="actions">
        <BarAction label="Create New Task" icon={Plus} onClick={() => void navigate(paths.newTask(projectID))} />
      </InBar>
      <TaskCounts counts={tasks.data?.counts} hasFailed={tasks.isError} />
      <Box
        sx={{
          ...column,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
          alignItems: 'start',
        }}
      >
        <Box sx={column}>
          <RecentTasks
            projectID={projectID}
            tasks={tasks.data?.tasks}
            hasFailed={tasks.isError}
            onRetry={() => void tasks.refetch()}
            isRetrying={tasks.isFetching}
          />
          <TitledCard title="Description">
            <Box sx={{ maxWidth: '72ch' }}>
              <Fold height={DESCRIPTION_HEIGHT}>
                <RichText
                  id="description"
                  text={project?.description ?? NOT_LOADED}
                  projectID={projectID}
                  look="body1"
                />
              </Fold>
            </Box>
          </TitledCard>
          {deliverables.length > 0 && (
            <TitledCard title="Deliverables">
              <Box component="ul" sx={{ m: 0, pl: 2.5, maxWidth: '72ch', overflowWrap: 'anywhere' }}>
                {deliverables.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </Box>
            </TitledCard>
          )}
        </Box>
        <Box sx={column}>
          <TitledCard title="Project Details">
            <Facts
              facts={[
                { label: 'Organization', value: texts.organization },
                {
                  label: 'Status',
                  value: project ? <ProjectStatusDot project={project} where="workspace" /> : texts.status,
                },
                { label: 'Tier', value: texts.tier },
                { label: 'Created', value: texts.created },
                {
                  label: 'Last updated',
                  value: project ? (formatDate(lastChange(project, tasks.data?.tasks)) ?? NONE) : texts.updated,
                },
                ...creatorFacts(project),
              ]}
            />
          </TitledCard>
          <TeamMembers projectID={projectID} />
        </Box>
      </Box>
    </Box>
  )
}
