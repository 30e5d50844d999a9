import { beginningOf } from '#shared/rules/cut.ts'
import { Alert, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { TEMPLATE_NAME_MAX } from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { Field } from '#ui/form/Field.tsx'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'
import { type TemplateFields, useSaveTemplate } from '../data/mutations.ts'

type SaveTemplateDialogProps = { projectID: string; fields: TemplateFields; onClose: () => void }

/** Asks for a name, and saves a task's fields under it. It is no form of its own, because it is within the task's. */
export const SaveTemplateDialog = ({ projectID, fields, onClose }: SaveTemplateDialogProps) => {
  const [name, setName] = useState(beginningOf(fields.title, TEMPLATE_NAME_MAX).trim())
  const { mutate, isPending, error, reset } = useSaveTemplate(projectID)
  const ofName = isApiError(error) ? error.details.find(({ path }) => path.split('.').at(-1) === 'name') : undefined
  const save = () => {
    if (name.trim() === '' || isPending) return
    mutate(
      { name, fields },
      {
        onSuccess: ({ data }) => {
          toast(`“${data.name}” is saved as a template.`, 'success')
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog title="Save as template" isOpen onClose={onClose} maxWidth="xs">
      <DialogBody
        actions={
          <>
            <Button color="inherit" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="contained" onClick={save} loading={isPending} disabled={name.trim() === ''}>
              Save template
            </Button>
          </>
        }
      >
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          New tasks can begin with this title, description, priority, estimate, labels and “Done when”
          {fields.stageID !== null && ', in this stage'}. Assignee, due date, files and blockers stay with this task.
        </Typography>
        {error && !ofName && <Alert severity="error">{errorText(error, 'Failed to save the template')}</Alert>}
        <Field
          label="Name of the template"
          autoFocus
          autoComplete="off"
          value={name}
          error={ofName?.message}
          inputProps={{ maxLength: TEMPLATE_NAME_MAX }}
          onChange={(event) => {
            setName(event.target.value)
            reset()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter saves the template, not the task around it.
            event.preventDefault()
            save()
          }}
        />
      </DialogBody>
    </FormDialog>
  )
}
