import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { projectQuery } from '../../data/projects.ts'
import { projectTasksQuery } from '../../data/tasks.ts'
import { formatDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { ProjectStatusDot } from '../../ui/StatusDot.tsx'
import { TitledCard } from '../../ui/TitledCard.tsx'
import { PAGE_WIDTH } from '../../ui/tokens.ts'
import { Facts } from './Facts.tsx'
import { creatorFacts, deliverablesOf, lastChange, NONE, NOT_LOADED, projectTexts } from './project-facts.ts'
import { RecentTasks } from './RecentTasks.tsx'
import { TaskCounts } from './TaskCounts.tsx'
import { TeamMembers } from './TeamMembers.tsx'

const column = { display: 'grid', gap: { xs: 2, md: 3 }, gridTemplateColumns: 'minmax(0, 1fr)' } as const

/** The project's description, its tasks by status, and its members. */
export const OverviewTab = ({ projectID }: { projectID: string }) => {
  const navigate = useNavigate()
  // The frame reads the project too, and offers Retry when that fails.
  const { data: project } = useQuery({ ...projectQuery(projectID), retryOnMount: false })
  const tasks = useQuery(projectTasksQuery(projectID))
  const texts = projectTexts(project)
  const deliverables = deliverablesOf(project)
  return (
    <Box sx={{ maxWidth: PAGE_WIDTH, ...column }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="h2">Overview</Typography>
        <Button
          variant="contained"
          startIcon={<Plus size={18} aria-hidden />}
          onClick={() => void navigate(paths.newTask(projectID))}
        >
          Create New Task
        </Button>
      </Box>
      <TaskCounts tasks={tasks.data} hasFailed={tasks.isError} />
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
            tasks={tasks.data}
            hasFailed={tasks.isError}
            onRetry={() => void tasks.refetch()}
            isRetrying={tasks.isFetching}
          />
          <TitledCard title="Description">
            <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '72ch' }}>
              {project?.description ?? NOT_LOADED}
            </Typography>
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
                  value: project ? (formatDate(lastChange(project, tasks.data)) ?? NONE) : texts.updated,
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
