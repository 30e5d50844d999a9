import Box from '@mui/material/Box'
import { taskStatusLabel } from '../../../shared/rules/statuses.ts'
import { statusColours } from './task-rules.ts'

/** A status in words, with its colour. */
export const TaskStatusChip = ({ status }: { status: number }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
    <Box
      component="span"
      aria-hidden
      sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: statusColours[status] ?? 'text.secondary' }}
    />
    {taskStatusLabel(status)}
  </Box>
)
