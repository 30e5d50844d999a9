import { Alert, Box, DialogContentText, Link as TextLink, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Due } from '#shared/contract/dues.ts'
import { PAYMENT_METHOD_MAX, PAYMENT_NOTE_MAX } from '#shared/contract/payments.ts'
import { nameOf } from '#shared/rules/person.ts'
import { smallestUnitsOf } from '#shared/rules/reward-money.ts'
import { dueSentence, heldUpSentence } from '#shared/rules/reward-sentence.ts'
import { useCall } from '#data/use-call.ts'
import { moneyText } from '#lib/amounts.ts'
import { useKeyOfTry } from '#lib/key-of-try.ts'
import { dateLocale } from '#lib/locale.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { weight } from '#ui/look/tokens.ts'
import { NetworkButton, NetworkFormButtons } from '#parts/network/NetworkButton.tsx'
import { PayoutOfDue } from './PayoutOfDue.tsx'
import { duesQuery } from '../data/queries.ts'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'

const amountOf = ({ currency, amountCents }: Due) => moneyText(currency, smallestUnitsOf(currency, amountCents))
const taskOf = (due: Due) => (due.taskId === null ? due.title : `#${due.taskId} ${due.title}`)

const sentenceOf = (due: Due): string => {
  const { since, payBy, isLate, waitsForPayee, person } = due
  const reader = { locale: dateLocale, zone: Intl.DateTimeFormat().resolvedOptions().timeZone, now: new Date() }
  const waitsFor = waitsForPayee ? nameOf(person) : null
  return (
    heldUpSentence(due, reader) ??
    dueSentence({ since: new Date(since), payBy: new Date(payBy), isLate, waitsFor }, reader)
  )
}

const RecordForm = ({ projectID, due, onClose }: { projectID: string; due: Due; onClose: () => void }) => {
  const [method, setMethod] = useState('')
  const [note, setNote] = useState('')
  const keyOf = useKeyOfTry()
  const record = useCall('dues.pay', {
    input: () => {
      const sent = {
        taskIDs: [due.taskID],
        ...(method.trim() && { method: method.trim() }),
        ...(note.trim() && { note: note.trim() }),
      }
      return { params: { id: projectID }, body: { ...sent, idempotencyKey: keyOf(sent) } }
    },
    onSuccess: () => {
      toast(`${amountOf(due)} to ${nameOf(due.person)} recorded.`, 'success')
      onClose()
    },
    isStaleAfter: () => true,
  })
  return (
    <DialogForm
      onSubmit={() => record.mutate()}
      actions={
        <NetworkFormButtons onCancel={onClose} isPending={record.isPending}>
          Record Payment
        </NetworkFormButtons>
      }
    >
      {record.isError && <Alert severity="error">{errorText(record.error, 'Failed to record the payment')}</Alert>}
      <DialogContentText sx={{ overflowWrap: 'anywhere' }}>
        {amountOf(due)} to {nameOf(due.person)} for {taskOf(due)}. You record here what you have paid elsewhere.
      </DialogContentText>
      <PayoutOfDue due={due} />
      <Field
        label="Method (optional)"
        placeholder="Bank transfer"
        value={method}
        onChange={(event) => setMethod(event.target.value)}
        autoFocus
        inputProps={{ maxLength: PAYMENT_METHOD_MAX }}
      />
      <Field
        label="Note (optional)"
        value={note}
        onChange={(event) => setNote(event.target.value)}
        inputProps={{ maxLength: PAYMENT_NOTE_MAX }}
      />
    </DialogForm>
  )
}

const DueRow = ({ due, onRecord }: { due: Due; onRecord: () => void }) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 1.5,
      py: 1.5,
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography variant="body2">
        <Box component="span" sx={{ fontWeight: weight.semibold }}>
          {nameOf(due.person)}
        </Box>{' '}
        for{' '}
        {due.taskId === null ? (
          due.title
        ) : (
          <TextLink component={Link} to={paths.taskByNumber(due.project.id, due.taskId)}>
            {taskOf(due)}
          </TextLink>
        )}
      </Typography>
      <Typography variant="body2" sx={{ color: due.isLate ? 'error.main' : 'text.secondary' }}>
        {sentenceOf(due)}
      </Typography>
    </Box>
    <Typography className="tabular" sx={{ fontWeight: weight.semibold }}>
      {amountOf(due)}
    </Typography>
    <NetworkButton
      size="small"
      variant="outlined"
      aria-label={`Record payment of ${amountOf(due)} to ${nameOf(due.person)} for ${taskOf(due)}`}
      onClick={onRecord}
    >
      Record payment
    </NetworkButton>
  </Box>
)

const Loading = () => (
  <DelayedSkeleton>
    <Box role="img" aria-label="Loading what is owed">
      {[0, 1].map((key) => (
        <Skeleton key={key} height={56} />
      ))}
    </Box>
  </DelayedSkeleton>
)

/** What the project owes, the earliest pay date first, each with its payment to record. */
export const OwedNow = ({ projectID }: { projectID: string }) => {
  const { data, error, isFetching, refetch } = useQuery(duesQuery(projectID))
  const { taskToPay } = useCollaboratorsView()
  const [chosen, setChosen] = useState<Due | null>(null)
  const [isAsked, setIsAsked] = useState(true)
  // Who comes from a task records what is owed for it. Its person may be a guest, whom the form for a payment does not list.
  const asked = isAsked ? data?.data.find(({ taskID }) => taskID === taskToPay) : undefined
  const recorded = chosen ?? asked ?? null
  const close = () => {
    setChosen(null)
    setIsAsked(false)
  }
  return (
    <TitledCard title="Owed now">
      {!data && error && (
        <ErrorState title="Failed to load what is owed" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Nobody is owed anything.
        </Typography>
      )}
      {data && data.data.length > 0 && (
        <Box
          component="ul"
          aria-label="Owed now"
          sx={{ listStyle: 'none', m: 0, p: 0, '& > li:first-of-type': { borderTop: 0, pt: 0 } }}
        >
          {data.data.map((due) => (
            <DueRow key={due.claimID} due={due} onRecord={() => setChosen(due)} />
          ))}
        </Box>
      )}
      {data && data.nextCursor !== null && (
        <Typography variant="body2" role="note" sx={{ mt: 1.5, color: 'text.secondary' }}>
          These are the {data.data.length} with the earliest pay dates. Record them to see more.
        </Typography>
      )}
      <FormDialog title="Record payment" isOpen={recorded !== null} onClose={close} maxWidth="xs">
        {recorded && <RecordForm key={recorded.claimID} projectID={projectID} due={recorded} onClose={close} />}
      </FormDialog>
    </TitledCard>
  )
}
