import { Alert, DialogContentText } from '@mui/material'
import { useState } from 'react'
import { type Report, REPORT_DECISION_MAX, type ReportDecision } from '#shared/contract/reports.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'

type DecisionDialogProps = { report: Report; decision: ReportDecision; act: string; onClose: () => void }

const meanings: Readonly<Record<ReportDecision, string>> = {
  dismiss: 'Nothing changes, and the reported person learns nothing.',
  hide: 'It is gone for everybody but its author and the administrators. Running claims go on.',
  suspend: 'The person is signed out and cannot sign in until they are restored.',
}
const meaningOf = ({ state }: Report, decision: ReportDecision): string => {
  if (state !== 'appealed') return meanings[decision]
  return decision === 'dismiss'
    ? 'What was decided is taken back. This is final.'
    : 'It stays as decided. This is final.'
}

/** Says what a decision does, and asks why; for all open reports of the thing. */
export const DecisionDialog = ({ report, decision, act, onClose }: DecisionDialogProps) => {
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const decide = useCall('reports.decide', {
    input: (why: string) => ({ params: { id: report.id }, body: { decision, text: why } }),
    onSuccess: () => {
      toast('The report is decided.', 'success')
      onClose()
    },
    isStaleAfter: () => true,
  })
  const leave = async () => {
    if (text.trim() === '' || (await confirmDiscard())) onClose()
  }
  const send = () => {
    setIsMissing(text.trim() === '')
    if (text.trim() !== '') decide.mutate(text.trim())
  }
  return (
    <FormDialog title={`${act}?`} isOpen isSheet onClose={() => void leave()}>
      <DialogForm
        onSubmit={send}
        actions={
          <FormButtons
            onCancel={() => void leave()}
            isPending={decide.isPending}
            color={decision === 'dismiss' ? 'primary' : 'error'}
          >
            {act}
          </FormButtons>
        }
      >
        {decide.error && <Alert severity="error">{errorText(decide.error, 'Failed to decide this')}</Alert>}
        <DialogContentText>{meaningOf(report, decision)}</DialogContentText>
        <Field
          label="Why"
          required
          autoFocus
          multiline
          minRows={3}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isMissing ? 'Please write why.' : undefined}
          placeholder="The reported person reads this."
          hint={<CharacterCount count={text.length} max={REPORT_DECISION_MAX} />}
          inputProps={{ maxLength: REPORT_DECISION_MAX }}
        />
      </DialogForm>
    </FormDialog>
  )
}
