import { Alert, MenuItem, TextField } from '@mui/material'
import { ANSWER_DAYS, type ProjectDetails } from '#shared/contract/index.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useUpdateProject } from '../use-update-project.ts'

const days = Array.from({ length: ANSWER_DAYS.max - ANSWER_DAYS.min + 1 }, (_, at) => ANSWER_DAYS.min + at)

/** In how many days the project answers; a choice is saved at once. */
export const AnswerDays = ({ project }: { project: ProjectDetails }) => {
  const update = useUpdateProject(project.id)
  const shown = (update.isPending ? update.variables.answersWithinDays : undefined) ?? project.answersWithinDays
  return (
    <>
      {update.error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorText(update.error, 'Failed to update project')}
        </Alert>
      )}
      <TextField
        select
        label="Answers within"
        value={shown}
        onChange={({ target }) =>
          update.mutate(
            { answersWithinDays: Number(target.value) },
            {
              onSuccess: (_answer, { answersWithinDays }) =>
                toast(`New requests are answered within ${answersWithinDays} days.`, 'success'),
            },
          )
        }
        disabled={update.isPending}
        helperText={
          update.isPending
            ? 'Saving...'
            : 'Both sides see the date and get reminders. Unanswered requests close then. Earlier requests keep their date.'
        }
        sx={{ maxWidth: 400 }}
      >
        {days.map((count) => (
          <MenuItem key={count} value={count}>
            {count} days
          </MenuItem>
        ))}
      </TextField>
    </>
  )
}
