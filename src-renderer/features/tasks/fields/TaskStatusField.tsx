import { ListItemText, MenuItem, TextField } from '@mui/material'
import { type Control, useController } from 'react-hook-form'
import type { ProjectRole } from '#shared/contract/index.ts'
import { boardStatuses, taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'
import { TaskStatusDot } from '#ui/board/StatusDot.tsx'
import { ReadField } from '#ui/form/ReadField.tsx'
import type { TaskFormValues } from '../data/task-form.ts'
import { ONLY_MANAGERS_REOPEN, whyNotStatus } from '../data/task-rules.ts'

type TaskStatusFieldProps = {
  control: Control<TaskFormValues>
  role: ProjectRole
  /** The status that the task has now; null for a new task. */
  current: number | null
  /** What was handed in waits for its answer, which is given where the review is, with its text. */
  isInReview: boolean
  onChosen?: (() => void) | undefined
}

export const ANSWER_FIRST = 'Answer or withdraw the submission under Review.'

/** The choice of the four statuses. One that the role may not choose is disabled and says why. */
export const TaskStatusField = ({ control, role, current, isInReview, onChosen }: TaskStatusFieldProps) => {
  const { field, fieldState } = useController({ name: 'status', control })
  const { field: stage } = useController({ name: 'stageID', control })
  const { value } = field
  const error = fieldState.error?.message
  const isFixed = current === taskStatus.completed && whyNotStatus(role, current, taskStatus.assigned) !== null
  // Requested and rejected show only where a task has them; nobody can choose them.
  const others = [value, current].filter(
    (status): status is number => status !== null && !boardStatuses.includes(status),
  )
  const choices = [...new Set([...others, ...boardStatuses])]
  if (isFixed)
    return (
      <ReadField label="Status" none="" note={ONLY_MANAGERS_REOPEN}>
        <TaskStatusDot status={value} />
      </ReadField>
    )
  return (
    <TextField
      select
      label="Status"
      value={value}
      onChange={(event) => {
        field.onChange(Number(event.target.value))
        // Another status puts the task into its first stage.
        stage.onChange(null)
        onChosen?.()
      }}
      error={Boolean(error)}
      helperText={error}
      slotProps={{ select: { renderValue: (status) => <TaskStatusDot status={Number(status)} /> } }}
    >
      {choices.map((status) => {
        const usual = boardStatuses.includes(status) ? whyNotStatus(role, current, status) : 'Cannot be chosen'
        const reason = isInReview && status !== current ? ANSWER_FIRST : usual
        return (
          <MenuItem
            key={status}
            value={status}
            disabled={reason !== null && status !== value}
            sx={{ '&.Mui-disabled': { opacity: 1, color: 'text.secondary' } }}
          >
            <ListItemText
              primary={taskStatusLabel(status)}
              secondary={status !== value && reason}
              slotProps={{ secondary: { sx: { whiteSpace: 'normal' } } }}
            />
          </MenuItem>
        )
      })}
    </TextField>
  )
}
