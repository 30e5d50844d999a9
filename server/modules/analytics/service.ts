import { ANALYTICS_WEEKS_MAX, type Load, LOAD_PEOPLE_MAX, type ProjectAnalytics } from '#shared/contract/analytics.ts'
import { dateIn, type Period, periodsOf } from '#shared/rules/periods.ts'
import { allTaskStatuses } from '#shared/rules/statuses.ts'
import { accessOf } from '#server/access/access.ts'
import { requireManager } from '#server/access/policy.ts'
import type { AppDeps } from '#server/deps.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireWithin } from '#server/limits/limits.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import * as repository from './repository.ts'
import { timeInStages } from './stages.ts'

type Query = Input<'projects.analytics'>['query']

/** Dates compare as texts. */
const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

/** The requested periods, no earlier than the project and no later than now, and the months that they touch. */
const spansOf = ({ from, to, timeZone }: Query, born: Date, now: Date) => {
  const [first, today] = [dateIn(timeZone, born), dateIn(timeZone, now)]
  const end = later(earlier(to ?? today, today), first)
  const begin = earlier(later(from ?? first, first), end)
  const weeks = periodsOf(begin, end, 'week', timeZone)
  const isByWeek = weeks.length <= ANALYTICS_WEEKS_MAX
  const months = periodsOf(begin, end, 'month', timeZone)
  return { step: isByWeek ? ('week' as const) : ('month' as const), periods: isByWeek ? weeks : months, months }
}

/**
 * How many tasks had each status at the end of each period, counted back from now, change by change. So a task older
 * than the log counts by what the log says of it later, or by what it is.
 */
const statusesAtEnds = (rows: readonly repository.StatusRow[], periods: readonly Period[]): number[][] => {
  const counts = allTaskStatuses.map(
    (status) => rows.find((row) => row.passed === null && row.status === status)?.tasks ?? 0,
  )
  const atEnds: number[][] = []
  for (let passed = periods.length; passed >= 1; passed--) {
    for (const row of rows)
      if (row.passed === passed && row.status !== null) counts[row.status] = (counts[row.status] ?? 0) - row.tasks
    // Below zero only where a server of the release before moved tasks without a word to the log.
    atEnds.unshift(counts.map((count) => Math.max(0, count)))
  }
  return atEnds
}

const timesOf = (row: repository.DoneRow | undefined) => ({
  measured: row?.measured ?? 0,
  medianHours: row?.median_hours ?? null,
  p85Hours: row?.p85_hours ?? null,
})

const loadOf = (rows: readonly repository.LoadRow[]): Load => {
  const sumsOf = (row: repository.LoadRow | undefined) => ({
    tasks: row?.tasks ?? 0,
    hours: row?.hours ?? 0,
    unestimated: row?.unestimated ?? 0,
  })
  const others = rows.find(({ part }) => part === 'others')
  return {
    people: rows.flatMap((row) =>
      row.part === 'person'
        ? [{ userID: row.user_id ?? '', username: row.username ?? '', name: row.name ?? '', ...sumsOf(row) }]
        : [],
    ),
    others: others ? { people: others.people, ...sumsOf(others) } : null,
    unassigned: sumsOf(rows.find(({ part }) => part === 'unassigned')),
  }
}

const monthsOf = (rows: readonly repository.PaidRow[], months: readonly Period[], own: string) =>
  months.map(({ from }, at) => {
    const paid = rows.filter(({ span }) => span === at + 1)
    return {
      from,
      paidCents: paid.find(({ currency }) => currency === own)?.paid_cents ?? 0,
      otherCurrencies: paid
        .filter(({ currency }) => currency !== own)
        .map(({ currency, paid_cents }) => ({ currency, paidCents: paid_cents })),
    }
  })

/**
 * How the work of a project goes, for its owner and admins. Errors: 404, 403, 422 for a time that ends before it begins, 429.
 */
export const getAnalytics = async (
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  viewer: Viewer,
  { params: { id: projectID }, query }: Input<'projects.analytics'>,
): Promise<ProjectAnalytics> => {
  const { from, to, timeZone } = query
  const access = await accessOf(db, projectID, viewer.userID)
  requireManager(access)
  if (!access) throw notFound('Project not found')
  if (from !== undefined && to !== undefined && from > to) throw invalid('to', 'The last day comes before the first.')
  const born = access.project.created_at
  const { step, periods, months } = spansOf(query, born, clock.now())
  await requireWithin(db, clock.now(), limitOf('analytics', viewer.userID))
  // One after the other: all at once would take half of the process's connections.
  const log = await repository.beginOfLog(db)
  const statuses = await repository.findStatuses(db, projectID, periods)
  const done = await repository.findDone(db, projectID, periods)
  const [start = born, end = born] = [periods[0]?.start, periods.at(-1)?.end]
  const now = clock.now()
  const stages = await timeInStages(db, projectID, { start, end: end < now ? end : now })
  const load = await repository.findLoad(db, projectID, LOAD_PEOPLE_MAX)
  const paid = await repository.findPaid(db, projectID, months)
  const atEnds = statusesAtEnds(statuses, periods)
  // An empty log has yet to begin: what is there now is all that is known.
  const since = log ?? clock.now()
  const all = done.find(({ span }) => span === null)
  return {
    timeZone,
    step,
    periods: periods.map((period, at) => {
      const row = done.find(({ span }) => span === at + 1)
      return {
        from: period.from,
        to: period.to,
        done: row?.done ?? 0,
        ...timesOf(row),
        statuses: period.end > since ? (atEnds[at] ?? null) : null,
      }
    }),
    statusesSince: born < since ? since.toISOString() : null,
    time: { ...timesOf(all), unmeasured: (all?.done ?? 0) - (all?.measured ?? 0) },
    ...(stages && { stages }),
    load: loadOf(load),
    money: { currency: access.project.currency, months: monthsOf(paid, months, access.project.currency) },
  }
}

/** The one call of projects that asks about tasks and payments, too. */
export const projectsInAnalytics = { analytics: getAnalytics }
