import Button from '@mui/material/Button'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { Task } from '../../../shared/contract/index.ts'
import { isSubmitKey } from '../../lib/submit-key.ts'
import { Field } from '../../ui/Field.tsx'
import { ImproveDescription } from './ImproveDescription.tsx'
import type { TaskFormValues } from './task-form.ts'

type DescriptionFieldProps = {
  control: Control<TaskFormValues>
  /** The task as it is now, or null while it is only being created; the AI improves what exists. */
  task: Task | null
  mayEdit: boolean
  error: string | undefined
  onSubmit: () => void
}

/** A task's description, and for owners and admins a button to have an existing one rewritten by the AI. */
export const DescriptionField = ({ control, task, mayEdit, error, onSubmit }: DescriptionFieldProps) => {
  const { ref, ...field } = useController({ name: 'description', control }).field
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Field
        {...field}
        inputRef={ref}
        label="Description"
        required={!task}
        multiline
        minRows={4}
        maxRows={12}
        onKeyDown={(event) => {
          if (isSubmitKey(event)) onSubmit()
        }}
        readOnly={!mayEdit}
        error={error}
        hint={
          mayEdit
            ? task &&
              !isAsking && (
                <Button size="small" onClick={() => setIsAsking(true)} sx={{ ml: -0.5 }}>
                  Improve with AI…
                </Button>
              )
            : 'Only owners and admins can change the description.'
        }
      />
      {task && mayEdit && isAsking && (
        <ImproveDescription taskID={task.id} value={field.value} onChange={field.onChange} />
      )}
    </>
  )
}
