import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import type { OwnReport } from '#shared/contract/reports.ts'
import { reportedLabel } from '#shared/rules/reports.ts'
import { useKnownCapability } from '#data/capabilities.ts'
import { dataOf, query } from '#data/query.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { Decision } from './Decision.tsx'

/** What became of a report: that it was looked at, and nothing else. */
const Reported = ({ report }: { report: OwnReport }) => (
  <Box
    component="li"
    sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0, pt: 0 } }}
  >
    <Typography>
      {reportedLabel(report)}, reported {formatDate(report.createdAt)}
    </Typography>
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {report.isLookedAt ? 'Looked at' : 'The administrators have not looked at it yet'}
    </Typography>
  </Box>
)

const Lists = ({ reports }: { reports: readonly OwnReport[] }) => {
  const about = reports.filter(({ side }) => side === 'reported')
  const made = reports.filter(({ side }) => side === 'reporter')
  if (reports.length === 0)
    return (
      <EmptyState
        kind="nothingFound"
        headingLevel={2}
        title="No reports"
        text="What you report to the administrators is listed here, and what they decide about something of yours."
      />
    )
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 760 }}>
      {about.map((report) => (
        <Decision key={report.id} report={report} />
      ))}
      {made.length > 0 && (
        <TitledCard title="What you have reported" level={2}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {made.map((report) => (
              <Reported key={report.id} report={report} />
            ))}
          </Box>
        </TitledCard>
      )}
    </Box>
  )
}

const Loaded = () => {
  const { data, error, isFetching, refetch } = useQuery(query('reports.mine', {}, { select: dataOf }))
  if (data) return <Lists reports={data} />
  if (error)
    return <ErrorState title="Failed to load the reports" onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <DelayedSkeleton>
      <CardSkeleton lines={5} />
    </DelayedSkeleton>
  )
}

/** /reports: where the server takes none, the address leads to the market, as every unknown one. */
export const ReportsPage = () => {
  const isThere = useKnownCapability('reports')
  if (isThere === false) return <Navigate to={paths.market()} replace />
  return (
    <PageFrame heading="Reports" title="Reports">
      <Box sx={{ mt: 3 }}>{isThere && <Loaded />}</Box>
    </PageFrame>
  )
}
