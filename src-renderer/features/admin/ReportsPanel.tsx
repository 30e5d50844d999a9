import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Report, ReportDecision } from '#shared/contract/reports.ts'
import {
  decisionsFor,
  reportDecisionLabels,
  reportedLabel,
  reportReasonLabels,
  reportStateLabels,
} from '#shared/rules/reports.ts'
import { query } from '#data/query.ts'
import { formatDate } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'
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

/** Who reported; an administrator whom it is about does not read that. */
const whoOf = (reporter: Report['reporter'], isAboutViewer: boolean): string => {
  if (isAboutViewer) return 'somebody'
  return reporter ? `@${reporter.username}` : 'a former member'
}

const quoted = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: size.small } as const

const quiet = { color: 'text.secondary', fontSize: size.small } as const

const Said = ({ by, text }: { by: string; text: string }) => (
  <Box sx={{ my: 1.5 }}>
    <Typography sx={quiet}>{by}</Typography>
    <Typography sx={quoted}>{text || 'No text.'}</Typography>
  </Box>
)

const ReportCard = ({ report, onDecide }: { report: Report; onDecide: (decision: ReportDecision) => void }) => {
  const { thing, reported, reporter, others } = report
  const isAboutViewer = useSession(({ userID }) => userID !== null && userID === reported?.id)
  const title = `${reportedLabel(report)}: ${thing?.title ?? 'gone'}`
  return (
    <TitledCard title={report.state === 'appealed' ? `Appeal: ${title}` : title}>
      <Typography sx={quiet}>
        {reportStateLabels[report.state]} · {formatDate(report.createdAt)}
        {reported && ` · by @${reported.username}`}
        {thing?.isHidden && ' · hidden now'}
      </Typography>
      {thing && (
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium, p: 1.5, my: 1.5, ...quoted }}>
          {thing.text}
        </Box>
      )}
      <Said by={`${reportReasonLabels[report.reason]}, from ${whoOf(reporter, isAboutViewer)}`} text={report.text} />
      {others.map((other) => (
        <Said
          key={other.id}
          by={`${reportReasonLabels[other.reason]}, from ${whoOf(other.reporter, isAboutViewer)}`}
          text={other.text}
        />
      ))}
      {report.decision && (
        <Said by={`Decided: ${reportDecisionLabels[report.decision]}`} text={report.decisionText ?? ''} />
      )}
      {report.appealText !== null && <Said by="Appeal" text={report.appealText} />}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {isAboutViewer && <Typography sx={quiet}>This is about you: another administrator decides it.</Typography>}
        {(isAboutViewer ? [] : decisionsFor(report)).map((decision) => (
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

/** All open reports of a thing are decided at once, so they are one card: that of the oldest, which names the others. */
const oneOfEach = (reports: readonly Report[]): Report[] =>
  reports.filter(({ id, state }, at) => {
    if (state !== 'open') return true
    const before = reports.slice(0, at).filter((one) => one.state === 'open')
    return !before.some(({ others }) => others.some((other) => other.id === id))
  })

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
      {!data && !error && (
        <DelayedSkeleton>
          <CardSkeleton lines={5} label="Loading the reports" />
        </DelayedSkeleton>
      )}
      {data?.data.length === 0 && (
        <EmptyState
          kind="nothingFound"
          headingLevel={3}
          title="No report"
          text="What people report, and appeals, wait here for a decision."
        />
      )}
      {data &&
        oneOfEach(data.data).map((report) => (
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
