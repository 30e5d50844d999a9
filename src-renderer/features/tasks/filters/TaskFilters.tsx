import { Box, MenuItem, TextField } from '@mui/material'
import { memo, useMemo } from 'react'
import { TASK_TITLE_MAX, type Task } from '#shared/contract/index.ts'
import { quietField } from '#ui/list/quiet-field.ts'
import { SearchBox } from '#ui/list/SearchBox.tsx'
import { assigneesOf } from './task-filters.ts'
import { NOBODY } from './use-tasks-view.ts'

/** Filters are in one line where there is room for all. */
export const filterSize = { flex: { xs: '1 1 130px', lg: '0 1 auto' }, width: { lg: 152 } } as const

/** The search's width in the bar. It gives way to the views beside it, and to the project's name, which has more room from 1536 px on. */
export const barSearchWidth = {
  sm: 240,
  lg: 'clamp(140px, 100vw - 1060px, 240px)',
  xl: 'clamp(200px, 100vw - 1332px, 320px)',
} as const

type TaskSearchProps = { q: string; onSearch: (q: string) => void; width: string | typeof barSearchWidth }

/** Narrows both views by words. */
export const TaskSearch = memo(function TaskSearch({ q, onSearch, width }: TaskSearchProps) {
  return (
    <Box sx={{ width, minWidth: 0, display: 'flex' }}>
      <SearchBox
        isQuiet
        label="Search tasks"
        placeholder="Title, number or assignee"
        maxLength={TASK_TITLE_MAX}
        q={q}
        onSearch={onSearch}
      />
    </Box>
  )
})

type AssigneeFilterProps = {
  tasks: readonly Task[]
  /** The viewer's ID when it is known: their own tasks can be chosen even while they have none. */
  viewerID: string | undefined
  assignee: string
  onAssignee: (assignee: string) => void
}

/** Narrows both views by assignee. */
export const AssigneeFilter = memo(function AssigneeFilter({
  tasks,
  viewerID,
  assignee,
  onAssignee,
}: AssigneeFilterProps) {
  const people = useMemo(() => assigneesOf(tasks).filter(({ id }) => id !== viewerID), [tasks, viewerID])
  // A link may name a person who has no task here any more.
  const isKnown = assignee === NOBODY || assignee === viewerID || people.some(({ id }) => id === assignee)
  return (
    <TextField
      select
      label="Assigned to"
      value={assignee}
      onChange={(event) => onAssignee(event.target.value)}
      slotProps={{ select: { displayEmpty: true, MenuProps: { slotProps: { paper: { sx: { maxHeight: 360 } } } } } }}
      sx={{ ...quietField, ...filterSize }}
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
  )
})
