import { Alert, DialogContentText } from '@mui/material'
import { useState } from 'react'
import type { Payment } from '#shared/contract/index.ts'
import { PAYMENT_NOTE_MAX } from '#shared/contract/payments.ts'
import { errorText } from '#lib/query-client.ts'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { NetworkFormButtons } from '#parts/network/NetworkButton.tsx'
import { useVoidPayment } from './payment-mutations.ts'
import { amountOf } from './PaymentList.tsx'

type VoidDialogProps = {
  projectID: string
  payment: Payment | undefined
  /** The name of the person who was paid. */
  name: string
  onClose: () => void
}

const Form = ({ projectID, payment, name, onClose }: VoidDialogProps & { payment: Payment }) => {
  const [reason, setReason] = useState('')
  const voidPayment = useVoidPayment(projectID)
  return (
    <DialogForm
      onSubmit={() => {
        voidPayment.mutate({ paymentId: payment.id, reason: reason.trim() }, { onSuccess: onClose })
      }}
      actions={
        <NetworkFormButtons onCancel={onClose} isPending={voidPayment.isPending} color="error">
          Void Payment
        </NetworkFormButtons>
      }
    >
      {voidPayment.isError && (
        <Alert severity="error">{errorText(voidPayment.error, 'Failed to void the payment')}</Alert>
      )}
      <DialogContentText>
        {amountOf(payment)} to {name} stays in the ledger, struck out, and no longer counts. You can’t undo this.
      </DialogContentText>
      <Field
        label="Reason (optional)"
        placeholder="Entered twice"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        autoFocus
        inputProps={{ maxLength: PAYMENT_NOTE_MAX }}
      />
    </DialogForm>
  )
}

/** Asks before an entry is voided, and for the reason. */
export const VoidDialog = ({ projectID, payment, name, onClose }: VoidDialogProps) => (
  <FormDialog title="Void this payment?" isOpen={payment !== undefined} onClose={onClose} maxWidth="xs">
    {payment && <Form key={payment.id} projectID={projectID} payment={payment} name={name} onClose={onClose} />}
  </FormDialog>
)
