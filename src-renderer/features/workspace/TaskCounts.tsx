import { Skeleton } from '@mui/material'
import type { Task } from '#shared/contract/index.ts'
import { TaskStatusDot } from '#ui/board/StatusDot.tsx'
import { Figure, FigureLine } from '#ui/list/FigureLine.tsx'
import { NONE } from './project-facts.ts'
import { countedStatuses, countOfStatus } from './task-summary.ts'

type TaskCountsProps = { tasks: readonly Task[] | undefined; hasFailed: boolean }

/** The number of tasks in each column of the board. */
export const TaskCounts = ({ tasks, hasFailed }: TaskCountsProps) => (
  <FigureLine label="Tasks by status">
    {countedStatuses.map((status) => (
      <Figure key={status} label={<TaskStatusDot status={status} />}>
        {tasks ? countOfStatus(tasks, status) : hasFailed ? NONE : <Skeleton width={20} />}
      </Figure>
    ))}
  </FigureLine>
)
