import { type OwnPayout, PAYOUT_READINGS_MAX, type PayoutOfDue } from '#shared/contract/payout.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { holdProject } from '#server/access/locks.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import { prefixOf } from '#server/http/network.ts'
import type { Input } from '#server/http/services.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { hasPlaceForKey } from '#server/settings/sealing.ts'
import { readSignedID } from '#server/util/tokens.ts'
import { endEverything, holdOwner, holdPerson, requirePassword } from '../auth/service.ts'
import { tell } from '../notifications/service.ts'
import { payoutChangedMail, payoutRemovedMail } from './mails.ts'
import * as repository from './repository.ts'
import { openPayout, requireKey, requirePayout, sealPayout } from './sealed.ts'

/** How long the link of the mail about a change is good. */
const NOT_ME_DAYS = 7

const yesterday = ({ clock }: Pick<AppDeps, 'clock'>) => daysAfter(clock.now(), -1)

/** The viewer's own details, who has read them, and whether they are asked for them. Errors: 503 without a place for a key. */
const readOwn = async (deps: AppDeps, { userID }: Viewer): Promise<OwnPayout> => {
  const { db, config } = deps
  requireKey(config)
  const row = await repository.findDetails(db, userID)
  const opened = row ? await openPayout(config, userID, row) : null
  const readings = await repository.findReadings(db, userID, PAYOUT_READINGS_MAX)
  return {
    details: row && opened ? { ...opened, changedAt: row.changedAt.toISOString() } : null,
    isUnreadable: row !== undefined && opened === null,
    readings: readings.map(({ name, username, project, at }) => ({
      name: name || username,
      project,
      at: at.toISOString(),
    })),
    // What this server cannot open has to be given again.
    asks: opened === null && (await repository.isAsked(db, userID, yesterday(deps))),
  }
}

/** Tells the person of a change, and mails them a link that undoes it. */
const noteChange = async (tx: Tx, now: Date, userID: string, ip: string): Promise<void> => {
  const changeID = await repository.insertChange(tx, userID, { now, ends: daysAfter(now, NOT_ME_DAYS) })
  const data = { network: prefixOf(ip) }
  await tell(tx, now, { kind: 'payout.changed', actorID: userID, subjectID: userID, data })
  await enqueue(tx, payoutChangedMail, { changeID }, now)
}

/** Keeps how the viewer is paid. Errors: 422 for a wrong password, which counts as a failed login; 429; 503 without a place for a key. */
const set = async (
  deps: AppDeps,
  viewer: Viewer,
  { body: { password, ...payout } }: Input<'payout.set'>,
  { ip }: RequestContext,
): Promise<{ message: string }> => {
  const { db, clock, config } = deps
  requireKey(config)
  const hash = await requirePassword(deps, viewer, password, { ip, field: 'password' })
  const sealed = await sealPayout(config, viewer.userID, payout)
  await withTx(db, async (tx) => {
    await holdOwner(tx, viewer, hash)
    const now = clock.now()
    await repository.putDetails(tx, viewer.userID, sealed, now)
    await noteChange(tx, now, viewer.userID, ip)
  })
  return { message: 'Your payout details are kept.' }
}

/** Removes them. Errors: as those of `set`; 404 where there are none. */
const remove = async (
  deps: AppDeps,
  viewer: Viewer,
  { body: { password } }: Input<'payout.remove'>,
  { ip }: RequestContext,
): Promise<{ message: string }> => {
  const hash = await requirePassword(deps, viewer, password, { ip, field: 'password' })
  await withTx(deps.db, async (tx) => {
    await holdOwner(tx, viewer, hash)
    if (!(await repository.removeDetails(tx, viewer.userID))) throw notFound('There are no payout details.')
    await noteChange(tx, deps.clock.now(), viewer.userID, ip)
  })
  return { message: 'Your payout details are removed.' }
}

/**
 * Removes details that somebody else has changed, and ends all sessions and access tokens, on the word of the mailbox's
 * reader. Works once, for seven days. Errors: 422 INVALID_TOKEN.
 */
const notMe = async (
  { db, clock, secret }: AppDeps,
  _: null,
  { body: { token } }: Input<'payout.notMe'>,
  { ip }: RequestContext,
): Promise<{ message: string }> => {
  const now = clock.now()
  await requireWithin(db, now, limitOf('link', ip))
  const id = readSignedID(secret(), 'payout-change', token)
  const isDone = id !== null && (await withTx(db, (tx) => takeBack(tx, id, { now, ip })))
  if (!isDone) throw invalid('token', 'This link is not good any more. It works once, for seven days.', 'INVALID_TOKEN')
  return { message: 'The payout details are removed.' }
}

const takeBack = async (tx: Tx, id: string, { now, ip }: { now: Date; ip: string }): Promise<boolean> => {
  const userID = await repository.consumeChange(tx, id, now)
  if (userID === undefined) return false
  // A change or a new token that is under way comes before this, or finds its session ended.
  await holdPerson(tx, userID)
  await repository.removeDetails(tx, userID)
  await endEverything(tx, userID, 'payout_recovery', now)
  const data = { network: prefixOf(ip) }
  await tell(tx, now, { kind: 'payout.changed', actorID: userID, subjectID: userID, data })
  await enqueue(tx, payoutRemovedMail, { userID }, now)
  return true
}

/** Says that the viewer has seen the question. */
const closeQuestion = async ({ db, clock }: AppDeps, { userID }: Viewer): Promise<{ message: string }> => {
  await repository.closeQuestion(db, userID, clock.now())
  return { message: 'The question is closed.' }
}

/**
 * How the person is paid to whom something is owed for a task, for owners and admins of its project. Errors: 404 for anybody
 * else, where nothing is owed, and where the person has not said how; 429 after 30 in an hour; 503 without the key.
 */
const readOfDue = async (
  { db, clock, config }: AppDeps,
  { userID: managerID }: Viewer,
  { params: { id: projectID, taskID } }: Input<'payout.ofDue'>,
): Promise<PayoutOfDue> => {
  // Each try counts, so that nobody finds out by trying who is owed something.
  await requireWithin(db, clock.now(), limitOf('payout-reading', managerID))
  return withTx(db, async (tx) => {
    // A payment waits, so that nothing is read once the due is paid.
    await holdProject(tx, projectID)
    const owed = await repository.findOwed(tx, { projectID, taskID, managerID })
    if (!owed) throw notFound('Nothing is owed for this task.')
    const { userID, name, username, claimID } = owed
    requireKey(config)
    const row = await repository.findDetails(tx, userID)
    if (!row) throw notFound(`${name || username} has not said how to be paid.`)
    const { method, details } = await requirePayout(config, userID, row)
    const now = clock.now()
    await repository.insertReading(tx, owed, managerID, now)
    await record(tx, now, { kind: 'payout.read', actorID: managerID, subjectID: userID, data: { claimID } })
    return { userID, method, details, changedAt: row.changedAt.toISOString() }
  })
}

/** Notes at the start of a server whether it has a place for a key: without one nobody waits for a payee's details. */
export const noteKeyOfPayouts = ({ db, config }: Pick<AppDeps, 'db' | 'config'>): Promise<void> =>
  repository.noteKey(db, hasPlaceForKey(config))

/** Removes the links of changes that ended before that time. */
export const forgetPayoutChanges = (db: DbOrTx, before: Date): Promise<void> =>
  repository.removeExpiredChanges(db, before)

export const payout = { own: readOwn, set, remove, notMe, closeQuestion, ofDue: readOfDue }

export { resealPayouts } from './reseal.ts'
