import { Box, Button, InputLabel } from '@mui/material'
import { useId, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { Task } from '#shared/contract/index.ts'
import { isPlainText } from '#shared/rules/markdown.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { Field } from '#ui/form/Field.tsx'
import { quietInput, quietText } from '#ui/form/quiet-fields.ts'
import { ReadField } from '#ui/form/ReadField.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { radius } from '#ui/look/tokens.ts'
import { useHasAiService } from '#data/ai-service.ts'
import { ImproveDescription } from './ImproveDescription.tsx'
import type { TaskFormValues } from '../data/task-form.ts'
import { SaveText } from './SaveText.tsx'

type DescriptionFieldProps = {
  control: Control<TaskFormValues>
  projectID: string
  /** The task as it is now, or null while it is only being created; the AI improves what exists. */
  task: Task | null
  mayEdit: boolean
  error: string | undefined
  /** Saves it, or creates the new task. */
  onSubmit: () => Promise<void>
}

/** The description as Markdown draws it, in the place of the field. */
const Drawn = ({ text, projectID, isQuiet }: { text: string; projectID: string; isQuiet: boolean }) => {
  const label = useId()
  return (
    <Box role="group" aria-labelledby={label}>
      <InputLabel id={label} component="span" variant="outlined" sx={isQuiet ? visuallyHidden : { display: 'block' }}>
        Description
      </InputLabel>
      <Box
        // Anyone who has no mouse scrolls a long one by keys.
        tabIndex={0}
        sx={{
          maxHeight: 320,
          overflowY: 'auto',
          borderRadius: radius.medium,
          ...(isQuiet ? quietText : { px: 1.75, py: 1, border: 1, borderColor: 'divider' }),
        }}
      >
        <RichText id="task" text={text} projectID={projectID} />
      </Box>
    </Box>
  )
}

/**
 * A task's description. Owners and admins write it, look at it as Markdown draws it, and can have an existing one rewritten by the
 * AI; members read it as text.
 */
export const DescriptionField = ({ control, projectID, task, mayEdit, error, onSubmit }: DescriptionFieldProps) => {
  const { ref, ...field } = useController({ name: 'description', control }).field
  const [isAsking, setIsAsking] = useState(false)
  // Without an AI service there is nobody to rewrite it.
  const hasAi = useHasAiService()
  const [isPreview, setIsPreview] = useState(false)
  const hasMarks = !isPlainText(field.value.trim())
  if (!mayEdit)
    return (
      <ReadField label="Description" isLabelHidden none="The title says it all.">
        {field.value.trim() && <RichText id="task" text={field.value} projectID={projectID} />}
      </ReadField>
    )
  const acts = (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, ml: -0.5 }}>
      {(hasMarks || isPreview) && (
        <Button size="small" onClick={() => setIsPreview((isIt) => !isIt)}>
          {isPreview ? 'Write' : 'Preview'}
        </Button>
      )}
      {task && hasAi && !isAsking && (
        <Button size="small" onClick={() => setIsAsking(true)}>
          Improve with AI…
        </Button>
      )}
    </Box>
  )
  return (
    <>
      {isPreview ? (
        <Drawn text={field.value} projectID={projectID} isQuiet={task !== null} />
      ) : (
        <Field
          {...field}
          inputRef={ref}
          label="Description"
          required={!task}
          multiline
          minRows={task ? 2 : 4}
          maxRows={12}
          onKeyDown={(event) => {
            if (isSubmitKey(event)) void onSubmit()
          }}
          error={error}
          {...(task && { labelLook: visuallyHidden, placeholder: 'What is to be done', sx: quietInput })}
        />
      )}
      {task && <SaveText control={control} name="description" what="the description" onSave={onSubmit} />}
      {acts}
      {task && isAsking && <ImproveDescription taskID={task.id} value={field.value} onChange={field.onChange} />}
    </>
  )
}
