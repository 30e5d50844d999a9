import { Alert, Box, Checkbox, FormControlLabel, MenuItem, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  DISPUTE_FILES_MAX,
  DISPUTE_TEXT_MAX,
  DISPUTE_TEXT_MIN,
  type DisputeReason,
  disputeReasons,
} from '#shared/contract/disputes.ts'
import type { Task } from '#shared/contract/index.ts'
import { disputeReasonLabels } from '#shared/rules/disputes.ts'
import { readReward } from '#shared/rules/typed-reward.ts'
import { rewardAmount } from '#lib/amounts.ts'
import { isApiError } from '#lib/api.ts'
import { taskFilesQuery } from '../data/queries.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { NetworkFormButtons } from '#parts/network/NetworkButton.tsx'

type DisputeDialogProps = {
  task: Pick<Task, 'id'>
  /** The dispute in which the viewer's side says what happened; null for a new one. */
  disputeID: string | null
  /** What is asked for unless another amount is typed, in hundredths. */
  ask: number
  /** The most that can be asked for; null where it is not known. */
  most: number | null
  /** The payment is late, or did not arrive. */
  isUnpaid: boolean
  currency: string
  onClose: () => void
}
type Said = { text: string; fileIDs: string[] }
type Opening = Said & { reason: DisputeReason; askCents: number }

type FileChoiceProps = { taskID: string; chosen: readonly string[]; onChange: (ids: string[]) => void }

/** The files of the task that a statement can name. Nothing where it has none. */
const FileChoice = ({ taskID, chosen, onChange }: FileChoiceProps) => {
  const { data: files = [], error } = useQuery(taskFilesQuery(taskID, true))
  // Who has lost the task sends without its files.
  if (isApiError(error) && error.status === 404) return null
  if (error)
    return <Alert severity="warning">The files of the task could not be loaded. You can send without them.</Alert>
  if (files.length === 0) return null
  const turn = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <Box role="group" aria-label="Files of the task">
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Files of the task that show it, at most {DISPUTE_FILES_MAX}. The other side and the administrators read their
        names.
      </Typography>
      {files.map(({ id, name }) => (
        <FormControlLabel
          key={id}
          label={name}
          disabled={!chosen.includes(id) && chosen.length >= DISPUTE_FILES_MAX}
          control={<Checkbox size="small" checked={chosen.includes(id)} onChange={() => turn(id)} />}
          sx={{ display: 'flex', overflowWrap: 'anywhere' }}
        />
      ))}
    </Box>
  )
}

/** Opens a dispute, or says what happened in one. What was typed stays while the server refuses it. */
export const DisputeDialog = ({ task, disputeID, ask, most, isUnpaid, currency, onClose }: DisputeDialogProps) => {
  const [text, setText] = useState('')
  const [reason, setReason] = useState<DisputeReason>(isUnpaid ? 'notPaid' : 'notReviewed')
  const [amount, setAmount] = useState(String(ask / 100))
  const [fileIDs, setFileIDs] = useState<string[]>([])
  const [isChecked, setIsChecked] = useState(false)
  const isNew = disputeID === null
  const done = {
    onSuccess: () => {
      toast(isNew ? 'The dispute is open.' : 'Both sides and the administrators read this now.', 'success')
      onClose()
    },
    isStaleAfter: () => true,
  }
  const open = useCall('disputes.open', {
    input: (body: Opening) => ({ params: { id: task.id }, body }),
    ...done,
  })
  const state = useCall('disputes.state', {
    input: (body: Said) => ({ params: { id: disputeID ?? '' }, body }),
    ...done,
  })
  const asked = readReward(amount, currency)
  const mostText = most === null ? undefined : `At most ${rewardAmount(most, currency)}.`
  const problems = {
    text: text.trim().length < DISPUTE_TEXT_MIN ? `Please write at least ${DISPUTE_TEXT_MIN} characters.` : undefined,
    amount: !isNew
      ? undefined
      : 'error' in asked
        ? asked.error
        : asked.cents > (most ?? Infinity)
          ? mostText
          : undefined,
  }
  const send = () => {
    setIsChecked(true)
    if (problems.text ?? problems.amount) return
    const said = { text: text.trim(), fileIDs }
    if (!isNew) state.mutate(said)
    else if ('cents' in asked) open.mutate({ ...said, reason, askCents: asked.cents })
  }
  const leave = async () => {
    if (text.trim() === '' || (await confirmDiscard())) onClose()
  }
  const error = open.error ?? state.error
  return (
    <FormDialog title={isNew ? 'Open a dispute' : 'Say what happened'} isOpen isSheet onClose={() => void leave()}>
      <DialogForm
        onSubmit={send}
        actions={
          <NetworkFormButtons onCancel={() => void leave()} isPending={open.isPending || state.isPending}>
            {isNew ? 'Open the dispute' : 'Send'}
          </NetworkFormButtons>
        }
      >
        {error && <Alert severity="error">{errorText(error, 'This could not be sent')}</Alert>}
        {isNew && (
          <>
            <TextField
              label="What is it about?"
              select
              fullWidth
              value={reason}
              onChange={({ target }) => setReason(target.value as DisputeReason)}
            >
              {disputeReasons.map((one) => (
                <MenuItem key={one} value={one}>
                  {disputeReasonLabels[one]}
                </MenuItem>
              ))}
            </TextField>
            <Field
              label={`What should be owed in all (${currency})?`}
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
              error={isChecked ? problems.amount : undefined}
              hint={mostText}
              inputProps={{ inputMode: 'decimal' }}
            />
          </>
        )}
        <Field
          label="What happened?"
          required
          multiline
          minRows={4}
          maxRows={12}
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isChecked ? problems.text : undefined}
          hint={<CharacterCount count={text.length} max={DISPUTE_TEXT_MAX} />}
          inputProps={{ maxLength: DISPUTE_TEXT_MAX }}
        />
        <FileChoice taskID={task.id} chosen={fileIDs} onChange={setFileIDs} />
      </DialogForm>
    </FormDialog>
  )
}
