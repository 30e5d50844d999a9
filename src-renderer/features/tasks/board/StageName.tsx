import { Box, TextField } from '@mui/material'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Stage, STAGE_NAME_MAX } from '#shared/contract/index.ts'
import { whyNotName } from '#parts/stages/stage-list.ts'
import { quietField } from '#ui/list/quiet-field.ts'

type RenameFieldProps = {
  stages: readonly Stage[]
  stage: Stage
  /** Resolves with the reason why the name could not be saved, or with null. */
  onSave: (name: string) => Promise<string | null | undefined>
  onClose: () => void
}

/** The name of a stage while it is changed in place: Enter saves it, Escape leaves it as it was. */
export const RenameField = ({ stages, stage, onSave, onClose }: RenameFieldProps) => {
  const [name, setName] = useState(stage.name)
  const [reason, setReason] = useState<string | null>(null)
  /** Enter saves, and so does the loss of the focus that may follow before the answer. */
  const isSaving = useRef(false)
  const save = async () => {
    if (isSaving.current) return
    const typed = name.trim()
    if (typed === stage.name) return onClose()
    isSaving.current = true
    const whyNot = whyNotName(stages, name, stage.id) ?? (await onSave(typed))
    isSaving.current = false
    if (whyNot) setReason(whyNot)
    else onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The board's own keys are about its cards.
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter') return
    event.preventDefault()
    void save()
  }
  return (
    <TextField
      autoFocus
      fullWidth
      label={`Name of ${stage.name}`}
      value={name}
      error={reason !== null}
      helperText={reason}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        setName(event.target.value)
        setReason(null)
      }}
      onKeyDown={onKeyDown}
      // A name that cannot be saved stays with its reason; it goes when the person leaves it so.
      onBlur={() => (reason === null ? void save() : onClose())}
      // A drag within the field marks text and does not carry the column away.
      onMouseDown={(event) => event.stopPropagation()}
      slotProps={{
        htmlInput: { maxLength: STAGE_NAME_MAX, autoComplete: 'off', dir: 'auto' },
        formHelperText: { role: 'alert' },
      }}
      sx={{ ...quietField, my: -0.75 }}
    />
  )
}

/** The name of a stage for those who may change it: a double click changes it in place. */
export const StageName = ({ name, onRename }: { name: string; onRename: () => void }) => (
  <Box
    component="span"
    dir="auto"
    title={name}
    onDoubleClick={onRename}
    sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
  >
    {name}
  </Box>
)
