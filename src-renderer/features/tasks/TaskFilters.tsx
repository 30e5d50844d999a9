import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { memo, useMemo } from 'react'
import { TASK_TITLE_MAX, type Task } from '../../../shared/contract/index.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { assigneesOf } from './task-filters.ts'
import { NOBODY } from './use-tasks-view.ts'

type TaskFiltersProps = {
  tasks: readonly Task[]
  /** The viewer's ID when it is known: their own tasks can be chosen even while they have none. */
  viewerID: string | undefined
  q: string
  assignee: string
  onSearch: (q: string) => void
  onAssignee: (assignee: string) => void
}

/** Narrows both views by words and by assignee. */
export const TaskFilters = memo(function TaskFilters({
  tasks,
  viewerID,
  q,
  assignee,
  onSearch,
  onAssignee,
}: TaskFiltersProps) {
  const people = useMemo(() => assigneesOf(tasks).filter(({ id }) => id !== viewerID), [tasks, viewerID])
  // A link may name a person who has no task here any more.
  const isKnown = assignee === NOBODY || assignee === viewerID || people.some(({ id }) => id === assignee)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 0.7fr)', sm: 'minmax(0, 1fr) 220px' },
      }}
    >
      <SearchBox
        label="Search tasks"
        placeholder="Title, number or assignee"
        maxLength={TASK_TITLE_MAX}
        q={q}
        onSearch={onSearch}
      />
      <TextField
        select
        label="Assigned to"
        value={assignee}
        onChange={(event) => onAssignee(event.target.value)}
        slotProps={{ select: { displayEmpty: true, MenuProps: { slotProps: { paper: { sx: { maxHeight: 360 } } } } } }}
      >
        <MenuItem value="">Everyone</MenuItem>
        {viewerID && <MenuItem value={viewerID}>Me</MenuItem>}
        <MenuItem value={NOBODY}>Nobody yet</MenuItem>
        {assignee && !isKnown && <MenuItem value={assignee}>Somebody without a task here</MenuItem>}
        {people.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  )
})
