import { Alert, FormControlLabel, FormHelperText, MenuItem, Switch, TextField } from '@mui/material'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { REVIEW_QUEUE } from '#shared/contract/project-fields.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useUpdateProject } from '#parts/use-update-project.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'

const counts = Array.from({ length: REVIEW_QUEUE.max - REVIEW_QUEUE.min + 1 }, (_, at) => REVIEW_QUEUE.min + at)
const waiting = (count: number) => (count === 1 ? '1 hand-in waits' : `${count} hand-ins wait`)

/** Lets owner and admin say how the project gives out its tasks; a choice is saved at once. */
export const TakingSettings = ({ project }: { project: ProjectDetails }) => {
  const { mutate, isPending, variables, error } = useUpdateProject(project.id)
  const shown = { ...project, ...(isPending && variables) }
  const save = (change: { membersTake: boolean } | { reviewQueueMax: number }, done: string) =>
    mutate(change, { onSuccess: () => toast(done, 'success') })
  return (
    <TitledCard title="Taking tasks">
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorText(error, 'Failed to update project')}
        </Alert>
      )}
      <FormControlLabel
        control={
          <Switch
            checked={shown.membersTake}
            disabled={isPending}
            slotProps={{ input: { 'aria-describedby': 'members-take-hint' } }}
            onChange={(_event, membersTake) =>
              save(
                { membersTake },
                membersTake ? 'Members can take free tasks.' : 'Only owners and admins give out free tasks now.',
              )
            }
          />
        }
        label="Members can take free tasks"
      />
      <FormHelperText id="members-take-hint" sx={{ mt: 0, mb: 3 }}>
        Applies to tasks without an offer. Owners and admins can assign tasks either way.
      </FormHelperText>
      <TextField
        select
        label="Review queue"
        value={shown.reviewQueueMax}
        disabled={isPending}
        onChange={({ target }) => {
          const reviewQueueMax = Number(target.value)
          save({ reviewQueueMax }, `No task can be taken while ${waiting(reviewQueueMax)} for review.`)
        }}
        helperText={
          isPending ? 'Saving...' : 'While this many hand-ins wait for review, no task with an offer can be taken.'
        }
        sx={{ maxWidth: 400 }}
      >
        {counts.map((count) => (
          <MenuItem key={count} value={count}>
            {count === 1 ? '1 hand-in' : `${count} hand-ins`}
          </MenuItem>
        ))}
      </TextField>
    </TitledCard>
  )
}
