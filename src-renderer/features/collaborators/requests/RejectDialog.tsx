import {
  Alert,
  DialogContentText,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
} from '@mui/material'
import { useId, useState } from 'react'
import { REJECTION_TEXT_MAX, type RejectionReason, rejectionReasons } from '#shared/contract/index.ts'
import { rejectionReasonText } from '#shared/rules/rejection.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import type { RejectionDraft } from './rejection-drafts.ts'

type Said = { reason: RejectionReason; text: string }
type FormProps = {
  /** Who reads the reason: a name, or how many people. */
  readers: string
  /** What rejected people can do afterwards. */
  after: string
  draft: RejectionDraft
  onDraft: (draft: RejectionDraft) => void
  isPending: boolean
  /** Why the last try failed. */
  error: string | null
  /** Somebody else has answered in the meantime, so that there is nothing left to reject. */
  isOver: boolean
  onReject: (said: Said) => void
  onClose: () => void
}

const Form = ({ readers, after, draft, onDraft, isPending, error, isOver, onReject, onClose }: FormProps) => {
  const { reason, text } = draft
  const [isMissing, setIsMissing] = useState(false)
  const labelId = useId()
  const isTooLong = text.trim().length > REJECTION_TEXT_MAX
  return (
    <DialogForm
      onSubmit={() => {
        setIsMissing(reason === null)
        if (reason !== null && !isTooLong && !isPending && !isOver) onReject({ reason, text: text.trim() })
      }}
      actions={
        <FormButtons onCancel={onClose} isPending={isPending} color="error" disabled={isOver}>
          Reject
        </FormButtons>
      }
    >
      {error && (
        <Alert severity={isOver ? 'warning' : 'error'}>
          {error}
          {isOver && text.trim() !== '' && ' Your text stays here for you to copy.'}
        </Alert>
      )}
      <DialogContentText>{after}</DialogContentText>
      <FormControl error={isMissing && reason === null} required>
        <FormLabel
          id={labelId}
          required={false}
          sx={{ mb: 0.5, fontSize: size.small, fontWeight: weight.semibold, color: 'text.primary' }}
        >
          Reason, which {readers} will read
        </FormLabel>
        <RadioGroup
          aria-labelledby={labelId}
          aria-required
          value={reason ?? ''}
          onChange={({ target }) =>
            onDraft({ ...draft, reason: rejectionReasons.find((one) => one === target.value) ?? null })
          }
        >
          {rejectionReasons.map((one, at) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" autoFocus={at === 0} />}
              label={rejectionReasonText[one]}
            />
          ))}
        </RadioGroup>
        {isMissing && reason === null && <FormHelperText role="alert">Please choose a reason.</FormHelperText>}
      </FormControl>
      <Field
        label="In your own words (optional)"
        placeholder="Thank you for your letter. We were looking for somebody who …"
        value={text}
        onChange={(event) => onDraft({ ...draft, text: event.target.value })}
        error={isTooLong ? `A rejection has at most ${REJECTION_TEXT_MAX.toLocaleString('en')} characters.` : undefined}
        hint={<CharacterCount count={text.trim().length} max={REJECTION_TEXT_MAX} />}
        multiline
        minRows={3}
        maxRows={8}
      />
    </DialogForm>
  )
}

type RejectDialogProps = FormProps & { title: string; isOpen: boolean }

/** Asks why one or several applications are rejected. What is typed stays when a try fails, and when it is closed. */
export const RejectDialog = ({ title, isOpen, ...form }: RejectDialogProps) => (
  <FormDialog title={title} isOpen={isOpen} onClose={form.onClose} maxWidth="sm">
    <Form {...form} />
  </FormDialog>
)
