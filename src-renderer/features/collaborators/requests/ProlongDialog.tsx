import { nameOf } from '#shared/rules/person.ts'
import { Alert, DialogContentText } from '@mui/material'
import { useState } from 'react'
import { PROLONG_DAYS, PROLONG_REASON_MAX, type ProjectRequest } from '#shared/contract/index.ts'
import { errorText } from '#lib/query-client.ts'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { useProlong } from '../data/mutations.ts'

type ProlongDialogProps = { request: ProjectRequest | undefined; onClose: () => void }

const Form = ({ request, onClose }: ProlongDialogProps & { request: ProjectRequest }) => {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const prolong = useProlong()
  return (
    <DialogForm
      onSubmit={() => {
        setIsMissing(reason.trim() === '')
        if (reason.trim() !== '') prolong.mutate({ request, reason: reason.trim() }, { onSuccess: onClose })
      }}
      actions={
        <FormButtons onCancel={onClose} isPending={prolong.isPending}>
          Add {PROLONG_DAYS} Days
        </FormButtons>
      }
    >
      {prolong.isError && (
        <Alert severity="error">
          {errorText(prolong.error, 'Failed to change the answer date. Please try again.')}
        </Alert>
      )}
      <DialogContentText>
        The answer date moves by {PROLONG_DAYS} days, once. {nameOf(request)} will see the reason.
      </DialogContentText>
      <Field
        label="Reason"
        placeholder="We talk to everybody first"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={isMissing ? 'Please say why.' : undefined}
        autoFocus
        multiline
        minRows={2}
        maxRows={6}
        inputProps={{ maxLength: PROLONG_REASON_MAX }}
      />
    </DialogForm>
  )
}

/** Asks why a request cannot be answered in time. */
export const ProlongDialog = ({ request, onClose }: ProlongDialogProps) => (
  <FormDialog title="More time to answer?" isOpen={request !== undefined} onClose={onClose} maxWidth="xs">
    {request && <Form key={request.id} request={request} onClose={onClose} />}
  </FormDialog>
)
