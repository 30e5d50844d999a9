import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { APPLICATION_REASON_MAX } from '../../../shared/contract/creator-applications.ts'
import type { CreatorApplication } from '../../../shared/contract/index.ts'
import { CharacterCount } from '../../ui/CharacterCount.tsx'
import { Field } from '../../ui/Field.tsx'

type RejectDialogProps = {
  application: CreatorApplication
  onClose: () => void
  onReject: (reason: string | undefined) => void
}

/** Asks before an application is rejected, and for a reason that the applicant will read. */
export const RejectDialog = ({ application, onClose, onReject }: RejectDialogProps) => {
  const [reason, setReason] = useState('')
  return (
    <Dialog open onClose={onClose} aria-labelledby="reject-title" fullWidth maxWidth="xs">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onReject(reason.trim() || undefined)
        }}
      >
        <DialogTitle id="reject-title">Reject this application?</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>
            {application.user.username} cannot publish projects then, but may apply again.
          </DialogContentText>
          <Field
            label="Reason (optional)"
            multiline
            minRows={3}
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            placeholder="They will read it with the answer."
            hint={<CharacterCount count={reason.length} max={APPLICATION_REASON_MAX} />}
            inputProps={{ maxLength: APPLICATION_REASON_MAX }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" color="error">
            Reject application
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
