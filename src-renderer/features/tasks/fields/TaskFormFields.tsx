import { Box } from '@mui/material'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type ProjectRole, REQUIRED_TEXT, TASK_TITLE_MAX, type Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { useStages } from '#data/stages.ts'
import { inlineKeys } from '#ui/form/inline-keys.ts'
import { quietInput, quietRows } from '#ui/form/quiet-fields.ts'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { Field } from '#ui/form/Field.tsx'
import { ReadField } from '#ui/form/ReadField.tsx'
import { AssigneeField } from './AssigneeField.tsx'
import { DescriptionField } from './DescriptionField.tsx'
import type { FieldSaving, TaskFieldName, TaskFormValues } from '../data/task-form.ts'
import { assigneeName } from '../data/task-rules.ts'
import { DoneWhenOfTask } from './DoneWhenOfTask.tsx'
import { fieldPairs, TaskMoreFields } from './TaskMoreFields.tsx'
import { TaskStageField } from './TaskStageField.tsx'
import { TaskStatusField } from './TaskStatusField.tsx'

type TaskFormFieldsProps = {
  form: Pick<UseFormReturn<TaskFormValues>, 'control' | 'register' | 'formState' | 'resetField'>
  projectID: string
  role: ProjectRole
  /** The task as it is now, or null while it is only being created. */
  task: Task | null
  /** Creates the new task. */
  onSubmit?: () => Promise<void>
  /** Saves the fields of an open task. */
  saving?: FieldSaving
  /** Called with the task after one of its lines was ticked. */
  onTicked?: (task: Task) => void
  /** In an open task what is to be done is apart from its properties; on a phone the review and the talk are between them. */
  part?: 'all' | 'what' | 'rest'
}

/** The title of an open task is its heading: all of it shows, in as many lines as it has, and Enter saves it. */
const headingField = (saving: FieldSaving | undefined, takeBack: (() => void) | null, hintID: string) =>
  ({
    labelLook: visuallyHidden,
    multiline: true,
    'aria-describedby': hintID,
    onKeyDown: inlineKeys({ save: () => void saving?.save('title'), takeBack }),
    sx: {
      ...quietInput,
      typography: 'title',
      '& .MuiOutlinedInput-input': { font: 'inherit', letterSpacing: 'inherit' },
    },
  }) as const

/** The fields of a task, for creating and for editing: title, description, status and assignee, as far as the role may set them. */
export const TaskFormFields = ({
  form,
  projectID,
  role,
  task,
  onSubmit,
  saving,
  onTicked = () => undefined,
  part = 'all',
}: TaskFormFieldsProps) => {
  const { control, register, formState, resetField } = form
  const { stages } = useStages(projectID)
  const isNew = task === null
  const hintID = useId()
  const mayEdit = isNew || isManager(role)
  const errorAt = (name: 'title' | 'description'): string | undefined => {
    const message = formState.errors[name]?.message
    // The Create Task dialog shows the sentence about all required fields above the form.
    return isNew && message === REQUIRED_TEXT ? 'This field is required.' : message
  }
  const chosen = (...names: TaskFieldName[]) => saving && (() => void saving.save(...names))
  const takeBack = formState.dirtyFields.title ? () => resetField('title') : null
  const more = { control, projectID, role, task, saving, onTicked }
  const what = (
    <>
      <Field
        label="Title"
        required={isNew}
        autoFocus={isNew}
        autoComplete="off"
        error={errorAt('title')}
        inputProps={{ maxLength: TASK_TITLE_MAX, ...(!isNew && { enterKeyHint: 'done' }) }}
        {...(!isNew && headingField(saving, takeBack, hintID))}
        {...register('title', {
          setValueAs: (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim(),
          onBlur: () => saving?.leave('title'),
        })}
      />
      {!isNew && (
        <span id={hintID} hidden>
          Enter saves
        </span>
      )}
      <DescriptionField
        control={control}
        projectID={projectID}
        task={task}
        mayEdit={mayEdit}
        error={errorAt('description')}
        onSubmit={saving ? () => saving.save('description') : (onSubmit ?? (() => Promise.resolve()))}
      />
    </>
  )
  if (part === 'what')
    return (
      <>
        {what}
        <DoneWhenOfTask {...more} />
      </>
    )
  return (
    <>
      {part === 'all' && what}
      <Box sx={isNew ? fieldPairs : quietRows}>
        <TaskStatusField
          control={control}
          role={role}
          current={task?.status ?? null}
          isInReview={typeof task?.openRound === 'number'}
          onChosen={chosen('status', 'stageID')}
        />
        {stages.length > 0 && (
          <TaskStageField
            control={control}
            role={role}
            stages={stages}
            current={task}
            onChosen={chosen('status', 'stageID')}
          />
        )}
        {mayEdit ? (
          <AssigneeField
            control={control}
            projectID={projectID}
            label={isNew ? 'Assignee (optional)' : 'Assignee'}
            whyDisabled={isManager(role) ? null : 'Owners and admins choose who does a task.'}
            onChosen={chosen('assignee')}
          />
        ) : (
          <ReadField label="Assignee" none="Nobody">
            {assigneeName(task)}
          </ReadField>
        )}
      </Box>
      <TaskMoreFields {...more} hasDoneWhen={part === 'all'} />
    </>
  )
}
