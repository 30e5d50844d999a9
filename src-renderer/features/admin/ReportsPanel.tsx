import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Report, ReportDecision } from '#shared/contract/reports.ts'
import {
  decisionsFor,
  reportDecisionLabels,
  reportKindLabels,
  reportReasonLabels,
  reportStateLabels,
} from '#shared/rules/reports.ts'
import { query } from '#data/query.ts'
import { formatDate } from '#lib/format.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { radius, size } from '#ui/look/tokens.ts'
import { DecisionDialog } from './DecisionDialog.tsx'
import type { PanelProps } from './admin-view.ts'

const queueQuery = (cursor: string) => query('reports.queue', { query: cursor ? { cursor } : {} })

/** What each decision does, as its button says it; an appeal is granted or not. */
const actLabel = (report: Report, decision: ReportDecision): string => {
  if (report.state === 'appealed') return decision === 'dismiss' ? 'Grant the appeal' : 'Keep the decision'
  return { dismiss: 'Dismiss', hide: 'Hide', suspend: 'Suspend the person' }[decision]
}

const whoOf = (reporter: Report['reporter']): string => (reporter ? `@${reporter.username}` : 'a former member')

const quoted = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: size.small } as const

const Said = ({ by, text }: { by: string; text: string }) => (
  <Box sx={{ my: 1.5 }}>
    <Typography color="text.secondary" sx={{ fontSize: size.small }}>
      {by}
    </Typography>
    <Typography sx={quoted}>{text || 'No text.'}</Typography>
  </Box>
)

const ReportCard = ({ report, onDecide }: { report: Report; onDecide: (decision: ReportDecision) => void }) => {
  const { kind, thing, reported, reporter, others } = report
  const title = `${reportKindLabels[kind]}: ${thing?.title ?? 'gone'}`
  return (
    <TitledCard title={title}>
      <Typography color="text.secondary" sx={{ fontSize: size.small }}>
        {reportStateLabels[report.state]} · {formatDate(report.createdAt)}
        {reported && ` · by @${reported.username}`}
        {thing?.isHidden && ' · hidden now'}
      </Typography>
      {thing && (
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium, p: 1.5, my: 1.5, ...quoted }}>
          {thing.text}
        </Box>
      )}
      <Said by={`${reportReasonLabels[report.reason]}, from ${whoOf(reporter)}`} text={report.text} />
      {others.map((other) => (
        <Said
          key={other.id}
          by={`${reportReasonLabels[other.reason]}, from ${whoOf(other.reporter)}`}
          text={other.text}
        />
      ))}
      {report.decision && (
        <Said by={`Decided: ${reportDecisionLabels[report.decision]}`} text={report.decisionText ?? ''} />
      )}
      {report.appealText !== null && <Said by="Appeal" text={report.appealText} />}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {decisionsFor(report).map((decision) => (
          <Button
            key={decision}
            variant="outlined"
            color={decision === 'dismiss' ? 'primary' : 'error'}
            aria-label={`${actLabel(report, decision)}: ${title}`}
            onClick={() => onDecide(decision)}
          >
            {actLabel(report, decision)}
          </Button>
        ))}
      </Box>
    </TitledCard>
  )
}

/** The tab Reports: what waits for a decision, and appeals, the oldest first. */
export const ReportsPanel = ({ view, change }: PanelProps) => {
  const { data, error, isFetching, refetch } = useQuery(queueQuery(view.cursor))
  const [asked, setAsked] = useState<{ report: Report; decision: ReportDecision } | null>(null)
  const next = data?.nextCursor ?? null
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {error && (
        <ErrorState title="Failed to load the reports" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!data && !error && <DelayedSkeleton>{<Typography>Loading...</Typography>}</DelayedSkeleton>}
      {data?.data.length === 0 && (
        <EmptyState
          kind="nothingFound"
          headingLevel={3}
          title="No report"
          text="What people report, and appeals, wait here for a decision."
        />
      )}
      {data?.data.map((report) => (
        <ReportCard key={report.id} report={report} onDecide={(decision) => setAsked({ report, decision })} />
      ))}
      {(view.cursor !== '' || next !== null) && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          {view.cursor !== '' && <Button onClick={() => change({ cursor: '' })}>First page</Button>}
          {next !== null && <Button onClick={() => change({ cursor: next })}>Next page</Button>}
        </Box>
      )}
      {asked && (
        <DecisionDialog
          report={asked.report}
          decision={asked.decision}
          act={actLabel(asked.report, asked.decision)}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  )
}
