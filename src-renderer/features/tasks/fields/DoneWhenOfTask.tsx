import { useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { whyNotField } from '#shared/rules/task-fields.ts'
import { useCapability } from '#data/capabilities.ts'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { type EditedLine, type ListName, readList, writeList } from '../data/more-form.ts'
import type { FieldSaving, TaskFormValues } from '../data/task-form.ts'
import { DoneWhenField } from './DoneWhenField.tsx'
import { SaveText } from './SaveText.tsx'

export type TaskMoreFieldsProps = {
  control: Control<TaskFormValues>
  projectID: string
  role: ProjectRole
  /** The task as it is now, or null while it is only being created. */
  task: Task | null
  /** Saves the fields of an open task. */
  saving: FieldSaving | undefined
  onTicked: (task: Task) => void
}

/** A list of the form; with `saving` it is saved when it is changed. */
export const useList = <T,>(
  control: Control<TaskFormValues>,
  name: ListName,
  saving?: FieldSaving,
): [T[], (items: readonly T[]) => void] => {
  const { field } = useController({ control, name })
  const change = (items: readonly T[]) => {
    field.onChange(writeList(items))
    void saving?.save(name)
  }
  return [readList<T>(field.value), change]
}

/** How the viewer is concerned by a task. */
export const useStanding = ({ projectID, role, task }: Pick<TaskMoreFieldsProps, 'projectID' | 'role' | 'task'>) => {
  const viewer = useQuery(viewerInProjectQuery(projectID)).data
  return {
    role,
    isCreator: task === null || (viewer !== undefined && task.taskCreatedByUsername === viewer.username),
    isAssignee: viewer !== undefined && task?.assignedToID === viewer.userID,
  }
}

/** 'Done when' of a task, where the host has it. */
export const DoneWhenOfTask = (props: TaskMoreFieldsProps) =>
  useCapability('tasks2', true) ? <DoneWhen {...props} /> : null

export const DoneWhen = ({ control, task, saving, onTicked, ...of }: TaskMoreFieldsProps) => {
  const standing = useStanding({ task, ...of })
  const [lines, setLines] = useList<EditedLine>(control, 'lines')
  const mayChange = whyNotField('doneWhen', standing) === null
  if (!mayChange && lines.length === 0) return null
  const save = saving && (() => saving.save('lines'))
  return (
    <>
      <DoneWhenField
        task={task}
        lines={lines}
        onChange={setLines}
        whyNotChange={mayChange ? null : ''}
        whyNotTick={whyNotField('tick', standing)}
        onTicked={onTicked}
        onSubmit={save && (() => void save())}
      />
      {save && <SaveText control={control} name="lines" what="the lines" onSave={save} />}
    </>
  )
}
