import { Alert, Box, Button, IconButton, MenuItem, TextField, Typography } from '@mui/material'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Label, LABEL_NAME_MAX, type LabelColour, labelColours, LABELS_MAX } from '#shared/contract/index.ts'
import { confirm } from '#lib/confirm.ts'
import { errorText } from '#lib/query-client.ts'
import { Field } from '#ui/form/Field.tsx'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'
import { LabelChip } from '#ui/board/LabelChip.tsx'
import { useChangeLabel, useCreateLabel, useDeleteLabel } from '../data/mutations.ts'

const named = (colour: LabelColour): string => colour.charAt(0).toUpperCase() + colour.slice(1)

type Draft = { name: string; colour: LabelColour }
type RowProps = {
  draft: Draft
  onChange: (draft: Draft) => void
  /** The name of the row, for its two fields. */
  label: string
  onEnter: () => void
}

const LabelFields = ({ draft, onChange, label, onEnter }: RowProps) => (
  <>
    <Field
      label={label}
      value={draft.name}
      autoComplete="off"
      inputProps={{ maxLength: LABEL_NAME_MAX }}
      onChange={(event) => onChange({ ...draft, name: event.target.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onEnter()
      }}
    />
    <TextField
      select
      label="Colour"
      value={draft.colour}
      onChange={(event) => onChange({ ...draft, colour: event.target.value as LabelColour })}
    >
      {labelColours.map((colour) => (
        <MenuItem key={colour} value={colour}>
          <LabelChip name={named(colour)} colour={colour} />
        </MenuItem>
      ))}
    </TextField>
  </>
)

const row = {
  display: 'grid',
  gap: 1,
  alignItems: 'end',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 110px auto', sm: 'minmax(0, 1fr) 140px auto' },
} as const

const LabelRow = ({ projectID, label }: { projectID: string; label: Label }) => {
  const [draft, setDraft] = useState<Draft>(label)
  const change = useChangeLabel(projectID)
  const remove = useDeleteLabel(projectID)
  const isChanged = draft.name.trim() !== label.name || draft.colour !== label.colour
  const save = () => {
    if (isChanged && draft.name.trim() !== '') change.mutate({ id: label.id, name: draft.name, colour: draft.colour })
  }
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete ${label.name}?`,
      text: 'The label leaves all tasks that have it. This cannot be undone.',
      confirmLabel: 'Delete',
      isDangerous: true,
    })
    if (isSure) remove.mutate(label.id)
  }
  const failure = change.error ?? remove.error
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={row}>
        <LabelFields draft={draft} onChange={setDraft} label={`Name of ${label.name}`} onEnter={save} />
        {isChanged ? (
          <Button onClick={save} disabled={change.isPending || draft.name.trim() === ''}>
            Save
          </Button>
        ) : (
          <IconButton aria-label={`Delete ${label.name}`} onClick={() => void ask()} disabled={remove.isPending}>
            <Trash2 size={18} aria-hidden />
          </IconButton>
        )}
      </Box>
      {failure && <Alert severity="error">{errorText(failure, 'The label could not be changed.')}</Alert>}
    </Box>
  )
}

type LabelsDialogProps = { projectID: string; labels: readonly Label[]; onClose: () => void }

/** Adds, renames and deletes the labels of a project; each change takes effect at once. */
export const LabelsDialog = ({ projectID, labels, onClose }: LabelsDialogProps) => {
  const [draft, setDraft] = useState<Draft>({ name: '', colour: 'blue' })
  const create = useCreateLabel(projectID)
  const isFull = labels.length >= LABELS_MAX
  const add = () => {
    if (draft.name.trim() === '' || isFull || create.isPending) return
    create.mutate(draft, { onSuccess: () => setDraft((now) => ({ ...now, name: '' })) })
  }
  return (
    <FormDialog title="Labels of the project" isOpen onClose={onClose} hasCross>
      <DialogBody
        actions={
          <Button color="inherit" onClick={onClose}>
            Done
          </Button>
        }
      >
        <Box sx={row}>
          <LabelFields draft={draft} onChange={setDraft} label="New label" onEnter={add} />
          <Button
            variant="contained"
            onClick={add}
            disabled={isFull || draft.name.trim() === ''}
            loading={create.isPending}
          >
            Add
          </Button>
        </Box>
        {create.error && <Alert severity="error">{errorText(create.error, 'The label could not be added.')}</Alert>}
        {isFull && <Typography variant="body2">A project has at most {LABELS_MAX} labels.</Typography>}
        {labels.length === 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            No labels yet. A label groups tasks across the board’s columns.
          </Typography>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          {labels.map((label) => (
            <LabelRow key={`${label.id} ${label.name} ${label.colour}`} projectID={projectID} label={label} />
          ))}
        </Box>
      </DialogBody>
    </FormDialog>
  )
}
