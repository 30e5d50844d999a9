import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import type { Task } from '../../../shared/contract/index.ts'
import { TaskStatusDot } from '../../ui/StatusDot.tsx'
import { NONE } from './project-facts.ts'
import { countedStatuses, countOfStatus } from './task-summary.ts'

type TaskCountsProps = { tasks: readonly Task[] | undefined; hasFailed: boolean }

/** The number of tasks in each column of the board. */
export const TaskCounts = ({ tasks, hasFailed }: TaskCountsProps) => (
  <Box
    component="dl"
    aria-label="Tasks by status"
    sx={{
      m: 0,
      display: 'grid',
      gap: { xs: 1.5, md: 2 },
      gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
    }}
  >
    {countedStatuses.map((status) => (
      <Card key={status} sx={{ px: { xs: 2, sm: 2.5 }, py: 2, display: 'flex', flexDirection: 'column-reverse' }}>
        <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
          <TaskStatusDot status={status} />
        </Box>
        <Box component="dd" className="tabular" sx={{ m: 0, typography: 'figure' }}>
          {tasks ? countOfStatus(tasks, status) : hasFailed ? NONE : <Skeleton width={36} />}
        </Box>
      </Card>
    ))}
  </Box>
)
