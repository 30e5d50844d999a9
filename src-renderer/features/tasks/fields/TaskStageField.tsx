import { ListItemText, ListSubheader, MenuItem, TextField } from '@mui/material'
import { type Control, useController } from 'react-hook-form'
import type { ProjectRole, Stage, Task } from '#shared/contract/index.ts'
import { boardStatuses, taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'
import { columnIDOf, columnsOf, stageInForm, whyNotColumn } from '../data/columns.ts'
import { ReadField } from '#ui/form/ReadField.tsx'
import type { TaskFormValues } from '../data/task-form.ts'
import { ANSWER_FIRST } from './TaskStatusField.tsx'

type TaskStageFieldProps = {
  control: Control<TaskFormValues>
  role: ProjectRole
  stages: readonly Stage[]
  /** The task as it is now; null for a new one. */
  current: Task | null
  onChosen?: (() => void) | undefined
}

/** The choice of a stage, under the word of its status, which follows it. */
export const TaskStageField = ({ control, role, stages, current, onChosen }: TaskStageFieldProps) => {
  const { field: status } = useController({ name: 'status', control })
  const { field: stageID } = useController({ name: 'stageID', control })
  const columns = columnsOf(stages)
  const value = columnIDOf(stages, { status: status.value, stageID: stageID.value })
  const choose = (id: string) => {
    const column = columns.find((one) => one.id === id)
    if (!column) return
    status.onChange(column.status)
    stageID.onChange(stageInForm(stages, { status: column.status, stageID: column.stage?.id }))
    onChosen?.()
  }
  // A new task may begin in any stage that its creator may move one to.
  const from = current ?? { status: taskStatus.assigned, stageID: null }
  const isInReview = typeof current?.openRound === 'number'
  const whyNot = (column: (typeof columns)[number]) =>
    isInReview && column.status !== current?.status ? ANSWER_FIRST : whyNotColumn(role, stages, from, column)
  const isFixed = columns.every((column) => column.id === value || whyNot(column) !== null)
  if (isFixed)
    return (
      <ReadField label="Stage" none="None">
        {columns.find(({ id }) => id === value)?.title}
      </ReadField>
    )
  return (
    <TextField
      select
      label="Stage"
      value={columns.some(({ id }) => id === value) ? value : ''}
      onChange={(event) => choose(event.target.value)}
      slotProps={{
        select: { renderValue: (id) => <span dir="auto">{columns.find((one) => one.id === id)?.title}</span> },
      }}
    >
      {boardStatuses.flatMap((one) => [
        <ListSubheader key={`of ${one}`} sx={{ lineHeight: 2.5, bgcolor: 'transparent' }}>
          {taskStatusLabel(one)}
        </ListSubheader>,
        ...columns
          .filter((column) => column.status === one)
          .map((column) => {
            const reason = column.id === value ? null : whyNot(column)
            return (
              <MenuItem
                key={column.id}
                value={column.id}
                disabled={reason !== null}
                sx={{ pl: 3.5, '&.Mui-disabled': { opacity: 1, color: 'text.secondary' } }}
              >
                <ListItemText
                  primary={column.title}
                  secondary={reason}
                  slotProps={{ primary: { dir: 'auto' }, secondary: { sx: { whiteSpace: 'normal' } } }}
                />
              </MenuItem>
            )
          }),
      ])}
    </TextField>
  )
}
