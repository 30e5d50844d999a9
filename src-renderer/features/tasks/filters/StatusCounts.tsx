import { Box, ButtonBase } from '@mui/material'
import type { Task } from '#shared/contract/index.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { TaskStatusDot } from '#ui/board/StatusDot.tsx'
import { radius, size, weight } from '#ui/look/tokens.ts'
import { countByStatus } from './task-filters.ts'

type TaskStatus = 0 | 1 | 2 | 3 | 4 | 5
const statuses: readonly TaskStatus[] = [0, 1, 2, 3, 4, 5]

type StatusCountsProps = {
  /** All tasks of the project, and those of them that fit the other filters. */
  all: readonly Task[]
  fitting: readonly Task[]
  /** The status whose tasks are shown alone; null for all. */
  status: TaskStatus | null
  onStatus: (status: TaskStatus | null) => void
}

/** The number of tasks of each status, and how many of them fit the filters. A press shows the tasks of one status alone. */
export const StatusCounts = ({ all, fitting, status: shown, onStatus }: StatusCountsProps) => {
  const totals = countByStatus(all)
  const counts = countByStatus(fitting)
  const isFiltered = all.length !== fitting.length
  return (
    <Box
      role="group"
      aria-label="Tasks by status"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: { xs: 0.25, md: 1 },
        px: 0.75,
        py: 0.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: radius.medium,
        bgcolor: 'background.paper',
      }}
    >
      {statuses.map((status) => (
        <ButtonBase
          key={status}
          aria-pressed={status === shown}
          title={status === shown ? 'Show all statuses' : `Show only ${taskStatusLabel(status)}`}
          onClick={() => onStatus(status === shown ? null : status)}
          sx={{
            gap: 1,
            px: 1.25,
            py: 0.75,
            borderRadius: radius.small,
            font: 'inherit',
            fontSize: size.small,
            color: 'text.secondary',
            '&:hover': { bgcolor: 'action.hover' },
            '&[aria-pressed="true"]': { bgcolor: 'action.selected', color: 'text.primary' },
          }}
        >
          <TaskStatusDot status={status} />
          <Box component="span" className="tabular" sx={{ fontWeight: weight.bold, color: 'text.primary' }}>
            {isFiltered ? `${counts[status]} of ${totals[status]}` : totals[status]}
          </Box>
        </ButtonBase>
      ))}
    </Box>
  )
}
