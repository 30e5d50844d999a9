import { Box, Button } from '@mui/material'
import { type MouseEvent, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import type { TaskFormValues } from '../data/task-form.ts'

/** The buttons go with the press, so the focus goes to the text; on a touch screen that would open the keyboard. */
const focusText = ({ currentTarget, nativeEvent }: MouseEvent<HTMLElement>): void => {
  if ((nativeEvent as PointerEvent).pointerType === 'touch') return
  const text = currentTarget.parentElement?.previousElementSibling
  text?.querySelector<HTMLElement>('textarea, input[type="text"], [tabindex="0"]')?.focus()
}

type SaveTextProps = {
  control: Control<TaskFormValues>
  name: 'description' | 'lines'
  /** What the buttons save or take back, for screen readers. */
  what: string
  onSave: () => Promise<void>
}

/** Save and Cancel of a long text of an open task, while something in it is typed and not saved. */
export const SaveText = ({ control, name, what, onSave }: SaveTextProps) => {
  const { field, fieldState, formState } = useController({ control, name })
  const [isSaving, setIsSaving] = useState(false)
  if (!fieldState.isDirty) return null
  const save = async (event: MouseEvent<HTMLElement>) => {
    focusText(event)
    setIsSaving(true)
    await onSave()
    setIsSaving(false)
  }
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button size="small" variant="contained" loading={isSaving} onClick={(event) => void save(event)}>
        Save
        <Box component="span" sx={visuallyHidden}>
          &nbsp;{what}
        </Box>
      </Button>
      <Button
        size="small"
        color="inherit"
        disabled={isSaving}
        onClick={(event) => {
          focusText(event)
          field.onChange(formState.defaultValues?.[name] ?? '')
        }}
      >
        Cancel
        <Box component="span" sx={visuallyHidden}>
          &nbsp;the changes of {what}
        </Box>
      </Button>
    </Box>
  )
}
