import { Skeleton } from '@mui/material'
import { type CountedTasks, taskCount } from '#shared/rules/collaborators.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { TaskStatusDot } from '#ui/board/StatusDot.tsx'
import { Figure, FigureLine } from '#ui/list/FigureLine.tsx'
import { NONE } from './project-facts.ts'

/** The statuses that have a column on the board. */
const statuses = [taskStatus.assigned, taskStatus.inProgress, taskStatus.underReview, taskStatus.completed]

type TaskCountsProps = { counts: readonly CountedTasks[] | undefined; hasFailed: boolean }

/** The number of tasks in each column of the board. */
export const TaskCounts = ({ counts, hasFailed }: TaskCountsProps) => (
  <FigureLine label="Tasks by status">
    {statuses.map((status) => (
      <Figure key={status} label={<TaskStatusDot status={status} />}>
        {counts ? taskCount(counts, (task) => task.status === status) : hasFailed ? NONE : <Skeleton width={20} />}
      </Figure>
    ))}
  </FigureLine>
)
