import { exportName } from '#shared/rules/file-name.ts'
import { Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Download, Split } from 'lucide-react'
import { useState } from 'react'
import { useCapability } from '#data/capabilities.ts'
import { projectQuery } from '#data/projects.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { saveInBrowser } from '#platform/save-in-browser.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { FilterSelect } from '#ui/list/FilterSelect.tsx'
import { Pager } from '#ui/list/Pager.tsx'
import { quietField } from '#ui/list/quiet-field.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { BudgetBar } from './BudgetBar.tsx'
import { BulkPaymentDialog } from './BulkPaymentDialog.tsx'
import { countOf } from '../data/labels.ts'
import { ledgerPeriods, ledgerTime, periodLabels, sumsText } from '../data/ledger-period.ts'
import { OwedNow } from './OwedNow.tsx'
import { PaymentList } from './PaymentList.tsx'
import { paymentsCsv } from './payments-csv.ts'
import { ledgerQuery, readLedger } from '../data/queries.ts'
import { PromiseBar } from './PromiseBar.tsx'
import { QuickPayment } from './QuickPayment.tsx'
import type { ReportDraft } from '../data/use-drafts.ts'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import { usePayees } from '../data/use-payees.ts'
import type { Team } from '../data/use-team.ts'
import { VoidDialog } from './VoidDialog.tsx'

type ExportButtonProps = {
  team: Team
  time: ReturnType<typeof ledgerTime>
  nameOf: (userID: string, username: string) => string
}

/** Saves all payments of the chosen time as a CSV file. */
const ExportButton = ({ team, time, nameOf }: ExportButtonProps) => {
  const knowsTasks = useCapability('taskPayments', true)
  const { data: project } = useQuery(projectQuery(team.projectID))
  const [isExporting, setIsExporting] = useState(false)
  const exportAll = async () => {
    setIsExporting(true)
    try {
      const all = await readLedger(team.projectID, time)
      const name = exportName('payments', project?.title ?? team.projectID, new Date(), 'csv')
      saveInBrowser(new TextEncoder().encode(paymentsCsv(all, nameOf, knowsTasks)), name)
      toast(`${countOf(all.length, 'payment')} exported to ${name}.`, 'success')
    } catch (error) {
      toast(errorText(error, 'Failed to load payments'), 'error')
    }
    setIsExporting(false)
  }
  return (
    <Button
      variant="outlined"
      startIcon={<Download size={16} aria-hidden />}
      loading={isExporting}
      onClick={() => void exportAll()}
    >
      Export
    </Button>
  )
}

const Ledger = ({ team }: { team: Team }) => {
  const { page, hrefOfPage, dialog, subject, openDialog, closeDialog, period, choosePeriod } = useCollaboratorsView()
  // The ledger has learnt of times together with the analytics.
  const hasPeriods = useCapability('analytics', true)
  const time = ledgerTime(hasPeriods ? period : null)
  const { data, isError, isFetching, refetch } = useQuery(ledgerQuery(team.projectID, page, time))
  const names = new Map(usePayees(team).map(({ userID, name }) => [userID, name]))
  const nameOf = (userID: string, username: string) => names.get(userID) ?? `${username} (no longer here)`
  // Where nothing was ever recorded, there is nothing to narrow down or to count.
  const isEverEmpty = data?.pagination.total === 0 && !(hasPeriods && period)
  const toVoid = data?.data.find(({ id, voidedAt }) => dialog === 'void' && id === subject && voidedAt === null)
  return (
    <TitledCard
      title="Ledger"
      action={data && data.data.length > 0 && <ExportButton team={team} time={time} nameOf={nameOf} />}
    >
      {data && !isEverEmpty && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 1.5 }}>
          {hasPeriods && (
            <FilterSelect
              label="Period"
              all="All"
              choices={ledgerPeriods.map((value) => ({ value, label: periodLabels[value] }))}
              value={period}
              onChange={choosePeriod}
              sx={{ ...quietField, width: 160 }}
            />
          )}
          <Typography variant="body2" role="status" className="tabular" sx={{ color: 'text.secondary' }}>
            {countOf(data.pagination.total - data.outCount, 'payment')} · {sumsText(data.summary, data.periodSums)}
          </Typography>
        </Box>
      )}
      {/* A failure of the first page is reported above the tabs, because the sums come with that page. */}
      {isError && page > 1 && (
        <ErrorState title="Failed to load payments" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!data && !isError && (
        <DelayedSkeleton>
          {[0, 1, 2].map((key) => (
            <Skeleton key={key} height={56} />
          ))}
        </DelayedSkeleton>
      )}
      {data?.pagination.total === 0 && (
        <EmptyState
          kind="payments"
          headingLevel={3}
          {...(hasPeriods && period
            ? { title: 'No payments in this time', text: 'Choose another period, or All.' }
            : {
                title: 'No payments yet',
                text: 'What you record here was paid elsewhere: to whom, how much and what for.',
              })}
        />
      )}
      {data && data.data.length > 0 && (
        <PaymentList
          label="Payments"
          payments={data.data}
          nameOf={nameOf}
          onVoid={({ id }) => openDialog('void', id)}
        />
      )}
      {data && data.data.length === 0 && data.pagination.total > 0 && (
        <Typography sx={{ py: 2, color: 'text.secondary' }}>There is no page {page} of this ledger.</Typography>
      )}
      {data && (
        <Box sx={{ mt: 2 }}>
          <Pager page={page} totalPages={data.pagination.totalPages} hrefOf={hrefOfPage} />
        </Box>
      )}
      <VoidDialog
        projectID={team.projectID}
        payment={toVoid}
        name={toVoid ? nameOf(toVoid.userID, toVoid.username) : ''}
        onClose={closeDialog}
      />
    </TitledCard>
  )
}

/** The budget, the ways to record a payment, and the ledger. */
export const PaymentsPanel = ({ team, report }: { team: Team; report: ReportDraft }) => {
  const { view, dialog, openDialog, closeDialog } = useCollaboratorsView()
  const hasRewards = useCapability('rewards', true)
  const { summary } = team
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {summary &&
        (hasRewards ? <PromiseBar projectID={team.projectID} summary={summary} /> : <BudgetBar summary={summary} />)}
      {hasRewards && <OwedNow projectID={team.projectID} />}
      <TitledCard
        title="Quick Payment"
        action={
          <Button startIcon={<Split size={16} aria-hidden />} onClick={() => openDialog('bulk')}>
            Bulk Payment
          </Button>
        }
      >
        <QuickPayment team={team} report={report} />
      </TitledCard>
      {view === 'payments' && <Ledger team={team} />}
      <BulkPaymentDialog
        team={team}
        isOpen={view === 'payments' && dialog === 'bulk'}
        report={report}
        onClose={closeDialog}
      />
    </Box>
  )
}
