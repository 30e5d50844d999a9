import { Box, Skeleton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProjectAnalytics } from '#shared/contract/index.ts'
import { dateIn } from '#shared/rules/periods.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countOf } from '../data/labels.ts'
import { analyticsQuery } from '../data/queries.ts'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import { type AnalyticsView, askedTime, isBackwards } from '../data/analytics-view.ts'
import { ChartCard } from './ChartCard.tsx'
import { DoneChart, LoadChart, MoneyChart, StageChart, StatusChart, TimeChart } from './charts.tsx'
import {
  countText,
  doneFigures,
  duration,
  loadFigures,
  loadLines,
  moneyFigures,
  paidText,
  stageFigures,
  statusFigures,
  timeFigures,
  wholePeriod,
} from './figures.ts'
import { PeriodPicker } from './PeriodPicker.tsx'

/** What the time of tasks is measured by, and what is left out. */
const timeText = ({ time: { measured, unmeasured, medianHours, p85Hours } }: ProjectAnalytics): string => {
  const left = unmeasured > 0 ? ` ${countOf(unmeasured, 'task')} without a start left out.` : ''
  if (measured === 0) return `From start to done.${left}`
  const half = `Median ${duration(medianHours)}, 85th percentile ${duration(p85Hours)}`
  return `${half} from start to done, ${countOf(measured, 'task')}.${left}`
}

const statusText = ({ step, statusesSince, timeZone }: ProjectAnalytics): string => {
  const what = `Tasks by status at the end of each ${step}, or now where it has not ended.`
  if (statusesSince === null) return what
  const since = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date(statusesSince))
  return `${what} Moves are recorded since ${since}.`
}

const loadText = ({ load: { people, others, unassigned } }: ProjectAnalytics): string => {
  const all = [...people, ...(others ? [others] : []), unassigned]
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
  const without = sum(({ unestimated }) => unestimated)
  const hours = `${countText(sum((one) => one.hours))} h estimated${without > 0 ? `, ${without} without an estimate` : ''}`
  return `${countOf(
    sum(({ tasks }) => tasks),
    'open task',
  )} now, ${hours}.`
}

const paymentsText = ({ money }: ProjectAnalytics): string => {
  const others = new Map<string, number>()
  for (const { currency, paidCents } of money.months.flatMap((one) => one.otherCurrencies))
    others.set(currency, (others.get(currency) ?? 0) + paidCents)
  const total = paidText(
    {
      from: '',
      paidCents: money.months.reduce((sum, { paidCents }) => sum + paidCents, 0),
      otherCurrencies: [...others].map(([currency, paidCents]) => ({ currency, paidCents })),
    },
    money.currency,
  )
  const note = others.size > 0 ? ` The chart shows ${money.currency}; the table has all.` : ''
  return `${total} recorded (without voided).${note}`
}

const StageTimes = ({ projectID, analytics }: Pick<ChartsProps, 'projectID' | 'analytics'>) => (
  <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
    <ChartCard
      projectID={projectID}
      title="Time in each stage"
      file="stages"
      figures={stageFigures(analytics)}
      text="How long each task was in a stage, within this time and without Trash. The chart leaves out Completed; the table has all."
      empty={analytics.stages?.some(({ tasks }) => tasks > 0) ? undefined : 'No task was in a stage in this time.'}
    >
      <StageChart analytics={analytics} />
    </ChartCard>
  </Box>
)

type ChartsProps = {
  projectID: string
  analytics: ProjectAnalytics
  view: AnalyticsView
  onChange: (change: Partial<AnalyticsView>) => void
}

const Charts = ({ projectID, analytics, view, onChange }: ChartsProps) => {
  const { periods, step, time, money } = analytics
  const of = { projectID }
  const done = periods.reduce((sum, period) => sum + period.done, 0)
  const hasStatuses = periods.some(({ statuses }) => statuses?.some((count) => count > 0))
  const isPaid = money.months.some(({ paidCents, otherCurrencies }) => paidCents > 0 || otherCurrencies.length > 0)
  const hasLoad = loadLines(analytics).some(({ tasks }) => tasks > 0)
  const chart = { analytics }
  return (
    <Box
      sx={{
        display: 'grid',
        alignItems: 'start',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <ChartCard
        {...of}
        title={`Done by ${step}`}
        file="done"
        figures={doneFigures(analytics)}
        text={`${countOf(done, 'task')} done.`}
        empty={done === 0 ? 'No task was completed in this time.' : undefined}
      >
        <DoneChart {...chart} />
      </ChartCard>
      <ChartCard
        {...of}
        title="Statuses over time"
        file="statuses"
        figures={statusFigures(analytics)}
        text={statusText(analytics)}
        empty={hasStatuses ? undefined : 'There were no tasks in this time.'}
      >
        <StatusChart {...chart} />
      </ChartCard>
      <ChartCard
        {...of}
        title="Time to done"
        file="time-to-done"
        figures={timeFigures(analytics)}
        text={timeText(analytics)}
        empty={time.measured === 0 ? 'No task was begun and completed in this time.' : undefined}
      >
        <TimeChart {...chart} />
      </ChartCard>
      <ChartCard
        {...of}
        title="Money by month"
        file="money"
        figures={moneyFigures(analytics)}
        text={paymentsText(analytics)}
        empty={isPaid ? undefined : 'Nothing was paid in these months.'}
      >
        <MoneyChart {...chart} />
      </ChartCard>
      {analytics.stages && <StageTimes {...of} {...chart} />}
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <ChartCard
          {...of}
          title="Load by person"
          file="load"
          figures={loadFigures(analytics)}
          text={loadText(analytics)}
          empty={hasLoad ? undefined : 'Nobody has an open task.'}
          action={
            <ToggleButtonGroup
              exclusive
              size="small"
              aria-label="Load by"
              value={view.load}
              onChange={(_event, load: AnalyticsView['load'] | null) => load && onChange({ load })}
            >
              <ToggleButton value="tasks">Tasks</ToggleButton>
              <ToggleButton value="hours">Hours</ToggleButton>
            </ToggleButtonGroup>
          }
        >
          <LoadChart {...chart} measure={view.load} />
        </ChartCard>
      </Box>
    </Box>
  )
}

const todayIn = (timeZone: string, now = new Date()) => dateIn(timeZone, now)

type ProjectChartsProps = { projectID: string; children: ReactNode }

/**
 * The charts of a project's analytics, and the choice of their time, which the address keeps. What is below them comes with them, so that
 * they do not push it out of sight.
 */
export const ProjectCharts = ({ projectID, children }: ProjectChartsProps) => {
  const { analytics: view, changeAnalytics } = useCollaboratorsView()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const today = todayIn(timeZone)
  const isWrong = isBackwards(view)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...analyticsQuery(projectID, { ...askedTime(view, today), timeZone }),
    enabled: !isWrong,
  })
  const [first, last] = [data?.periods[0], data?.periods.at(-1)]
  return (
    <>
      <Box component="section" aria-label="Charts" sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <PeriodPicker
          view={view}
          onChange={changeAnalytics}
          shown={first && last ? { from: first.from, to: last.to } : null}
          today={today}
        />
        {data && first && last && (
          <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
            {wholePeriod('week', { from: first.from, to: last.to < today ? last.to : today })}
            {data.step === 'week' ? ', by weeks from Monday' : ', by months'}, days in{' '}
            {data.timeZone.replaceAll('_', ' ')}.
          </Typography>
        )}
        {isError && (
          <ErrorState title="Failed to load the analytics" onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
        {!data && !isError && !isWrong && (
          <DelayedSkeleton>
            <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' } }}>
              {[0, 1, 2, 3].map((key) => (
                <Skeleton key={key} variant="rounded" height={440} />
              ))}
              <Skeleton variant="rounded" height={460} sx={{ gridColumn: '1 / -1' }} />
            </Box>
          </DelayedSkeleton>
        )}
        {data && (
          <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.6 : 1, minWidth: 0 }}>
            <Charts projectID={projectID} analytics={data} view={view} onChange={changeAnalytics} />
          </Box>
        )}
      </Box>
      {(data || isError || isWrong) && children}
    </>
  )
}
