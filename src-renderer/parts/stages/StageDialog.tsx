import { Alert, Button, MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { type Stage, STAGE_LIMIT_MAX, STAGE_NAME_MAX } from '#shared/contract/index.ts'
import { boardStatuses } from '#shared/rules/statuses.ts'
import { useStages } from '#data/stages.ts'
import { TaskStatusDot } from '#ui/board/StatusDot.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { whyNotName } from './stage-list.ts'
import type { StageActs } from './use-stage-acts.ts'

/** Which stage the dialog is about: a new one, or one of the list and the field that gets the focus. */
export type StageAsked = { stage: Stage | null; focus: 'name' | 'status' | 'limit'; status?: number }

const WHOLE = /^\d{0,2}$/

type StageDialogProps = { projectID: string; asked: StageAsked; acts: StageActs; onClose: () => void }

/** Name, status and limit of a stage, new or not. */
export const StageDialog = ({
  projectID,
  asked: { stage, focus, status: wanted = 1 },
  acts,
  onClose,
}: StageDialogProps) => {
  const { stages } = useStages(projectID)
  const [name, setName] = useState(stage?.name ?? '')
  const [status, setStatus] = useState(stage?.status ?? wanted)
  const [limit, setLimit] = useState(stage?.limit ? String(stage.limit) : '')
  const [isSent, setIsSent] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const nameError = whyNotName(stages, name, stage?.id)
  const limitError = WHOLE.test(limit) && limit !== '0' && limit !== '00' ? null : `Between 1 and ${STAGE_LIMIT_MAX}.`
  const save = async () => {
    setIsSent(true)
    setReason(null)
    if (nameError !== null || limitError !== null || acts.isPending) return
    const draft = { name: name.trim(), status, limit: limit === '' ? null : Number(limit) }
    const outcome = stage ? await acts.change(stage, draft) : await acts.add(draft)
    if (outcome === null) onClose()
    else if (outcome !== undefined) setReason(outcome)
  }
  return (
    <FormDialog
      title={stage ? stage.name : 'New stage'}
      label={stage ? `Stage ${stage.name}` : undefined}
      isOpen
      onClose={onClose}
      maxWidth="xs"
    >
      <DialogForm
        onSubmit={() => void save()}
        actions={
          <>
            <Button color="inherit" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" variant="contained" loading={acts.isPending}>
              {stage ? 'Save' : 'Add stage'}
            </Button>
          </>
        }
      >
        {reason && <Alert severity="error">{reason}</Alert>}
        <Field
          label="Name"
          value={name}
          autoFocus={focus === 'name'}
          autoComplete="off"
          error={isSent ? (nameError ?? undefined) : undefined}
          inputProps={{ maxLength: STAGE_NAME_MAX, dir: 'auto' }}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          select
          label="Status of its tasks"
          value={status}
          autoFocus={focus === 'status'}
          onChange={(event) => setStatus(Number(event.target.value))}
        >
          {boardStatuses.map((one) => (
            <MenuItem key={one} value={one}>
              <TaskStatusDot status={one} />
            </MenuItem>
          ))}
        </TextField>
        <Field
          label="Limit (optional)"
          value={limit}
          autoFocus={focus === 'limit'}
          autoComplete="off"
          error={limitError ?? undefined}
          hint="Beyond it the number is red; nothing is refused."
          inputProps={{ inputMode: 'numeric', maxLength: 2 }}
          onChange={(event) => setLimit(event.target.value.trim())}
        />
      </DialogForm>
    </FormDialog>
  )
}
