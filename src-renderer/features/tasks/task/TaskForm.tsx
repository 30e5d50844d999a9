import { Alert, AlertTitle, Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { stageOf } from '#shared/rules/stages.ts'
import { nameOf } from '#shared/rules/person.ts'
import { membersQuery } from '#data/memberships.ts'
import { isApiError } from '#lib/api.ts'
import { formatDate } from '#lib/format.ts'
import { DialogBody } from '#ui/form/FormDialog.tsx'
import { WithAside } from '#ui/layout/WithAside.tsx'
import { DeleteTask } from './DeleteTask.tsx'
import { FollowTask } from './FollowTask.tsx'
import { NewerNotice } from './NewerNotice.tsx'
import { SaveAsTemplate } from '../templates/SaveAsTemplate.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { Later } from '#ui/feedback/Later.tsx'
import { fieldsOf, type TaskFieldName } from '../data/task-form.ts'
import { TaskFormFields } from '../fields/TaskFormFields.tsx'
import { OfferSection } from '../offer/OfferSection.tsx'
import { TaskColumns } from './TaskColumns.tsx'
import { useTaskEdit } from './use-task-edit.ts'

type TaskFormProps = {
  task: Task
  role: ProjectRole
  /** What is between what is to be done and the other fields; null where nothing is. */
  between: ReactNode
  /** The page scrolls, not the form. */
  isOnPage?: boolean
  onDeleted: () => void
}

/** The fields of the upper part on a phone. */
const texts: readonly TaskFieldName[] = ['title', 'description', 'lines']
const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView?.({ block: 'nearest' })

/** A task, edited in place as far as the viewer's role allows: each field is saved by itself. */
export const TaskForm = ({ task: newest, role, between, isOnPage = false, onDeleted }: TaskFormProps) => {
  const edit = useTaskEdit(newest, role)
  const { task, stages, form, saving, announced, conflict, failure } = edit
  const { taskCreatedByUsername: username } = task
  const member = useQuery(membersQuery(task.projectID)).data?.find((one) => one.username === username)
  const creator = member ? nameOf(member) : username
  const refused = failure && (Object.keys(failure.sent) as TaskFieldName[])
  const isAboutText = announced !== null || (conflict?.names ?? refused ?? []).some((name) => texts.includes(name))
  const saveAll = (names: readonly TaskFieldName[]) => void saving.save(...names)
  const notes = (
    <>
      {announced && <NewerNotice newer={announced} onShow={edit.showNewer} />}
      {conflict && (
        <Box ref={bringIntoView}>
          <StaleNotice {...conflict} onSave={() => saveAll(conflict.names)} onTakeNewer={edit.discard} />
        </Box>
      )}
      {failure && (
        <Alert
          severity="error"
          ref={bringIntoView}
          action={
            refused &&
            refused.length > 0 && (
              <Button color="inherit" size="small" onClick={() => saveAll(refused)}>
                Try again
              </Button>
            )
          }
        >
          <AlertTitle sx={{ mb: 0 }}>Failed to update task</AlertTitle>
          {isApiError(failure.error) && failure.error.serverMessage}
        </Alert>
      )}
    </>
  )
  const made = (
    <Typography variant="body2" sx={{ mt: -1, color: 'text.secondary' }}>
      {task.taskId && `Task #${task.taskId}, created`}
      {!task.taskId && 'Created'} {creator && `by ${creator} `}on {formatDate(task.createdAt)}; last changed on{' '}
      {formatDate(task.updatedAt)}.
    </Typography>
  )
  const fields = { form, projectID: task.projectID, role, task, saving, onTicked: edit.take }
  const rest = (
    <Later>
      <OfferSection task={task} role={role} />
      <FollowTask taskID={task.id} />
      <SaveAsTemplate
        projectID={task.projectID}
        role={role}
        fields={() => ({ ...fieldsOf(form.getValues()), stageID: stageOf(stages, form.getValues())?.id ?? null })}
      />
      <DeleteTask task={task} role={role} onDeleted={onDeleted} />
    </Later>
  )
  if (between)
    return (
      <WithAside
        isScrolling={!isOnPage}
        aside={
          <DialogBody actions={null}>
            {!isAboutText && notes}
            <TaskFormFields {...fields} part="rest" />
            {rest}
            {made}
          </DialogBody>
        }
      >
        <DialogBody actions={null}>
          {isAboutText && notes}
          <TaskFormFields {...fields} part="what" />
        </DialogBody>
        <Box sx={{ borderTop: 1, borderColor: 'divider' }}>{between}</Box>
      </WithAside>
    )
  return (
    <DialogBody actions={null}>
      {made}
      {notes}
      <TaskColumns
        properties={
          <>
            <TaskFormFields {...fields} part="rest" />
            {rest}
          </>
        }
      >
        <TaskFormFields {...fields} part="what" />
      </TaskColumns>
    </DialogBody>
  )
}
