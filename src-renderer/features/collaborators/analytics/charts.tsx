import { cut } from '#shared/rules/cut.ts'
import type { ProjectAnalytics } from '#shared/contract/index.ts'
import { taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'
import { formatCents } from '#lib/amounts.ts'
import type { LoadMeasure } from '../data/analytics-view.ts'
import { Bars, type Pattern } from './Bars.tsx'
import { countText, duration, loadLines, monthName, shortPeriod, wholePeriod } from './figures.ts'

const colour = (name: string) => `var(--mui-palette-${name})`
const [accent, muted] = [colour('primary-main'), colour('text-secondary')]

type Props = { analytics: ProjectAnalytics }
const namesOf = ({ step, periods }: ProjectAnalytics) => ({
  names: periods.map((period) => shortPeriod(step, period)),
  wholeName: (index: number) => (periods[index] ? wholePeriod(step, periods[index]) : ''),
})

export const DoneChart = ({ analytics }: Props) => (
  <Bars
    {...namesOf(analytics)}
    series={[{ label: 'Done', colour: accent, pattern: 'solid', data: analytics.periods.map(({ done }) => done) }]}
    valueText={countText}
  />
)

/** From the bottom of a bar to its top, with the tones that statuses have elsewhere. */
const statusLooks: ReadonlyArray<readonly [status: number, colour: string, pattern: Pattern]> = [
  [taskStatus.completed, colour('success-main'), 'solid'],
  [taskStatus.underReview, colour('warning-main'), 'dots'],
  [taskStatus.inProgress, colour('info-main'), 'stripes'],
  [taskStatus.assigned, muted, 'solid'],
  [taskStatus.requested, muted, 'hollow'],
  [taskStatus.rejected, colour('error-main'), 'crossed'],
]
export const StatusChart = ({ analytics }: Props) => {
  const { periods } = analytics
  // A status that no task has had needs no line in the legend.
  const shown = statusLooks.filter(([status]) => periods.some(({ statuses }) => (statuses?.[status] ?? 0) > 0))
  return (
    <Bars
      {...namesOf(analytics)}
      isStacked
      height={300}
      series={shown.map(([status, tone, pattern]) => ({
        label: taskStatusLabel(status),
        colour: tone,
        pattern,
        data: periods.map(({ statuses }) => statuses?.[status] ?? null),
      }))}
      valueText={countText}
    />
  )
}

export const TimeChart = ({ analytics }: Props) => {
  const { periods } = analytics
  // The numbers of the axis are round in the unit that it counts.
  const isLong = periods.some(({ p85Hours }) => (p85Hours ?? 0) >= 48)
  const unit = isLong ? 24 : 1
  const inUnit = (hours: number | null) => (hours === null ? null : hours / unit)
  return (
    <Bars
      {...namesOf(analytics)}
      series={[
        {
          label: 'Median',
          colour: accent,
          pattern: 'solid',
          data: periods.map(({ medianHours }) => inUnit(medianHours)),
        },
        {
          label: '85th percentile',
          colour: muted,
          pattern: 'stripes',
          data: periods.map(({ p85Hours }) => inUnit(p85Hours)),
        },
      ]}
      valueText={(value) => duration(value * unit)}
      axisText={(value) => `${countText(value)} ${isLong ? 'd' : 'h'}`}
    />
  )
}

/** The height of a person's bar with its distance to the next, in pixels. */
const LOAD_LINE = 30
const NAME_MAX = 18

export const LoadChart = ({ analytics, measure }: Props & { measure: LoadMeasure }) => {
  const lines = loadLines(analytics)
  const label = measure === 'tasks' ? 'Open tasks' : 'Hours'
  return (
    <Bars
      names={lines.map(({ name }) => cut(name, NAME_MAX))}
      wholeName={(index) => lines[index]?.name ?? ''}
      isLying
      height={48 + lines.length * LOAD_LINE}
      series={[{ label, colour: accent, pattern: 'solid', data: lines.map((line) => line[measure]) }]}
      valueText={(value) => (measure === 'tasks' ? countText(value) : `${countText(value)} h`)}
    />
  )
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' })

export const MoneyChart = ({ analytics: { money } }: Props) => (
  <Bars
    names={money.months.map(({ from }) => monthName(from))}
    series={[
      {
        label: `Paid (${money.currency})`,
        colour: accent,
        pattern: 'solid',
        data: money.months.map(({ paidCents }) => paidCents / 100),
      },
    ]}
    valueText={(amount) => formatCents(Math.round(amount * 100))}
    axisText={(amount) => dollars.format(amount)}
  />
)
