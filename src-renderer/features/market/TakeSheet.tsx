import { Alert, Typography } from '@mui/material'
import type { OpenTaskPage } from '#shared/contract/open-tasks.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { isApiError } from '#lib/api.ts'
import { formatDate } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { NetworkFormButtons } from '#parts/network/NetworkButton.tsx'
import { useTakeTask } from './open-task-calls.ts'
import { SimilarTasks } from './SimilarTasks.tsx'

/** The day after this number of times 24 hours, in the viewer's zone. */
export const dayIn = (days: number, now = new Date()): string => formatDate(daysAfter(now, days).toISOString()) ?? ''

type TakeSheetProps = { task: OpenTaskPage; onClose: () => void; onTaken: (until: string) => void }

/** Says until which day the task is the viewer's, and takes it. */
export const TakeSheet = ({ task, onClose, onTaken }: TakeSheetProps) => {
  const { mutate, isPending, error } = useTakeTask()
  const until = dayIn(task.leaseDays)
  const take = () =>
    mutate(task.id, {
      onSuccess: ({ data }) => onTaken(formatDate(data.leaseUntil) ?? until),
    })
  const isLate = isApiError(error) && error.status === 409 && error.code === 'CONFLICT'
  return (
    <FormDialog title="Take this task" isOpen onClose={onClose} maxWidth="xs">
      <DialogForm
        onSubmit={take}
        actions={
          <NetworkFormButtons onCancel={onClose} isPending={isPending} disabled={isLate}>
            Take it
          </NetworkFormButtons>
        }
      >
        <Typography>
          “{task.title}” is yours until <strong>{until}</strong>. It goes to In Progress, and nobody else can take it.
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          You can give it back until you hand it in. It is then open again, for others too.
        </Typography>
        {error && (
          <Alert severity="error" variant="outlined">
            {errorText(error, 'Failed to take the task')}
          </Alert>
        )}
        {isLate && <SimilarTasks task={task} />}
      </DialogForm>
    </FormDialog>
  )
}
