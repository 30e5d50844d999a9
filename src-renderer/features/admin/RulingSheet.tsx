import { Alert, Box, Typography } from '@mui/material'
import { useState } from 'react'
import { type Dispute, RULING_TEXT_MAX, RULING_TEXT_MIN } from '#shared/contract/disputes.ts'
import { meaningOfRuling } from '#shared/rules/disputes.ts'
import { budgetIn } from '#shared/rules/reward-money.ts'
import { rewardAmount } from '#lib/amounts.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { NetworkFormButtons } from '#parts/network/NetworkButton.tsx'

/** Asks for the amount and why, and says what the amount means before it is sent. */
export const RulingSheet = ({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) => {
  const [amount, setAmount] = useState('')
  const [text, setText] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { currency, paidCents, mostCents } = dispute
  const money = (cents: number) => rewardAmount(cents, currency)
  const cents = budgetIn(amount, currency)
  const meaning = cents === null ? null : meaningOfRuling(dispute, cents)
  const rule = useCall('disputes.rule', {
    input: (body: { amountCents: number; text: string }) => ({ params: { id: dispute.id }, body }),
    onSuccess: () => {
      toast('The dispute is ruled.', 'success')
      onClose()
    },
    isStaleAfter: () => true,
  })
  const problems = {
    amount: meaning ? undefined : `Please enter an amount from ${money(paidCents)} to ${money(mostCents)}.`,
    text: text.trim().length < RULING_TEXT_MIN ? `Please write at least ${RULING_TEXT_MIN} characters.` : undefined,
  }
  const send = () => {
    setIsChecked(true)
    if (cents !== null && meaning && !problems.text) rule.mutate({ amountCents: cents, text: text.trim() })
  }
  const leave = async () => {
    if ((text.trim() === '' && amount.trim() === '') || (await confirmDiscard())) onClose()
  }
  return (
    <FormDialog title="Rule the dispute" isOpen isSheet onClose={() => void leave()}>
      <DialogForm
        onSubmit={send}
        actions={
          <NetworkFormButtons onCancel={() => void leave()} isPending={rule.isPending}>
            Rule
          </NetworkFormButtons>
        }
      >
        {rule.error && <Alert severity="error">{errorText(rule.error, 'Failed to rule')}</Alert>}
        <Field
          label={`What is owed in all (${currency})`}
          required
          autoFocus
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          error={isChecked ? problems.amount : undefined}
          hint={`From ${money(paidCents)} to ${money(mostCents)}`}
          inputProps={{ inputMode: 'decimal' }}
        />
        <Box role="status" aria-label="What this means" sx={{ minHeight: 24 }}>
          {meaning && (
            <Typography variant="body2" className="tabular">
              Due: {money(meaning.dueCents)} · Released: {money(meaning.releasedCents)} · Given up:{' '}
              {money(meaning.givenUpCents)} · Paid already: {money(meaning.paidCents)}
            </Typography>
          )}
        </Box>
        <Field
          label="Why"
          required
          multiline
          minRows={4}
          maxRows={12}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isChecked ? problems.text : undefined}
          placeholder="Both sides read this."
          hint={<CharacterCount count={text.length} max={RULING_TEXT_MAX} />}
          inputProps={{ maxLength: RULING_TEXT_MAX }}
        />
      </DialogForm>
    </FormDialog>
  )
}
