import { REPORTS_PAGE, type Report, type ReportState } from '#shared/contract/reports.ts'
import { beginningOf } from '#shared/rules/cut.ts'
import { hideProject, showProject } from '#server/access/hidden.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import { prefixOf } from '#server/http/network.ts'
import { readPlace, writePlace } from '#server/http/place-cursor.ts'
import type { Input } from '#server/http/services.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { holdAdministrators, restoreUser, suspendWithin } from '../auth/service.ts'
import { showComment } from '../comments/service.ts'
import { tell } from '../notifications/service.ts'
import { hideRating, showRating } from '../ratings/service.ts'
import { appealMail, suspensionMail } from './mails.ts'
import * as repository from './repository.ts'
import type { ReportRow } from './repository.ts'
import { findThing } from './things-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const TEXT_MAX = 2_000
const WAITING: readonly ReportState[] = ['open', 'appealed']
const timeOf = (time: Date | null) => time?.toISOString() ?? null
const personOf = (id: string | null, username: string | null) =>
  id !== null && username !== null ? { id, username } : null

const toOther = (row: ReportRow) => ({
  id: row.id,
  reason: row.reason,
  text: row.text,
  reporter: personOf(row.reporter_id, row.reporter_username),
  createdAt: row.created_at.toISOString(),
  state: row.state,
})

/** Administrators whom a report is about do not read who made it. */
const toReport = async (db: DbOrTx, row: ReportRow, viewerID: string): Promise<Report> => {
  const [thing, others] = await Promise.all([
    findThing(db, { kind: row.kind, id: row.thing_id, part: row.part }),
    repository.findOthers(db, row),
  ])
  const isOwn = row.reported_id === viewerID
  const shown = (one: ReportRow) => ({ ...toOther(one), ...(isOwn && { reporter: null }) })
  return {
    ...shown(row),
    kind: row.kind,
    part: row.part,
    thing: thing
      ? {
          ...{ id: thing.id, title: thing.title, text: beginningOf(thing.text, TEXT_MAX) },
          ...{ projectID: thing.project_id, isHidden: thing.is_hidden },
        }
      : null,
    reported: personOf(row.reported_id, row.reported_username),
    others: others.map(shown),
    decision: row.decision,
    decisionText: row.decision_text,
    decidedAt: timeOf(row.decided_at),
    appealText: row.appeal_text,
    appealedAt: timeOf(row.appealed_at),
    isGranted: row.final_decision && row.final_decision === 'granted',
    finalText: row.final_text,
  }
}

/** A page of the queue, the oldest first. Errors: 422 for a cursor that is not ours. */
export const listQueue = async (
  { db }: Deps,
  { userID }: Viewer,
  { query: { state, cursor } }: Input<'reports.queue'>,
): Promise<{ data: Report[]; nextCursor: string | null }> => {
  const states = state === undefined ? WAITING : [state]
  const after = cursor === undefined ? null : readPlace(cursor)
  const rows = await repository.findQueue(db, { states, after, limit: REPORTS_PAGE + 1 })
  const last = rows.length > REPORTS_PAGE ? rows[REPORTS_PAGE - 1] : undefined
  const data: Report[] = []
  for (const row of rows.slice(0, REPORTS_PAGE)) data.push(await toReport(db, row, userID))
  return { data, nextCursor: last ? writePlace({ time: last.created_at.toISOString(), id: last.id }) : null }
}

const GONE = 'This is gone already.'
type Acting = { administrators: readonly string[]; by: string; text: string; network: string | null; now: Date }

/** Hides the thing; false when it is gone or hidden already. */
const hideThing = (tx: Tx, { kind, thing_id: id, part }: ReportRow, { by, now }: Acting): Promise<boolean> => {
  if (kind === 'project') return hideProject(tx, id, now)
  if (kind === 'comment') return showComment(tx, id, now)
  if (kind === 'rating') return hideRating(tx, now, { id, part, by })
  throw invalid('decision', 'Only projects, comments and ratings can be hidden.')
}
const hide = async (tx: Tx, row: ReportRow, acting: Acting): Promise<void> => {
  if (!(await hideThing(tx, row, acting))) throw conflict('CONFLICT', GONE)
}

/** Suspends the person, and mails them; who is suspended already stays so. */
const suspend = async (tx: Tx, { id: reportID, reported_id: id }: ReportRow, acting: Acting): Promise<void> => {
  if (id === null) throw conflict('CONFLICT', GONE)
  const { administrators, by, text, network, now } = acting
  if (await suspendWithin(tx, { id, reason: text, by, administrators, now }))
    await record(tx, now, { kind: 'account.suspended', actorID: by, subjectID: id, data: { network } })
  await enqueue(tx, suspensionMail, { reportID }, now)
}

/** What was decided is taken back: the thing is shown again as it was, or the person restored. */
const grant = async (
  tx: Tx,
  { kind, thing_id, part, reported_id, decision, decided_at }: ReportRow,
  { by, network, now }: Acting,
) => {
  if (decision === 'hide') {
    if (kind === 'project') await showProject(tx, thing_id, now)
    else if (kind === 'comment') await showComment(tx, thing_id, null)
    else await showRating(tx, thing_id, part)
    // Who is suspended since another moment is so for another reason.
  } else if (reported_id !== null && decided_at && (await restoreUser(tx, reported_id, now, decided_at)))
    await record(tx, now, { kind: 'account.restored', actorID: by, subjectID: reported_id, data: { network } })
}

const decideAppeal = async (tx: Tx, row: ReportRow, decision: string, acting: Acting): Promise<void> => {
  const isGranted = decision === 'dismiss'
  if (!isGranted && decision !== row.decision) throw invalid('decision', 'Grant the appeal, or keep what was decided.')
  if (isGranted) await grant(tx, row, acting)
  await repository.decideAppeal(tx, row.id, { isGranted, ...acting })
  // Who stays suspended cannot sign in to read it.
  if (row.decision === 'suspend') await enqueue(tx, appealMail, { reportID: row.id }, acting.now)
}

/**
 * Decides all open reports of a thing, or an appeal. The administrators are held, so of two who decide at once the second finds it
 * decided. Errors: 404; 403 for who has lost the right since, and for whom it is about; 409 for a decided report, and for what is gone; 422 for hiding what cannot be hidden.
 */
export const decide = (
  { db, clock }: Deps,
  { userID: by }: Viewer,
  { params: { id }, body: { decision, text } }: Input<'reports.decide'>,
  { ip }: RequestContext,
): Promise<Report> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    const administrators = await holdAdministrators(tx)
    if (!administrators.includes(by)) throw forbidden('Only administrators may do that.')
    const row = await repository.findReport(tx, id)
    if (!row) throw notFound('Report not found')
    if (row.reported_id === by) throw forbidden('Another administrator decides this.')
    const acting: Acting = { administrators, by, text, network: prefixOf(ip), now }
    if (row.state === 'appealed') await decideAppeal(tx, row, decision, acting)
    else if (row.state === 'open') {
      if (decision === 'hide') await hide(tx, row, acting)
      if (decision === 'suspend') await suspend(tx, row, acting)
      await repository.decideOpen(tx, row, { decision, ...acting })
    } else throw conflict('CONFLICT', 'This is decided already.')
    const isTold = row.state === 'appealed' || decision !== 'dismiss'
    await tell(tx, now, {
      ...{ kind: 'report.decided', actorID: by },
      ...(isTold && row.reported_id !== null && { subjectID: row.reported_id }),
      data: { reportID: id, kind: row.kind, decision, isFinal: row.state === 'appealed' },
    })
    const decided = await repository.findReport(tx, id)
    if (!decided) throw notFound('Report not found')
    return toReport(tx, decided, by)
  })
