import { MenuItem, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useCapability } from '#data/capabilities.ts'
import { openTasksOf } from '../data/queries.ts'

type TaskOfInvitationProps = { projectID: string; value: string | null; onChange: (taskID: string | null) => void }

/** The open task to which somebody without an account is led; nothing where the project has none. */
export const TaskOfInvitation = ({ projectID, value, onChange }: TaskOfInvitationProps) => {
  const isWanted = useCapability('claims', true)
  const { data: tasks } = useQuery({ ...openTasksOf(projectID), enabled: isWanted })
  if (!tasks || tasks.length === 0) return null
  return (
    <TextField
      select
      label="Task (optional)"
      helperText="Once they have registered, they find it first."
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">None: the project</MenuItem>
      {tasks.map(({ id, taskId: number, title }) => (
        <MenuItem key={id} value={id} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          #{number} {title}
        </MenuItem>
      ))}
    </TextField>
  )
}
