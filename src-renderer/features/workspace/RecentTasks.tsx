import { Box, Button, Link, Skeleton } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Task } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { LATEST } from '#data/tasks.ts'
import { relativeDays } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { TaskStatusDot } from '#ui/board/StatusDot.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { weight } from '#ui/look/tokens.ts'
import { NONE } from './project-facts.ts'

const rowLook = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) minmax(112px, 160px) minmax(72px, 128px)' },
  columnGap: 2,
  rowGap: 0.75,
  alignItems: 'center',
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const

const Row = ({ task, address }: { task: Task; address: string }) => (
  <Box component="li" sx={rowLook}>
    <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
      <Link
        component={RouterLink}
        to={address}
        // Closing the task's dialog comes back here.
        state={{ isOpenedHere: true }}
        underline="hover"
        sx={{ fontWeight: weight.semibold, color: 'text.primary', overflowWrap: 'anywhere' }}
      >
        {task.title}
      </Link>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        Updated {relativeDays(task.updatedAt)?.toLowerCase() ?? NONE}
      </Box>
    </Box>
    <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere', minWidth: 0 }}>
      {task.assignedToUsername ? (
        <PersonLine isCompact person={{ name: task.assignedToName ?? '', username: task.assignedToUsername }} />
      ) : (
        NONE
      )}
    </Box>
    <Box sx={{ typography: 'body2', justifySelf: { xs: 'end', sm: 'start' } }}>
      <TaskStatusDot status={task.status} />
    </Box>
  </Box>
)

type RecentTasksProps = {
  projectID: string
  tasks: readonly Task[] | undefined
  hasFailed: boolean
  onRetry: () => void
  isRetrying: boolean
}

/** The tasks changed last, each with a link to its dialog. */
export const RecentTasks = ({ projectID, tasks, hasFailed, onRetry, isRetrying }: RecentTasksProps) => {
  const hasNumbers = useCapability('talk', true)
  const addressOf = (task: Task) =>
    hasNumbers && task.taskId ? paths.taskByNumber(projectID, task.taskId) : paths.task(projectID, task.id)
  return (
    <TitledCard
      title="Recent Tasks"
      action={
        tasks &&
        tasks.length > 0 && (
          <Button component={RouterLink} to={paths.projectTab(projectID, 'tasks')} size="small">
            All tasks
          </Button>
        )
      }
    >
      {tasks && tasks.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {tasks.map((task) => (
            <Row key={task.id} task={task} address={addressOf(task)} />
          ))}
        </Box>
      )}
      {tasks?.length === 0 && (
        <EmptyState
          kind="tasks"
          headingLevel={4}
          title="No tasks yet"
          text="Create your first task to get started"
          action={
            <Button component={RouterLink} to={paths.newTask(projectID)} variant="outlined">
              Create the first task
            </Button>
          }
        />
      )}
      {!tasks && hasFailed && <ErrorState title="Failed to fetch tasks" onRetry={onRetry} isRetrying={isRetrying} />}
      {!tasks && !hasFailed && (
        // The room of the tasks is there from the start, so that what is below does not move.
        <Box sx={{ height: { xs: LATEST * 99, sm: LATEST * 71 } }}>
          <DelayedSkeleton>
            {Array.from({ length: LATEST }, (_, row) => (
              <Box key={row} sx={{ height: { xs: 99, sm: 71 }, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
                <Skeleton width="45%" />
                <Skeleton width="25%" />
              </Box>
            ))}
          </DelayedSkeleton>
        </Box>
      )}
    </TitledCard>
  )
}
