import { cut } from '#shared/rules/cut.ts'
import type { ProjectAnalytics } from '#shared/contract/index.ts'
import { taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'
import { compactMoney, moneyText } from '#lib/amounts.ts'
import type { LoadMeasure } from '../data/analytics-view.ts'
import { Bars, type Pattern, type Series } from './Bars.tsx'
import { countText, duration, loadLines, monthName, shortPeriod, stageName, wholePeriod } from './figures.ts'

const colour = (name: string) => `var(--mui-palette-${name})`
/** The most characters of a name beside a lying bar. */
const NAME_MAX = 18
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

/** From the bottom of a bar to its top: what is done has the accent, and the others differ by their patterns. */
const statusLooks: ReadonlyArray<readonly [status: number, colour: string, pattern: Pattern]> = [
  [taskStatus.completed, accent, 'solid'],
  [taskStatus.underReview, muted, 'dots'],
  [taskStatus.inProgress, muted, 'stripes'],
  [taskStatus.assigned, muted, 'solid'],
  [taskStatus.requested, muted, 'hollow'],
  [taskStatus.rejected, muted, 'crossed'],
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

type Times = ReadonlyArray<{ medianHours: number | null; p85Hours: number | null }>
/** Bars of medians and 85th percentiles. The numbers of their axis are round in the unit that it counts. */
const timeBars = (times: Times) => {
  const isLong = times.some(({ p85Hours }) => (p85Hours ?? 0) >= 48)
  const unit = isLong ? 24 : 1
  const inUnit = (hours: number | null) => (hours === null ? null : hours / unit)
  const series: readonly Series[] = [
    { label: 'Median', colour: accent, pattern: 'solid', data: times.map(({ medianHours }) => inUnit(medianHours)) },
    {
      label: '85th percentile',
      colour: muted,
      pattern: 'stripes',
      data: times.map(({ p85Hours }) => inUnit(p85Hours)),
    },
  ]
  return {
    series,
    valueText: (value: number) => duration(value * unit),
    axisText: (value: number) => `${countText(value)} ${isLong ? 'd' : 'h'}`,
  }
}

export const TimeChart = ({ analytics }: Props) => <Bars {...namesOf(analytics)} {...timeBars(analytics.periods)} />

/** The height of a stage's two bars with their distance to the next, in pixels. */
const STAGE_LINE = 42
/** The stages in which tasks wait for something: what is completed stays where it is. */
export const StageChart = ({ analytics: { stages = [] } }: Props) => {
  const shown = stages.filter(({ status, tasks }) => status !== taskStatus.completed && tasks > 0)
  if (shown.length === 0) return null
  return (
    <Bars
      names={shown.map(({ name }) => cut(name, NAME_MAX))}
      wholeName={(index) => (shown[index] ? stageName(shown[index]) : '')}
      isLying
      height={64 + shown.length * STAGE_LINE}
      {...timeBars(shown)}
    />
  )
}

/** The height of a person's bar with its distance to the next, in pixels. */
const LOAD_LINE = 30

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

export const MoneyChart = ({ analytics: { money } }: Props) => (
  <Bars
    names={money.months.map(({ from }) => monthName(from))}
    series={[
      {
        label: `Paid (${money.currency})`,
        colour: accent,
        pattern: 'solid',
        data: money.months.map(({ paidCents }) => paidCents),
      },
    ]}
    valueText={(amount) => moneyText(money.currency, Math.round(amount))}
    axisText={(amount) => compactMoney(money.currency, amount)}
  />
)
