import { Alert } from '@mui/material'
import { useState } from 'react'
import { REQUIRED_TEXT } from '#shared/contract/index.ts'
import { MISSING_TEXT_MAX } from '#shared/contract/payments.ts'
import { useCall } from '#data/use-call.ts'
import { useKeyOfTry } from '#lib/key-of-try.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { NetworkFormButtons } from '#parts/network/NetworkButton.tsx'

/** Asks who was paid, by the record of a project, what its owners and admins are to know, and says that nothing arrived. */
export const MissingDialog = ({ paymentID, onClose }: { paymentID: string; onClose: () => void }) => {
  const [text, setText] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const keyOf = useKeyOfTry()
  const { mutate, isPending, error } = useCall('payments.missing', {
    input: (said: string) => ({ params: { id: paymentID }, body: { text: said, idempotencyKey: keyOf(said) } }),
    onSuccess: () => {
      toast('Owners and admins know. What it settled is due again.', 'success')
      onClose()
    },
    isStaleAfter: () => true,
  })
  const problem = text.trim() === '' ? REQUIRED_TEXT : undefined
  const send = () => {
    setIsChecked(true)
    if (!problem) mutate(text.trim())
  }
  const leave = async () => {
    if (text.trim() === '' || (await confirmDiscard())) onClose()
  }
  return (
    <FormDialog title="Nothing arrived" isOpen onClose={() => void leave()} maxWidth="xs">
      <DialogForm
        onSubmit={send}
        actions={
          <NetworkFormButtons onCancel={() => void leave()} isPending={isPending}>
            Send
          </NetworkFormButtons>
        }
      >
        {error && <Alert severity="error">{errorText(error, 'Failed to send this')}</Alert>}
        <Field
          label="What should owners and admins know?"
          required
          multiline
          minRows={3}
          maxRows={10}
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isChecked ? problem : undefined}
          hint={<CharacterCount count={text.length} max={MISSING_TEXT_MAX} />}
          inputProps={{ maxLength: MISSING_TEXT_MAX }}
        />
      </DialogForm>
    </FormDialog>
  )
}
