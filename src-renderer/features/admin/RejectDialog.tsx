import { DialogContentText } from '@mui/material'
import { useState } from 'react'
import { CREATOR_APPLICATION_REASON_MAX } from '#shared/contract/creator-applications.ts'
import type { CreatorApplication } from '#shared/contract/index.ts'
import { personText } from '#shared/rules/person.ts'
import { confirmDiscard } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'

type RejectDialogProps = {
  application: CreatorApplication
  onClose: () => void
  onReject: (reason: string | undefined) => void
  isPending: boolean
}

/**
 * Asks before a creator application is rejected, and for a reason, which the applicant reads. It stays open until the
 * server has the decision.
 */
export const RejectDialog = ({ application, onClose, onReject, isPending }: RejectDialogProps) => {
  const [reason, setReason] = useState('')
  const leave = async () => {
    if (reason.trim() === '' || (await confirmDiscard())) onClose()
  }
  return (
    <FormDialog title="Reject this application?" isOpen onClose={() => void leave()} maxWidth="xs">
      <DialogForm
        onSubmit={() => onReject(reason.trim() || undefined)}
        actions={
          <FormButtons onCancel={() => void leave()} isPending={isPending} color="error">
            Reject application
          </FormButtons>
        }
      >
        <DialogContentText>
          {personText(application.user)} cannot publish projects then, but may apply again.
        </DialogContentText>
        <Field
          label="Reason (optional)"
          multiline
          minRows={3}
          autoFocus
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          placeholder="They will read it with the answer."
          hint={<CharacterCount count={reason.length} max={CREATOR_APPLICATION_REASON_MAX} />}
          inputProps={{ maxLength: CREATOR_APPLICATION_REASON_MAX }}
        />
      </DialogForm>
    </FormDialog>
  )
}
