import { Box, Button, Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { type ReadinessPart, readinessOf } from '#shared/rules/readiness.ts'
import { projectStatus } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { projectTasksQuery } from '#data/tasks.ts'
import { isApiError } from '#lib/api.ts'
import { toast } from '#lib/toast.ts'
import { useUpdateProject } from '#parts/use-update-project.ts'
import { paths } from '#lib/paths.ts'
import { ReadinessLine } from '#ui/project/ReadinessLine.tsx'
import { radius } from '#ui/look/tokens.ts'

/** Puts the draft on the market. It is for the owner alone, and holds nobody up who wants to publish with parts missing. */
const Publish = ({ project }: { project: ProjectDetails }) => {
  const update = useUpdateProject(project.id)
  const publish = () =>
    void update.mutateAsync({ status: projectStatus.published }).then(
      () => toast(`“${project.title}” is published. People find it on the market now.`, 'success'),
      (error: unknown) => toast((isApiError(error) && error.serverMessage) || 'Failed to publish project', 'error'),
    )
  return (
    <Button variant="contained" size="small" loading={update.isPending} onClick={publish}>
      Publish
    </Button>
  )
}

type DraftReadinessProps = { project: ProjectDetails; isOwner: boolean }

const wayTo = (projectID: string, part: ReadinessPart): string => {
  if (part === 'tasks') return paths.newTask(projectID)
  if (part === 'reward') return paths.projectTab(projectID, 'tasks')
  return paths.projectField(projectID, part === 'overBudget' ? 'budget' : part)
}

/** What a draft still lacks, with links to the fields in its settings, and for its owner the way to the market. */
export const DraftReadiness = ({ project, isOwner }: DraftReadinessProps) => {
  // The rewards of a draft's tasks count, too.
  const { data: tasks } = useQuery(projectTasksQuery(project.id))
  const hasRewards = useCapability('rewards', true)
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1.5,
        px: 2,
        py: 1.25,
        border: '1px dashed',
        borderColor: 'divider',
        borderRadius: radius.medium,
        bgcolor: 'background.paper',
        // Keeps its place until the tasks are counted.
        visibility: tasks === undefined ? 'hidden' : 'visible',
      }}
    >
      <ReadinessLine
        readiness={readinessOf(project, tasks?.length ?? 0, hasRewards ? (tasks ?? []) : null)}
        renderMissing={(part, words) => (
          <Link component={RouterLink} to={wayTo(project.id, part)}>
            {words}
          </Link>
        )}
      />
      {isOwner && <Publish project={project} />}
    </Box>
  )
}
