import { Alert, AlertTitle, Box, Typography } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ProjectRole, Stage, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { stageOf } from '#shared/rules/stages.ts'
import { nameOf } from '#shared/rules/person.ts'
import { type AllFields, changedMoreFields, moreFields } from '#shared/rules/task-fields.ts'
import { membersQuery } from '#data/memberships.ts'
import { useStages } from '#data/stages.ts'
import { isApiError } from '#lib/api.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { formatDate } from '#lib/format.ts'
import { DialogForm, FormButtons } from '#ui/form/FormDialog.tsx'
import { WithAside } from '#ui/layout/WithAside.tsx'
import { DeleteTask } from './DeleteTask.tsx'
import { FollowTask } from './FollowTask.tsx'
import { useUpdateTask } from '../data/mutations.ts'
import { NewerNotice } from './NewerNotice.tsx'
import { SaveAsTemplate } from '../templates/SaveAsTemplate.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { bodyOfMore, fieldsOfMore, moreValuesOf } from '../data/more-form.ts'
import { Later } from '#ui/feedback/Later.tsx'
import { stageInForm } from '../data/columns.ts'
import { newerTask } from '#data/stale-task.ts'
import { assigneeName } from '../data/task-rules.ts'
import { shownErrors, taskForm, taskFormOfMember, type TaskFormValues } from '../data/task-form.ts'
import { TaskFormFields } from '../fields/TaskFormFields.tsx'
import { OfferSection } from '../offer/OfferSection.tsx'
import { TaskColumns } from './TaskColumns.tsx'
import { useLeavingDialog } from './use-leaving-dialog.ts'

const valuesOf = (task: Task, stages: readonly Stage[]): TaskFormValues => ({
  title: task.title,
  description: task.description,
  status: task.status,
  stageID: stageInForm(stages, task),
  assignee: task.assignedToID ? { id: task.assignedToID, username: assigneeName(task) } : null,
  ...moreValuesOf(task),
})
const fieldsOf = ({ title, description, status, stageID: _stage, assignee, ...more }: TaskFormValues): AllFields => ({
  title,
  description,
  status,
  assignedToID: assignee?.id ?? null,
  ...fieldsOfMore(more),
})

const fieldNames = ['title', 'description', 'status', 'assignedToID'] as const
/** The names of the fields that differ between two states of the form. */
const changedFields = (before: AllFields, after: AllFields): Array<keyof AllFields> => [
  ...fieldNames.filter((field) => before[field] !== after[field]),
  ...changedMoreFields(before, after),
]
const changesOf = (before: AllFields, after: AllFields) => {
  const changed = changedFields(before, after)
  return {
    ...Object.fromEntries(fieldNames.filter((field) => changed.includes(field)).map((field) => [field, after[field]])),
    ...bodyOfMore(
      after,
      moreFields.filter((field) => changed.includes(field)),
    ),
  }
}

/** What is sent of the stage: nothing where the task stays in it, or comes to the first one of its new status by itself. */
const stageChange = (before: TaskFormValues, { status, stageID }: TaskFormValues) =>
  stageID === (status === before.status ? before.stageID : null) ? {} : { stageID }

type TaskFormProps = {
  task: Task
  role: ProjectRole
  /** What is between what is to be done and the other fields; null where nothing is. */
  between: ReactNode
  /** The page scrolls, not the form. */
  isOnPage?: boolean
  onCancel: () => void
  onSaved: () => void
}

/** Whether the task has been changed since; where the host counts no versions, nobody can tell. */
const isNewer = (task: Task, than: Task): boolean => (task.version ?? 0) > (than.version ?? 0)

/**
 * Edits a task as far as the viewer's role allows. A newer version of the task is shown at once if nothing is typed.
 * During an edit it is announced, and shown on request: typed text then stays, and all other fields change.
 */
export const TaskForm = ({ task: newest, role, between, isOnPage = false, onCancel, onSaved }: TaskFormProps) => {
  const [task, setTask] = useState(newest)
  const { stages } = useStages(newest.projectID)
  const mayEdit = isManager(role)
  const update = useUpdateTask()
  const form = useForm<TaskFormValues>({
    resolver: zodResolver(mayEdit ? taskForm : taskFormOfMember),
    values: valuesOf(task, stages),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { handleSubmit, formState, getValues, reset, setError } = form
  const { errors, isDirty } = formState
  const leave = useLeavingDialog(isDirty, onSaved)
  const [stale, setStale] = useState<{ newer: Task; contested: ReadonlyArray<keyof AllFields> } | null>(null)
  // What our own Save brings is no news.
  const isAnnounced = isDirty && isNewer(newest, task) && !update.isPending && !update.isSuccess
  // After a refused Save the form knows the newer task a moment before the cache tells it here.
  const isBehind = isNewer(task, newest)
  if (newest !== task && !isAnnounced && !isBehind && !update.isPending) setTask(newest)

  /** Shows the newer task beside what is typed. */
  const takeIn = (newer: Task, mine: ReadonlyArray<keyof AllFields>) => {
    const theirs = changedFields(fieldsOf(valuesOf(task, stages)), fieldsOf(valuesOf(newer, stages)))
    setStale({ newer, contested: theirs.filter((field) => mine.includes(field)) })
    setTask(newer)
  }

  const submit = handleSubmit((values) => {
    if (update.isPending || leave.isLeaving) return
    const before = fieldsOf(valuesOf(task, stages))
    const after = fieldsOf(values)
    const changes = { ...changesOf(before, after), ...stageChange(valuesOf(task, stages), values) }
    if (Object.keys(changes).length === 0) return onCancel()
    setStale(null)
    update.mutate(
      { task, changes },
      {
        onSuccess: ({ data }) => leave.with(data),
        onError: (error) => {
          const newer = newerTask(error)
          if (newer) takeIn(newer, changedFields(before, after))
          else showFieldErrors(error, shownErrors, setError)
        },
      },
    )
  })
  const isAtFields = shownErrors.some((name) => errors[name])
  const failure = update.isError && !stale && !isAtFields ? update.error : null
  const { taskCreatedByUsername: username } = task
  const member = useQuery(membersQuery(task.projectID)).data?.find((one) => one.username === username)
  const creator = member ? nameOf(member) : username
  const send = () => void submit()
  const notes = (
    <>
      {isAnnounced && (
        <NewerNotice
          newer={newest}
          onShow={() => takeIn(newest, changedFields(fieldsOf(valuesOf(task, stages)), fieldsOf(getValues())))}
        />
      )}
      {stale && !isAnnounced && (
        <StaleNotice
          {...stale}
          onTakeNewer={() => {
            setStale(null)
            reset(valuesOf(task, stages))
          }}
        />
      )}
      {failure && (
        <Alert severity="error">
          <AlertTitle sx={{ mb: 0 }}>Failed to update task</AlertTitle>
          {isApiError(failure) && failure.serverMessage}
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
  const fields = { form, projectID: task.projectID, role, task, onSubmit: send, onTicked: setTask }
  const buttons = (
    <FormButtons onCancel={onCancel} isPending={update.isPending} canCancel>
      Save
    </FormButtons>
  )
  const rest = (
    <Later>
      <OfferSection task={task} role={role} />
      <FollowTask taskID={task.id} />
      <SaveAsTemplate
        projectID={task.projectID}
        role={role}
        fields={() => ({ ...fieldsOf(getValues()), stageID: stageOf(stages, getValues())?.id ?? null })}
      />
      <DeleteTask task={task} role={role} onDeleted={onCancel} />
    </Later>
  )
  if (between)
    return (
      <WithAside
        isScrolling={!isOnPage}
        aside={
          <DialogForm onSubmit={send} actions={buttons}>
            {notes}
            <TaskFormFields {...fields} part="rest" />
            {rest}
            {made}
          </DialogForm>
        }
      >
        <DialogForm onSubmit={send} actions={null}>
          <TaskFormFields {...fields} part="what" />
        </DialogForm>
        <Box sx={{ borderTop: 1, borderColor: 'divider' }}>{between}</Box>
      </WithAside>
    )
  return (
    <DialogForm onSubmit={send} actions={buttons}>
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
    </DialogForm>
  )
}
