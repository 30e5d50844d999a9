import {
  Alert,
  DialogContentText,
  FormControl,
  FormControlLabel,
  FormLabel,
  Link as TextLink,
  Radio,
  RadioGroup,
} from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  REPORT_TEXT_MAX,
  type ReportKind,
  type ReportPart,
  type ReportReason,
  reportReasons,
} from '#shared/contract/reports.ts'
import { reportedLabel, reportReasonLabels } from '#shared/rules/reports.ts'
import { useCall } from '#data/use-call.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard, useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'

type ReportDialogProps = { kind: ReportKind; id: string; part: ReportPart; onClose: () => void }

/** Asks why a thing is reported, and says what happens next. */
export const ReportDialog = ({ kind, id, part, onClose }: ReportDialogProps) => {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const report = useCall('reports.create', {
    input: (body: { reason: ReportReason; text: string }) => ({
      body: { kind, id, ...(part !== 'whole' && { part }), ...body },
    }),
    onSuccess: () => {
      toast('Reported. The administrators will look at it.', 'success')
      onClose()
    },
  })
  // 'Your reports' leaves the page, which asks about the text, too.
  useUnsavedChanges(text.trim() !== '')
  const leave = async () => {
    if (text.trim() === '' || (await confirmDiscard())) onClose()
  }
  const send = () => {
    setIsMissing(reason === null)
    if (reason !== null) report.mutate({ reason, text: text.trim() })
  }
  return (
    <FormDialog
      title={`Report this ${reportedLabel({ kind, part }).toLowerCase()}`}
      isOpen
      isSheet
      onClose={() => void leave()}
      maxWidth="xs"
    >
      <DialogForm
        onSubmit={send}
        actions={
          <FormButtons onCancel={() => void leave()} isPending={report.isPending}>
            Report
          </FormButtons>
        }
      >
        {report.error && <Alert severity="error">{errorText(report.error, 'Failed to report this')}</Alert>}
        <FormControl error={isMissing}>
          <FormLabel id="report-reason">{isMissing ? 'Please choose a reason.' : 'What is wrong?'}</FormLabel>
          <RadioGroup
            aria-labelledby="report-reason"
            value={reason ?? ''}
            onChange={({ target }) => {
              setReason(reportReasons.find((one) => one === target.value) ?? null)
              setIsMissing(false)
            }}
          >
            {reportReasons.map((one) => (
              <FormControlLabel key={one} value={one} control={<Radio />} label={reportReasonLabels[one]} />
            ))}
          </RadioGroup>
        </FormControl>
        <Field
          label="What should the administrators know?"
          multiline
          minRows={3}
          value={text}
          onChange={({ target }) => setText(target.value)}
          hint={<CharacterCount count={text.length} max={REPORT_TEXT_MAX} />}
          inputProps={{ maxLength: REPORT_TEXT_MAX }}
        />
        <DialogContentText>
          The administrators look at it and decide. The reported person never learns who reported it.{' '}
          <TextLink component={Link} to={paths.reports()}>
            Your reports
          </TextLink>{' '}
          say once it was looked at.
        </DialogContentText>
      </DialogForm>
    </FormDialog>
  )
}
