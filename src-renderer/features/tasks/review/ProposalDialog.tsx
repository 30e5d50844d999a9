import { Alert } from '@mui/material'
import { useState } from 'react'
import { REQUIRED_TEXT } from '#shared/contract/index.ts'
import { PROPOSAL_TEXT_MAX } from '#shared/contract/proposals.ts'
import { readReward } from '#shared/rules/typed-reward.ts'
import { useCall } from '#data/use-call.ts'
import { useKeyOfTry } from '#lib/key-of-try.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { NetworkFormButtons } from '#parts/network/NetworkButton.tsx'

type Sent = { amountCents: number; text: string }

/** Proposes another amount to the other side. What was typed stays while the server refuses it. */
export const ProposalDialog = ({
  claimID,
  currency,
  onClose,
}: {
  claimID: string
  currency: string
  onClose: () => void
}) => {
  const [amount, setAmount] = useState('')
  const [text, setText] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const keyOf = useKeyOfTry()
  const { mutate, isPending, error } = useCall('proposals.make', {
    input: (sent: Sent) => ({ params: { id: claimID }, body: { ...sent, idempotencyKey: keyOf(sent) } }),
    onSuccess: () => {
      toast('The other side can agree or refuse now.', 'success')
      onClose()
    },
    isStaleAfter: () => true,
  })
  const typed = readReward(amount, currency)
  const problems = {
    amount: 'error' in typed ? typed.error : undefined,
    text: text.trim() === '' ? REQUIRED_TEXT : undefined,
  }
  const send = () => {
    setIsChecked(true)
    if (!('error' in typed) && !problems.text) mutate({ amountCents: typed.cents, text: text.trim() })
  }
  const leave = async () => {
    if ((text.trim() === '' && amount.trim() === '') || (await confirmDiscard())) onClose()
  }
  return (
    <FormDialog title="Propose another amount" isOpen onClose={() => void leave()} maxWidth="xs">
      <DialogForm
        onSubmit={send}
        actions={
          <NetworkFormButtons onCancel={() => void leave()} isPending={isPending}>
            Propose
          </NetworkFormButtons>
        }
      >
        {error && <Alert severity="error">{errorText(error, 'Failed to send the proposal')}</Alert>}
        <Field
          label={`What should be owed (${currency})?`}
          required
          autoFocus
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          error={isChecked ? problems.amount : undefined}
          inputProps={{ inputMode: 'decimal' }}
        />
        <Field
          label="Why?"
          required
          multiline
          minRows={3}
          maxRows={10}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isChecked ? problems.text : undefined}
          hint={<CharacterCount count={text.length} max={PROPOSAL_TEXT_MAX} />}
          inputProps={{ maxLength: PROPOSAL_TEXT_MAX }}
        />
      </DialogForm>
    </FormDialog>
  )
}
