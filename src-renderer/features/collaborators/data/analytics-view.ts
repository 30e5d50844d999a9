import { daysAfter } from '#shared/rules/periods.ts'
import { oneOf, type Param } from '#lib/address-state.ts'

/** The times that one chooses by a word; `days` is a first and a last day of one's own. */
export const spans = ['4w', '12w', '6m', '12m', 'all', 'days'] as const
export type Span = (typeof spans)[number]
export const spanLabels: Readonly<Record<Span, string>> = {
  '4w': 'Last 4 weeks',
  '12w': 'Last 12 weeks',
  '6m': 'Last 6 months',
  '12m': 'Last 12 months',
  all: 'All',
  days: 'From – to',
}
/** How many weeks each is, this week included. */
const weeks: Partial<Readonly<Record<Span, number>>> = { '4w': 4, '12w': 12, '6m': 26, '12m': 52 }

export type LoadMeasure = 'tasks' | 'hours'
/** `from` and `to` are YYYY-MM-DD, or empty where none was chosen, and count for the span `days` alone. */
export type AnalyticsView = { span: Span; from: string; to: string; load: LoadMeasure }

/** Whether a text is a day that the calendar has. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text
const day: Param<string> = {
  read: (text) => (text !== null && isDay(text) ? text : ''),
  write: (value) => value || null,
}

export const analyticsParams = {
  span: oneOf(spans, '12w'),
  from: day,
  to: day,
  load: oneOf<LoadMeasure, 'tasks'>(['tasks', 'hours'], 'tasks'),
}

/** Whether the chosen last day comes before the first: then nothing is asked. */
export const isBackwards = ({ span, from, to }: AnalyticsView): boolean =>
  span === 'days' && from !== '' && to !== '' && from > to

/** What is asked of the server. `today` is the date in the viewer's time zone. */
export const askedTime = ({ span, from, to }: AnalyticsView, today: string): { from?: string; to?: string } => {
  if (span === 'days') return { ...(from && { from }), ...(to && { to }) }
  const count = weeks[span]
  return count === undefined ? {} : { from: daysAfter(today, -7 * (count - 1)) }
}
