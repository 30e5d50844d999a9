import { DialogContentText } from '@mui/material'
import { useState } from 'react'
import { type AdministeredPerson, SUSPENSION_REASON_MAX } from '#shared/contract/administration.ts'
import { personText } from '#shared/rules/person.ts'
import { confirmDiscard } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'

type SuspendDialogProps = {
  person: AdministeredPerson
  onClose: () => void
  onSuspend: (reason: string) => void
  isPending: boolean
}

/** Asks before a person is suspended, and for the reason, which they are mailed. It stays open until the server has done it. */
export const SuspendDialog = ({ person, onClose, onSuspend, isPending }: SuspendDialogProps) => {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const leave = async () => {
    if (reason.trim() === '' || (await confirmDiscard())) onClose()
  }
  const submit = () => {
    if (reason.trim() === '') setIsMissing(true)
    else onSuspend(reason.trim())
  }
  return (
    <FormDialog title={`Suspend ${personText(person)}?`} isOpen onClose={() => void leave()} maxWidth="xs">
      <DialogForm
        onSubmit={submit}
        actions={
          <FormButtons onCancel={() => void leave()} isPending={isPending} color="error">
            Suspend
          </FormButtons>
        }
      >
        <DialogContentText>
          They’ll be signed out everywhere and can’t sign in until you restore them.
        </DialogContentText>
        <Field
          label="Reason"
          multiline
          minRows={3}
          autoFocus
          value={reason}
          error={isMissing ? 'Please give a reason. They’ll read it.' : undefined}
          onChange={(event) => {
            setReason(event.target.value)
            setIsMissing(false)
          }}
          placeholder="We’ll email them this reason."
          hint={<CharacterCount count={reason.length} max={SUSPENSION_REASON_MAX} />}
          inputProps={{ maxLength: SUSPENSION_REASON_MAX }}
        />
      </DialogForm>
    </FormDialog>
  )
}
