import { Autocomplete, Box, TextField } from '@mui/material'
import type { Task } from '#shared/contract/index.ts'
import { keepEnter } from '#lib/keep-enter.ts'
import { oneValueField } from '#ui/form/one-value-field.ts'

const nameOf = (task: Task): string => `#${task.taskId} ${task.title}`

type TaskOfPaymentProps = {
  /** The tasks of the project; null when they could not be loaded. */
  tasks: readonly Task[] | null
  /** The ID of the chosen task; empty while none is chosen. */
  value: string
  onChange: (taskID: string) => void
  error?: string | undefined
}

/** The task that a payment is for, chosen from those of the project by number or title. */
export const TaskOfPayment = ({ tasks, value, onChange, error }: TaskOfPaymentProps) => (
  <Autocomplete<Task>
    options={tasks ?? []}
    onKeyDown={keepEnter}
    value={tasks?.find(({ id }) => id === value) ?? null}
    onChange={(_event, task) => onChange(task?.id ?? '')}
    getOptionLabel={nameOf}
    getOptionKey={({ id }) => id}
    isOptionEqualToValue={(one, other) => one.id === other.id}
    noOptionsText={tasks ? 'No task of this project fits.' : 'The tasks could not be loaded.'}
    openText="Show the tasks"
    clearText="For no task"
    sx={oneValueField}
    renderOption={({ key, ...item }, task) => (
      <Box component="li" key={key} {...item} style={{ overflowWrap: 'anywhere' }}>
        {nameOf(task)}
      </Box>
    )}
    renderInput={(input) => (
      <TextField
        {...input}
        label="Task (optional)"
        placeholder="Number or title"
        error={Boolean(error)}
        helperText={error}
      />
    )}
  />
)
