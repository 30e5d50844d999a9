import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectRole } from '../../../shared/contract/index.ts'
import { taskQuery } from '../../data/tasks.ts'
import { isApiError } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'
import { DelayedSkeleton } from '../../ui/DelayedSkeleton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DialogBody, FormDialog } from '../../ui/FormDialog.tsx'
import { TaskForm } from './TaskForm.tsx'

/** The shape of a task's form while the task loads. */
export const Loading = () => (
  <Box sx={{ minHeight: 320 }}>
    <DelayedSkeleton>
      <Box aria-label="Loading the task" sx={{ display: 'grid', gap: 2.5 }}>
        <Skeleton variant="rounded" height={48} />
        <Skeleton variant="rounded" height={140} />
        <Skeleton variant="rounded" height={48} />
      </Box>
    </DelayedSkeleton>
  </Box>
)

type ContentProps = { projectID: string; taskID: string; role: ProjectRole; onClose: () => void }

const Content = ({ projectID, taskID, role, onClose }: ContentProps) => {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(taskQuery(client, projectID, taskID))
  // A link may name a task of another project, which is not shown here, or what is no task's ID.
  const isMissing = (isApiError(error) && [404, 422].includes(error.status)) || (data && data.projectID !== projectID)
  if (data && !isMissing)
    return (
      <TaskForm
        key={data.id}
        task={data}
        role={role}
        onCancel={onClose}
        onSaved={() => {
          toast('Task updated.', 'success')
          onClose()
        }}
      />
    )
  return (
    <DialogBody actions={<Button onClick={onClose}>Close</Button>}>
      {isMissing ? (
        <Typography>
          This task is not in this project. It may have been removed, or the link is not complete.
        </Typography>
      ) : error ? (
        <ErrorState
          title="Failed to load the task"
          text={isApiError(error) ? error.serverMessage : ''}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Loading />
      )}
    </DialogBody>
  )
}

type TaskDialogProps = Omit<ContentProps, 'taskID'> & {
  /** The ID of the open task; null while none is open. */
  taskID: string | null
}

/** The detail dialog of a task. */
export const TaskDialog = ({ taskID, onClose, ...props }: TaskDialogProps) => {
  // The dialog keeps its content while it fades out.
  const [shownID, setShownID] = useState(taskID)
  if (taskID !== null && taskID !== shownID) setShownID(taskID)
  return (
    <FormDialog title="Task Details" isOpen={taskID !== null} onClose={onClose} hasCross>
      {shownID !== null && <Content {...props} taskID={shownID} onClose={onClose} />}
    </FormDialog>
  )
}
