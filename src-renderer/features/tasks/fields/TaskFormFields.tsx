import { Box } from '@mui/material'
import type { UseFormReturn } from 'react-hook-form'
import { type ProjectRole, REQUIRED_TEXT, TASK_TITLE_MAX, type Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { useStages } from '#data/stages.ts'
import { Field } from '#ui/form/Field.tsx'
import { AssigneeField } from './AssigneeField.tsx'
import { DescriptionField } from './DescriptionField.tsx'
import type { TaskFormValues } from '../data/task-form.ts'
import { assigneeName, ONLY_MANAGERS_ASSIGN } from '../data/task-rules.ts'
import { TaskMoreFields } from './TaskMoreFields.tsx'
import { TaskStageField } from './TaskStageField.tsx'
import { TaskStatusField } from './TaskStatusField.tsx'

type TaskFormFieldsProps = {
  form: Pick<UseFormReturn<TaskFormValues>, 'control' | 'register' | 'formState'>
  projectID: string
  role: ProjectRole
  /** The task as it is now, or null while it is only being created. */
  task: Task | null
  onSubmit: () => void
  /** Called with the task after one of its lines was ticked. */
  onTicked?: (task: Task) => void
}

/** The fields of a task, for creating and for editing: title, description, status and assignee, as far as the role may set them. */
export const TaskFormFields = ({
  form,
  projectID,
  role,
  task,
  onSubmit,
  onTicked = () => undefined,
}: TaskFormFieldsProps) => {
  const { control, register, formState } = form
  const { stages } = useStages(projectID)
  const isNew = task === null
  const mayEdit = isNew || isManager(role)
  const errorAt = (name: 'title' | 'description'): string | undefined => {
    const message = formState.errors[name]?.message
    // The Create Task dialog shows the sentence about all required fields above the form.
    return isNew && message === REQUIRED_TEXT ? 'This field is required.' : message
  }
  return (
    <>
      <Field
        label="Title"
        required={isNew}
        autoFocus={isNew}
        autoComplete="off"
        error={errorAt('title')}
        inputProps={{ maxLength: TASK_TITLE_MAX }}
        {...register('title')}
      />
      <DescriptionField
        control={control}
        projectID={projectID}
        task={task}
        mayEdit={mayEdit}
        error={errorAt('description')}
        onSubmit={onSubmit}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <TaskStatusField
          control={control}
          role={role}
          current={task?.status ?? null}
          isInReview={typeof task?.openRound === 'number'}
        />
        {stages.length > 0 && <TaskStageField control={control} role={role} stages={stages} current={task} />}
        {mayEdit ? (
          <AssigneeField
            control={control}
            projectID={projectID}
            label={isNew ? 'Assignee (optional)' : 'Assignee'}
            whyDisabled={isManager(role) ? null : 'Owners and admins choose who does a task.'}
          />
        ) : (
          <Field label="Assignee" readOnly value={assigneeName(task)} hint={ONLY_MANAGERS_ASSIGN} />
        )}
      </Box>
      <TaskMoreFields control={control} projectID={projectID} role={role} task={task} onTicked={onTicked} />
    </>
  )
}
