import { v7 as uuidv7 } from 'uuid'
import { APPEAL_DAYS, OWN_REPORTS_MAX, type OwnReport } from '#shared/contract/reports.ts'
import { beginningOf } from '#shared/rules/cut.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { BoundedList, boundedList, oneMoreThan } from '#server/http/bounded-list.ts'
import { conflict, invalid, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { readSignedID } from '#server/util/tokens.ts'
import { tell } from '../notifications/service.ts'
import { decide, listQueue } from './administration.ts'
import * as repository from './repository.ts'
import type { ReportRow } from './repository.ts'
import { findSeenThing, findThing } from './things-repository.ts'

/**
 * Reports, as the two people read them whom one is about; administration.ts has what administrators do. Who reported learns that it
 * was looked at and nothing else, and the reported person never who it was.
 */

type Deps = Pick<AppDeps, 'db' | 'clock'>

const ABOUT_MAX = 200
const unknown = () => notFound('Report not found')
const timeOf = (time: Date | null) => time?.toISOString() ?? null
const nothing = {
  ...{
    about: null,
    decision: null,
    text: null,
    decidedAt: null,
    appealBy: null,
    appealedAt: null,
    isGranted: null,
    finalText: null,
  },
}

const forReporter = ({ id, kind, part, state, created_at }: ReportRow): OwnReport => ({
  ...{ id, kind, part, side: 'reporter', createdAt: created_at.toISOString(), isLookedAt: state !== 'open' },
  ...nothing,
})
const appealEnds = ({ decided_at }: ReportRow): Date | null => decided_at && daysAfter(decided_at, APPEAL_DAYS)
/** What their thing is called, or says; null once it is gone, and for the person themselves. */
const aboutOf = async (db: DbOrTx, { kind, thing_id: id, part }: ReportRow): Promise<string | null> => {
  const thing = kind === 'person' ? undefined : await findThing(db, { kind, id, part })
  return thing ? beginningOf(kind === 'project' || kind === 'task' ? thing.title : thing.text, ABOUT_MAX) : null
}
const forReported = async (db: DbOrTx, row: ReportRow, now: Date): Promise<OwnReport> => {
  const end = appealEnds(row)
  return {
    ...{ id: row.id, kind: row.kind, part: row.part, side: 'reported', createdAt: null, isLookedAt: true },
    about: await aboutOf(db, row),
    ...{ decision: row.decision, text: row.decision_text, decidedAt: timeOf(row.decided_at) },
    appealBy: row.state === 'decided' && end !== null && end > now ? end.toISOString() : null,
    appealedAt: timeOf(row.appealed_at),
    isGranted: row.final_decision && row.final_decision === 'granted',
    finalText: row.final_text,
  }
}
/** Whether the person was reported, and that had a consequence. */
const isReported = ({ reported_id, decision }: ReportRow, userID: string): boolean =>
  reported_id === userID && decision !== null && decision !== 'dismiss'

/** Errors: 422 for the answer of what has none; 404 for a thing that the person cannot see, 422 for one that is theirs, 409 for a second open report of it, 429. */
const createReport = (
  { db, clock }: Deps,
  { userID }: Viewer,
  { body: { kind, id: thingID, part, reason, text } }: Input<'reports.create'>,
): Promise<OwnReport> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    if (part === 'answer' && kind !== 'rating') throw invalid('part', 'Only a review has an answer.')
    const thing = await findSeenThing(tx, { kind, id: thingID, part }, userID)
    if (!thing) throw notFound('There is nothing like this.')
    if (thing.reported_id === userID) throw invalid('id', 'This is yours. You can report what is of others.')
    const id = uuidv7()
    const report = { id, kind, thingID, part, reporterID: userID, reportedID: thing.reported_id, reason, text, now }
    if (!(await repository.insertReport(tx, report)))
      throw conflict('CONFLICT', 'You have reported this. The administrators will look at it.')
    await tell(tx, now, { kind: 'report.made', actorID: userID, data: { reportID: id, kind, reason } })
    await requireWithin(tx, now, limitOf('report', userID))
    const row = await repository.findReport(tx, id)
    if (!row) throw unknown()
    return forReporter(row)
  })

/** Errors: 404 for anybody but who reported, and who was reported with a consequence. */
const getReport = async ({ db, clock }: Deps, { userID }: Viewer, { params: { id } }: Input<'reports.get'>) => {
  const row = await repository.findReport(db, id)
  if (row?.reporter_id === userID) return forReporter(row)
  if (!row || !isReported(row, userID)) throw unknown()
  return forReported(db, row, clock.now())
}

/**
 * Both sides in one list: an answer never says of whom the other one is. Each side has its own limit, so that what one has reported
 * never hides what was decided about oneself.
 */
const listOwn = async ({ db, clock }: Deps, { userID }: Viewer): Promise<BoundedList<OwnReport>> => {
  const rows = await repository.findOwn(db, userID, oneMoreThan(OWN_REPORTS_MAX))
  const isMade = ({ reporter_id }: ReportRow) => reporter_id === userID
  const made = boundedList(rows.filter(isMade), OWN_REPORTS_MAX, 'reports')
  const about = boundedList(
    rows.filter((row) => !isMade(row)),
    OWN_REPORTS_MAX,
    'decisions',
  )
  const listed = new Set([...made.data, ...about.data])
  const data: OwnReport[] = []
  for (const row of rows.filter((one) => listed.has(one)))
    data.push(isMade(row) ? forReporter(row) : await forReported(db, row, clock.now()))
  return new BoundedList(data, made.message ?? about.message)
}

/** Puts a decision into the queue again. Errors: 409 for a second appeal. */
const appealWithin = async (tx: Tx, row: ReportRow, { text, now }: { text: string; now: Date }): Promise<OwnReport> => {
  const { id, kind, reported_id: actorID } = row
  if (!(await repository.appeal(tx, { id, text, now }))) throw conflict('CONFLICT', 'You have appealed already.')
  await tell(tx, now, { kind: 'report.appealed', actorID, data: { reportID: id, kind } })
  return forReported(tx, (await repository.findReport(tx, id)) ?? row, now)
}

/** Errors: 404 for anybody but the reported person; 409 for a second appeal, and for one after 14 days. */
const appealReport = (
  { db, clock }: Deps,
  { userID }: Viewer,
  { params: { id }, body: { text } }: Input<'reports.appeal'>,
): Promise<OwnReport> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    const row = await repository.holdReport(tx, id)
    if (!row || !isReported(row, userID)) throw unknown()
    const end = appealEnds(row)
    if (end === null || end <= now) throw conflict('CONFLICT', `Appeals are for ${APPEAL_DAYS} days.`)
    return appealWithin(tx, row, { text, now })
  })

type LinkDeps = Pick<AppDeps, 'db' | 'clock' | 'secret'>
const badLink = () =>
  invalid('token', `This link is not good any more. It works for ${APPEAL_DAYS} days.`, 'INVALID_TOKEN')
/** Which report a mailed link is of. Errors: 422 INVALID_TOKEN; 429. To be called outside of a transaction. */
const readLink = async ({ db, clock, secret }: LinkDeps, token: string, ip: string): Promise<string> => {
  await requireWithin(db, clock.now(), limitOf('link', ip))
  const id = readSignedID(secret(), 'report-appeal', token)
  if (id === null) throw badLink()
  return id
}
/** Passes for a decision that its link still opens. Errors: 422, the same answer as for a link that is not ours. */
const requireLinked = (row: ReportRow | undefined, now: Date): ReportRow => {
  const end = row && appealEnds(row)
  if (!row || row.reported_id === null || !isReported(row, row.reported_id) || !end || end <= now) throw badLink()
  return row
}

/** Errors: those of `readLink` and `requireLinked`. */
const readByLink = async (
  deps: LinkDeps,
  _: null,
  { body: { token } }: Input<'reports.ofLink'>,
  { ip }: RequestContext,
): Promise<OwnReport> => {
  const id = await readLink(deps, token, ip)
  const now = deps.clock.now()
  return forReported(deps.db, requireLinked(await repository.findReport(deps.db, id), now), now)
}

/** Errors: those of `readLink` and `requireLinked`; 409 for a second appeal. */
const appealByLink = async (
  deps: LinkDeps,
  _: null,
  { body: { token, text } }: Input<'reports.appealByLink'>,
  { ip }: RequestContext,
): Promise<OwnReport> => {
  const id = await readLink(deps, token, ip)
  return withTx(deps.db, async (tx) => {
    const held = await repository.holdReport(tx, id)
    const now = deps.clock.now()
    return appealWithin(tx, requireLinked(held, now), { text, now })
  })
}

export const reports = {
  create: createReport,
  mine: listOwn,
  get: getReport,
  appeal: appealReport,
  ofLink: readByLink,
  appealByLink,
  queue: listQueue,
  decide,
}
