import { Alert, Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { Receipt } from '#shared/contract/earnings.ts'
import { useCapability } from '#data/capabilities.ts'
import { ownRatingsQuery } from '#data/ratings.ts'
import { platform } from '#platform'
import { isApiError } from '#lib/api.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { toast } from '#lib/toast.ts'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { OnlyWithPayouts } from './OnlyWithPayouts.tsx'
import { PaymentAnswer } from './PaymentAnswer.tsx'
import { printLook } from './print-look.tsx'
import { receiptQuery } from './queries.ts'
import { moneyOf } from './texts.ts'

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <Typography component="dt" sx={{ color: 'text.secondary' }}>
      {name}
    </Typography>
    <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {children}
    </Typography>
  </>
)

const partyText = ({ name, address }: Receipt['to']): string => (address ? `${name}\n${address}` : name)

/** The way to the review of the work, which is due once its payment is confirmed. */
const ReviewNext = ({ projectID }: { projectID: string }) => {
  const { data } = useQuery(ownRatingsQuery(useCapability('ratings', true)))
  if (!data?.some(({ project, isGiven }) => project.id === projectID && !isGiven)) return null
  return (
    <Button component={Link} to={paths.work()} variant="contained" data-print="none" sx={{ justifySelf: 'start' }}>
      Give a review
    </Button>
  )
}

const Whole = ({ receipt }: { receipt: Receipt }) => (
  <Box sx={{ display: 'grid', gap: 3, maxWidth: 640 }}>
    {receipt.voidedAt !== null && (
      <Alert severity="warning" role="status">
        Voided on {formatDate(receipt.voidedAt)}.
      </Alert>
    )}
    {receipt.voidedAt === null && receipt.missingAt !== null && (
      <Alert severity="warning" role="status">
        {receipt.to.name} said on {formatDate(receipt.missingAt)} that nothing arrived.
      </Alert>
    )}
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: { xs: '96px 1fr', sm: '160px 1fr' }, gap: '10px 16px', m: 0 }}
    >
      <Line name="Number">{receipt.number}</Line>
      <Line name="From">{partyText(receipt.from)}</Line>
      <Line name="To">{partyText(receipt.to)}</Line>
      <Line name="Project">{receipt.project.title}</Line>
      {receipt.task !== null && <Line name="Task">{receipt.task}</Line>}
      <Line name="Day">{formatDate(receipt.paidAt)}</Line>
      <Line name="Amount">{moneyOf(receipt)}</Line>
      {receipt.method !== null && <Line name="Method">{receipt.method}</Line>}
      {receipt.confirmedAt !== null && <Line name="Confirmed">{formatDate(receipt.confirmedAt)}</Line>}
    </Box>
    {receipt.mayAnswer && <PaymentAnswer paymentID={receipt.paymentID} />}
    {receipt.confirmedAt !== null && <ReviewNext projectID={receipt.project.id} />}
    <Typography>Recorded by {receipt.recordedBy}. This is a record, not an invoice.</Typography>
  </Box>
)

/** In a browser the page is printed; the desktop app saves it as a PDF. */
const PrintButton = ({ name }: { name: string }) => {
  const { savePdf } = platform
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    if (!savePdf || isSaving) return
    setIsSaving(true)
    try {
      if (await savePdf(name)) toast('The receipt is saved.', 'success')
    } catch {
      toast('The receipt could not be saved there.', 'error')
    }
    setIsSaving(false)
  }
  return savePdf ? (
    <Button variant="outlined" loading={isSaving} onClick={() => void save()}>
      Save as PDF
    </Button>
  ) : (
    <Button variant="outlined" onClick={() => print()}>
      Print
    </Button>
  )
}

/** The record of a payment, as both of its sides read and print it. */
export const ReceiptPage = () => {
  const { paymentID = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(receiptQuery(paymentID))
  const content = () => {
    if (data) return <Whole receipt={data} />
    if (isApiError(error) && error.status === 404)
      return <EmptyState kind="work" title="This receipt is not there." text="Or it is not yours to read." />
    if (error)
      return <ErrorState title="Failed to load the receipt" onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <DelayedSkeleton>
        <CardSkeleton lines={10} />
      </DelayedSkeleton>
    )
  }
  return (
    <OnlyWithPayouts>
      {printLook}
      <PageFrame
        heading={data ? `Receipt ${data.number}` : 'Receipt'}
        toolbar={
          data && (
            <Box data-print="none">
              <PrintButton name={`Receipt ${data.number} of ${data.project.title}.pdf`} />
            </Box>
          )
        }
      >
        {content()}
      </PageFrame>
    </OnlyWithPayouts>
  )
}
