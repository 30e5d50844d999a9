import type { ProjectAnalytics, TimeInStage } from '#shared/contract/index.ts'
import { allTaskStatuses, taskStatusLabel } from '#shared/rules/statuses.ts'
import { decimalOf } from '#shared/rules/money.ts'
import { moneyText } from '#lib/amounts.ts'

type Cell = string | number
/** What a chart shows, as a table: for readers of the page and for the file. The first column names the row. */
export type Figures = { columns: readonly string[]; rows: ReadonlyArray<readonly Cell[]> }

const inUTC = { timeZone: 'UTC' } as const
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...inUTC })
const wholeDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', ...inUTC })
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', ...inUTC })
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const at = (date: string) => new Date(`${date}T00:00:00Z`)

export const monthName = (date: string): string => month.format(at(date))
/** A period on an axis: the day on which a week begins, or a month. */
export const shortPeriod = (step: ProjectAnalytics['step'], { from }: { from: string }): string =>
  step === 'month' ? monthName(from) : monthDay.format(at(from))
/** The same in full: "Nov 2 – Nov 8, 2026"; over the turn of a year both years are named. A single day is alone. */
export const wholePeriod = (step: ProjectAnalytics['step'], { from, to }: { from: string; to: string }): string => {
  if (step === 'month') return monthName(from)
  if (from === to) return wholeDay.format(at(to))
  const begin = from.slice(0, 4) === to.slice(0, 4) ? monthDay : wholeDay
  return `${begin.format(at(from))} – ${wholeDay.format(at(to))}`
}
/** Hours as people say them: "5 h" below two days, else "3.5 days"; a dash for none. */
export const duration = (hours: number | null): string => {
  if (hours === null) return '–'
  if (hours < 48) return `${number.format(hours)} h`
  return `${number.format(hours / 24)} days`
}
export const countText = (count: number): string => number.format(count)
export const nameOf = ({ name, username }: { name: string; username: string }): string => name || username

const head = ({ step }: ProjectAnalytics) => (step === 'week' ? 'Week' : 'Month')
const hoursCell = (hours: number | null): Cell => (hours === null ? '' : Math.round(hours * 10) / 10)

export const doneFigures = (analytics: ProjectAnalytics): Figures => ({
  columns: [head(analytics), 'Done'],
  rows: analytics.periods.map((period) => [wholePeriod(analytics.step, period), period.done]),
})
export const statusFigures = (analytics: ProjectAnalytics): Figures => ({
  columns: [`End of ${head(analytics).toLowerCase()}`, ...allTaskStatuses.map(taskStatusLabel)],
  rows: analytics.periods.flatMap((period) =>
    period.statuses ? [[wholePeriod(analytics.step, period), ...period.statuses]] : [],
  ),
})
export const timeFigures = (analytics: ProjectAnalytics): Figures => ({
  columns: [head(analytics), 'Tasks', 'Median (hours)', '85th percentile (hours)'],
  rows: [
    ...analytics.periods.map((period): Cell[] => [
      wholePeriod(analytics.step, period),
      period.measured,
      hoursCell(period.medianHours),
      hoursCell(period.p85Hours),
    ]),
    ['All', analytics.time.measured, hoursCell(analytics.time.medianHours), hoursCell(analytics.time.p85Hours)],
  ],
})

/** A stage's name in full: whether it is there no more, and its status where the name does not have that word. */
export const stageName = ({ name, status, isRemoved }: Pick<TimeInStage, 'name' | 'status' | 'isRemoved'>): string => {
  const word = taskStatusLabel(status)
  const beside = [...(name === word ? [] : [word]), ...(isRemoved ? ['removed'] : [])]
  return beside.length > 0 ? `${name} (${beside.join(', ')})` : name
}
export const stageFigures = ({ stages = [] }: ProjectAnalytics): Figures => ({
  columns: ['Stage', 'Tasks', 'Median (hours)', '85th percentile (hours)', 'All tasks (hours)'],
  rows: stages.map((stage) => [
    stageName(stage),
    stage.tasks,
    hoursCell(stage.medianHours),
    hoursCell(stage.p85Hours),
    hoursCell(stage.hours),
  ]),
})

export type LoadLine = { key: string; name: string; tasks: number; hours: number; unestimated: number }
/** The lines of the load: people, all others together, and what nobody is to do. */
export const loadLines = ({ load: { people, others, unassigned } }: ProjectAnalytics): LoadLine[] => [
  ...people.map(({ userID, tasks, hours, unestimated, ...who }) => ({
    key: userID,
    name: nameOf(who),
    tasks,
    hours,
    unestimated,
  })),
  ...(others ? [{ ...others, key: 'others', name: `${others.people} others` }] : []),
  { ...unassigned, key: 'unassigned', name: 'Unassigned' },
]
export const loadFigures = (analytics: ProjectAnalytics): Figures => ({
  columns: ['Person', 'Open tasks', 'Hours', 'Without an estimate'],
  rows: loadLines(analytics).map(({ name, tasks, hours, unestimated }) => [name, tasks, hours, unestimated]),
})

/** The amounts of a month as a person reads them: the project's currency, then others. */
export const paidText = (
  { paidCents, otherCurrencies }: ProjectAnalytics['money']['months'][number],
  currency: string,
): string =>
  [{ currency, paidCents }, ...otherCurrencies].map((one) => moneyText(one.currency, one.paidCents)).join(', ')
export const moneyFigures = ({ money: { currency, months } }: ProjectAnalytics): Figures => {
  const others = [...new Set(months.flatMap((one) => one.otherCurrencies.map((paid) => paid.currency)))].toSorted()
  const paid = (one: (typeof months)[number], wanted: string) =>
    decimalOf(wanted, one.otherCurrencies.find((other) => other.currency === wanted)?.paidCents ?? 0)
  return {
    columns: ['Month', `Paid (${currency})`, ...others.map((other) => `Paid (${other})`)],
    rows: months.map((one) => [
      monthName(one.from),
      decimalOf(currency, one.paidCents),
      ...others.map((other) => paid(one, other)),
    ]),
  }
}
