import { Box } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasOwnClaim } from '#data/claims.ts'
import { useHadNoRole } from '#data/had-no-role.ts'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { taskQuery } from '#data/tasks.ts'
import { isApiError } from '#lib/api.ts'
import { DialogBody } from '#ui/form/FormDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { BesideForm, Loading } from './TaskDialog.tsx'
import { TaskCommands } from './TaskCommands.tsx'
import { TaskForm } from './TaskForm.tsx'

type TaskPaneProps = {
  projectID: string
  taskID: string
  /** The task's number in its project. */
  number: string
  /** Stands in for a task that is no longer there, or not for the viewer any more. */
  gone: ReactNode
  /** What somebody sees who is no member of the project: the task as its guest has it, or `gone`. */
  outside: ReactNode
  onClose: () => void
}

const isGone = (error: unknown) => isApiError(error) && [403, 404, 422].includes(error.status)

/** A task beside a list, as its dialog shows it: read and edited in place, as far as the viewer's role allows. */
export const TaskPane = ({ projectID, taskID, number, gone, outside, onClose }: TaskPaneProps) => {
  const client = useQueryClient()
  const task = useQuery(taskQuery(client, projectID, taskID))
  const viewer = useQuery(viewerInProjectQuery(projectID))
  const error = task.error ?? viewer.error
  // A guest stays at their task while the role is asked for again, and without a network.
  const hadNoRole = useHadNoRole(viewer)
  if (isGone(viewer.error) || (hadNoRole && hasOwnClaim(client, projectID, Number(number)))) return outside
  if (isGone(task.error)) return gone
  if (task.data && viewer.data)
    return (
      // The form is in line with the heading above it.
      <Box sx={{ '& .MuiDialogContent-root, & .MuiDialogActions-root': { px: { xs: 2, md: 3 } } }}>
        <BesideForm task={task.data} role={viewer.data.roleInProject}>
          {(between) => (
            <TaskForm
              key={task.data.id}
              task={task.data}
              role={viewer.data.roleInProject}
              between={between}
              isOnPage
              onDeleted={onClose}
            />
          )}
        </BesideForm>
        <TaskCommands
          projectID={projectID}
          role={viewer.data.roleInProject}
          viewer={viewer.data}
          tasks={[task.data]}
          openID={taskID}
          view={null}
          selection={null}
        />
      </Box>
    )
  return (
    <DialogBody actions={null}>
      {error ? (
        <ErrorState
          title="Failed to load the task"
          text={isApiError(error) ? error.serverMessage : ''}
          onRetry={() => [task, viewer].forEach((query) => query.isError && void query.refetch())}
          isRetrying={task.isFetching || viewer.isFetching}
        />
      ) : (
        <Loading />
      )}
    </DialogBody>
  )
}
