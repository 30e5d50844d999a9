import { Alert, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { type OwnReport, REPORT_TEXT_MAX } from '#shared/contract/reports.ts'
import { reportedLabel } from '#shared/rules/reports.ts'
import { useCall } from '#data/use-call.ts'
import { formatDate } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { radius } from '#ui/look/tokens.ts'

const quoted = {
  m: 0,
  pl: 1.5,
  borderLeft: 3,
  borderColor: 'divider',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}

export const titleOf = (report: OwnReport): string => {
  if (report.decision === 'suspend') return 'Your account was suspended'
  return `Your ${reportedLabel(report).toLowerCase()} was hidden`
}

const Said = ({ by, text }: { by: string; text: string }) => (
  <Box>
    <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
      {by}
    </Typography>
    <Box component="blockquote" dir="auto" sx={quoted}>
      {text}
    </Box>
  </Box>
)

type Send = { mutate: (text: string) => void; isPending: boolean; error: Error | null }
export const toastAppealed = () => toast('The administrators look at it again.', 'success')

/** Asks the administrators to look again: once. What was typed stays while the server refuses it. */
const Appeal = ({ report, send }: { report: OwnReport; send: Send }) => {
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  useUnsavedChanges(text.trim() !== '')
  const submit = () => {
    const said = text.trim()
    setIsMissing(said === '')
    if (said !== '') send.mutate(said)
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={`Appeal: ${titleOf(report)}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      sx={{ display: 'grid', gap: 1.5, justifyItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        You can appeal once, until {formatDate(report.appealBy)}. What is decided then is final.
      </Typography>
      {send.error && (
        <Alert severity="error" variant="outlined" sx={{ justifySelf: 'stretch' }}>
          {errorText(send.error, 'Failed to send the appeal')}
        </Alert>
      )}
      <Field
        label="Why is the decision wrong?"
        multiline
        minRows={3}
        value={text}
        error={isMissing ? 'Please write something.' : undefined}
        hint={<CharacterCount count={text.length} max={REPORT_TEXT_MAX} />}
        onChange={({ target }) => {
          setText(target.value)
          setIsMissing(false)
        }}
        inputProps={{ maxLength: REPORT_TEXT_MAX }}
      />
      <Button type="submit" variant="contained" loading={send.isPending}>
        Appeal
      </Button>
    </Box>
  )
}

const grantedText = (decision: OwnReport['decision']) =>
  decision === 'suspend'
    ? 'Your appeal was granted: this suspension has ended. Tasks that you held were opened for others.'
    : 'Your appeal was granted: all is as it was.'
/** What became of an appeal. */
const Outcome = ({ report: { decision, appealedAt, isGranted, finalText, appealBy } }: { report: OwnReport }) => {
  if (isGranted !== null)
    return (
      <>
        <Alert severity={isGranted ? 'success' : 'info'} variant="outlined">
          {isGranted ? grantedText(decision) : 'Your appeal was not granted. This is final.'}
        </Alert>
        {finalText !== null && <Said by="Why" text={finalText} />}
      </>
    )
  if (appealedAt !== null)
    return (
      <Alert severity="info" variant="outlined" role="status">
        You appealed on {formatDate(appealedAt)}. The administrators look at it again.
      </Alert>
    )
  if (appealBy !== null) return null
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      The time to appeal is over.
    </Typography>
  )
}

/** What was decided, why, and the appeal. Who reported it is not known here. */
export const DecisionText = ({ report, send }: { report: OwnReport; send: Send }) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    {report.about !== null && (
      <Box
        dir="auto"
        sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: radius.medium, overflowWrap: 'anywhere' }}
      >
        {report.about}
      </Box>
    )}
    {report.text !== null && <Said by={`Decided on ${formatDate(report.decidedAt)}, because`} text={report.text} />}
    <Outcome report={report} />
    {report.appealBy !== null && <Appeal report={report} send={send} />}
  </Box>
)

/** What administrators have decided about something of the viewer's. */
export const Decision = ({ report }: { report: OwnReport }) => {
  const send = useCall('reports.appeal', {
    input: (text: string) => ({ params: { id: report.id }, body: { text } }),
    onSuccess: toastAppealed,
    // Another device may have appealed in the time between.
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })
  return (
    <TitledCard title={titleOf(report)} level={2}>
      <DecisionText report={report} send={send} />
    </TitledCard>
  )
}
