import { Alert, MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { DISPUTE_TEXT_MAX, DISPUTE_TEXT_MIN, type DisputeReason, disputeReasons } from '#shared/contract/disputes.ts'
import type { Task } from '#shared/contract/index.ts'
import { disputeReasonLabels } from '#shared/rules/disputes.ts'
import { readReward } from '#shared/rules/typed-reward.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'

type DisputeDialogProps = {
  task: Task
  /** The dispute in which the viewer's side says what happened; null for a new one. */
  disputeID: string | null
  most: number
  currency: string
  onClose: () => void
}
type Opening = { reason: DisputeReason; text: string; askCents: number }

/** Opens a dispute, or says what happened in one. What was typed stays while the server refuses it. */
export const DisputeDialog = ({ task, disputeID, most, currency, onClose }: DisputeDialogProps) => {
  const [text, setText] = useState('')
  const [reason, setReason] = useState<DisputeReason>('notReviewed')
  const [amount, setAmount] = useState(String(most / 100))
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
    input: (said: string) => ({ params: { id: disputeID ?? '' }, body: { text: said } }),
    ...done,
  })
  const asked = readReward(amount, currency)
  const problems = {
    text: text.trim().length < DISPUTE_TEXT_MIN ? `Please write at least ${DISPUTE_TEXT_MIN} characters.` : undefined,
    amount: isNew && 'error' in asked ? asked.error : undefined,
  }
  const send = () => {
    setIsChecked(true)
    if (problems.text ?? problems.amount) return
    if (!isNew) state.mutate(text.trim())
    else if ('cents' in asked) open.mutate({ reason, text: text.trim(), askCents: asked.cents })
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
          <FormButtons onCancel={() => void leave()} isPending={open.isPending || state.isPending}>
            {isNew ? 'Open the dispute' : 'Send'}
          </FormButtons>
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
      </DialogForm>
    </FormDialog>
  )
}
