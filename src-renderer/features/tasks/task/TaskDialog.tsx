import { Box, Button, Skeleton, type Theme, Typography, useMediaQuery } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { taskQuery } from '#data/tasks.ts'
import { isApiError } from '#lib/api.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'
import { WithAside } from '#ui/layout/WithAside.tsx'
import { TaskForm } from './TaskForm.tsx'

const NextBar = lazyPart(async () => (await import('./NextBar.tsx')).NextBar)
const TaskAside = lazyPart(async () => (await import('./TaskAside.tsx')).TaskAside)

/** Whether the server has anything that is beside a task's fields. */
export const useHasAside = (): boolean => {
  const hasTalk = useCapability('talk', true)
  return useCapability('review', true) || hasTalk
}

type BesideProps = {
  task: Task
  role: ProjectRole
  isScrolling?: boolean
  /** The form; on a phone with what is between its two parts, else with null. */
  children: (between: ReactNode) => ReactNode
}
/** A task's form, with what the task waits for above it and what is beside it, where the server has that. */
export const BesideForm = ({ task, role, isScrolling = false, children }: BesideProps) => {
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  const hasAside = useHasAside()
  const aside = hasAside ? (
    <Suspense>
      <TaskAside task={task} role={role} />
    </Suspense>
  ) : null
  return (
    <>
      {useCapability('rewards', true) && (
        <Suspense fallback={<Box sx={{ flex: 'none', minHeight: 72 }} />}>
          <NextBar key={task.id} task={task} role={role} />
        </Suspense>
      )}
      {isPhone && aside ? (
        children(aside)
      ) : (
        <WithAside isScrolling={isScrolling} aside={aside}>
          {children(null)}
        </WithAside>
      )}
    </>
  )
}

/** The shape of a task's form while the task loads. */
export const Loading = () => (
  <Box sx={{ minHeight: 320 }}>
    <DelayedSkeleton>
      <Box role="img" aria-label="Loading the task" sx={{ display: 'grid', gap: 2.5 }}>
        <Skeleton variant="rounded" height={48} />
        <Skeleton variant="rounded" height={140} />
        <Skeleton variant="rounded" height={48} />
      </Box>
    </DelayedSkeleton>
  </Box>
)

const Missing = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <DialogBody actions={<Button onClick={onClose}>Back to the board</Button>}>
    <Typography>{text} It may have been removed, or the link is not complete.</Typography>
  </DialogBody>
)

type FailedQuery = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** A task that loads, or could not be loaded. */
const Waiting = ({ error, isFetching = false, refetch, onClose }: Partial<FailedQuery> & { onClose: () => void }) => (
  <DialogBody actions={<Button onClick={onClose}>Close</Button>}>
    {error ? (
      <ErrorState
        title="Failed to load the task"
        text={isApiError(error) ? error.serverMessage : ''}
        onRetry={() => void refetch?.()}
        isRetrying={isFetching}
      />
    ) : (
      <Loading />
    )}
  </DialogBody>
)

type ContentProps = { projectID: string; taskID: string; role: ProjectRole; onClose: () => void }

const Content = ({ projectID, taskID, role, onClose }: ContentProps) => {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(taskQuery(client, projectID, taskID))
  // A link may name a task of another project, which is not shown here, or what is no task's ID.
  const isMissing = (isApiError(error) && [404, 422].includes(error.status)) || (data && data.projectID !== projectID)
  if (isMissing) return <Missing text="This task is not in this project." onClose={onClose} />
  if (data)
    return (
      <BesideForm task={data} role={role} isScrolling>
        {(between) => <TaskForm key={data.id} task={data} role={role} between={between} onDeleted={onClose} />}
      </BesideForm>
    )
  return <Waiting error={error} isFetching={isFetching} refetch={refetch} onClose={onClose} />
}

type TaskDialogProps = Omit<ContentProps, 'taskID'> & {
  /** The ID of the open task; null while none is open or its number is being looked up. */
  taskID: string | null
  isOpen: boolean
  /** No task has the number that the address names. */
  isGone: boolean
  /** How the server is asked for the task of the number, where the board does not have it; null where it is not. */
  lookUp: FailedQuery | null
}

/** The detail dialog of a task. */
export const TaskDialog = ({ taskID, isOpen, isGone, lookUp, onClose, ...props }: TaskDialogProps) => {
  // The dialog keeps its content while it fades out.
  const [shown, setShown] = useState({ taskID, isGone })
  if (isOpen && (taskID !== shown.taskID || isGone !== shown.isGone)) setShown({ taskID, isGone })
  const { data: task } = useQuery({
    ...taskQuery(useQueryClient(), props.projectID, shown.taskID ?? ''),
    enabled: false,
    select: ({ data }) => ({ number: data.taskId, title: data.title }),
  })
  return (
    <FormDialog
      title={
        <>
          Task Details
          {task?.number && (
            <Box component="span" aria-hidden className="tabular" sx={{ ml: 1 }}>
              #{task.number}
            </Box>
          )}
        </>
      }
      label={task?.number ? `${task.title}, task ${task.number}` : undefined}
      isSheet
      isOpen={isOpen}
      onClose={onClose}
      maxWidth={useHasAside() && !shown.isGone ? 'xl' : 'sm'}
      isTitleQuiet
      hasCross
    >
      {shown.taskID !== null ? (
        <Content {...props} taskID={shown.taskID} onClose={onClose} />
      ) : shown.isGone ? (
        <Missing text="This task is no longer there." onClose={onClose} />
      ) : (
        <Waiting {...lookUp} onClose={onClose} />
      )}
    </FormDialog>
  )
}
