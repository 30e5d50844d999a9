import { Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { type Stage, taskPriorities } from '#shared/contract/index.ts'
import { dueFilters } from '#shared/contract/task.ts'
import { FilterSelect } from '#ui/list/FilterSelect.tsx'
import { quietField } from '#ui/list/quiet-field.ts'
import type { MoreFilters } from '../data/more-filters.ts'
import { filterSize } from './TaskFilters.tsx'
import { labelsQuery } from '../data/queries.ts'
import { priorityLabels } from '../data/task-facts.ts'

const dueLabels = { overdue: 'Overdue', week: 'This week', none: 'No due date' } as const

type TaskMoreFiltersProps = {
  projectID: string
  filters: MoreFilters
  onChange: (change: Partial<MoreFilters>) => void
  /** The stages to choose from, and the one that is chosen; null where the view has a column for each, or there are none. */
  stages: { all: readonly Stage[]; chosen: number | null; onChange: (stage: number | null) => void } | null
  /** Takes back all filters, search and assignee too; null where nothing is filtered. */
  onClear: (() => void) | null
}

const fieldSize = { ...quietField, ...filterSize } as const

/** Narrows both views by label, priority, due date and what blocks; together they narrow further. */
export const TaskMoreFilters = memo(function TaskMoreFilters({
  projectID,
  filters,
  onChange,
  stages,
  onClear,
}: TaskMoreFiltersProps) {
  const labels = useQuery(labelsQuery(projectID, true)).data ?? []
  const choices = labels.map(({ id, name }) => ({ value: id, label: name }))
  // A link may name a label that is gone.
  const isKnown = filters.label === null || choices.some(({ value }) => value === filters.label)
  return (
    <Box
      role="group"
      aria-label="More filters"
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', lg: 'nowrap' },
        gap: 1,
        alignItems: 'center',
        flex: { xs: '1 1 100%', sm: '1 1 auto', lg: '0 1 auto' },
        minWidth: 0,
      }}
    >
      {stages && (
        <FilterSelect
          label="Stage"
          all="Any stage"
          choices={stages.all.map(({ id, name }) => ({ value: id, label: name }))}
          value={stages.all.some(({ id }) => id === stages.chosen) ? stages.chosen : null}
          onChange={stages.onChange}
          sx={fieldSize}
        />
      )}
      <FilterSelect
        label="Label"
        all="Any label"
        choices={isKnown ? choices : [...choices, { value: filters.label ?? 0, label: 'A deleted label' }]}
        value={filters.label}
        onChange={(label) => onChange({ label })}
        sx={fieldSize}
      />
      <FilterSelect
        label="Priority"
        all="Any priority"
        choices={taskPriorities.map((value) => ({ value, label: priorityLabels[value] }))}
        value={filters.priority}
        onChange={(priority) => onChange({ priority })}
        sx={fieldSize}
      />
      <FilterSelect
        label="Due"
        all="Any due date"
        choices={dueFilters.map((value) => ({ value, label: dueLabels[value] }))}
        value={filters.due}
        onChange={(due) => onChange({ due })}
        sx={fieldSize}
      />
      <FilterSelect
        label="Blocked"
        all="Blocked or not"
        choices={[{ value: 'blocked', label: 'Blocked only' }]}
        value={filters.blocked ? 'blocked' : null}
        onChange={(value) => onChange({ blocked: value !== null })}
        sx={fieldSize}
      />
      {onClear && (
        <Button color="inherit" size="small" onClick={onClear}>
          Clear
        </Button>
      )}
    </Box>
  )
})
