import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import type { Payment } from '../../../shared/contract/index.ts'
import { PAYMENT_NOTE_MAX } from '../../../shared/contract/payments.ts'
import { errorText } from '../../lib/query-client.ts'
import { Field } from '../../ui/Field.tsx'
import { useVoidPayment } from './payment-mutations.ts'
import { amountOf } from './PaymentList.tsx'

type VoidDialogProps = {
  projectId: string
  payment: Payment | undefined
  /** Who was paid. */
  name: string
  onClose: () => void
}

const Form = ({ projectId, payment, name, onClose }: VoidDialogProps & { payment: Payment }) => {
  const [reason, setReason] = useState('')
  const voidPayment = useVoidPayment(projectId)
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (voidPayment.isPending) return
        voidPayment.mutate({ paymentId: payment.id, reason: reason.trim() }, { onSuccess: onClose })
      }}
      sx={{ overflowY: 'auto' }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {voidPayment.isError && (
          <Alert severity="error">{errorText(voidPayment.error, 'Failed to void the payment')}</Alert>
        )}
        <DialogContentText>
          {amountOf(payment)} to {name} stays in the ledger, struck out, and counts no more. This cannot be taken back.
        </DialogContentText>
        <Field
          label="Reason (optional)"
          placeholder="Entered twice"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          autoFocus
          inputProps={{ maxLength: PAYMENT_NOTE_MAX }}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose} disabled={voidPayment.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" color="error" loading={voidPayment.isPending}>
          Void Payment
        </Button>
      </DialogActions>
    </Box>
  )
}

/** Asks before an entry is voided, and why. */
export const VoidDialog = ({ projectId, payment, name, onClose }: VoidDialogProps) => (
  <Dialog open={payment !== undefined} onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="void-title">
    <DialogTitle id="void-title" variant="h2" sx={{ pt: 2.5, pb: 1, fontSize: '1.25rem' }}>
      Void this payment?
    </DialogTitle>
    {payment && <Form key={payment.id} projectId={projectId} payment={payment} name={name} onClose={onClose} />}
  </Dialog>
)
