import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { HttpError } from '#server/http/errors.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { holdAdministrators } from '../auth/service.ts'
import { deleteFilesOf } from '../files/service.ts'
import { findDebtsOf, giveUpDues } from '../ledger/service.ts'
import { giveBackEverything, leaveEverything } from '../memberships/service.ts'
import { findSoleProjects, isLastAdministrator, setDeletion } from './deletion-repository.ts'
import * as repository from './erasure-repository.ts'
import { exportKey } from './exports.ts'
import { removeExports } from './exports-repository.ts'
import { deletionPutOffMail } from './mails.ts'
import { namesPattern } from './names.ts'
import { exactly } from './placeholders-repository.ts'
import { personalTables } from './tables.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'store' | 'logger'>

const DAY_MS = 24 * 60 * 60 * 1000
/** Days after which an account that could not be deleted at its time is tried again. */
const PUT_OFF_DAYS = 7
/**
 * A full name found this often in projects that the person never had a part in consists of common words, such as 'Web
 * Design', and must stay in others' projects (decision 36).
 */
export const NAMES_ELSEWHERE_MAX = 20

/**
 * Postpones a deletion that would leave projects without an owner, debts without anybody to pay them, or the platform without an administrator, and mails
 * the person what is in the way. Returns whether it did.
 */
const putOff = ({ db, clock }: Deps, userID: string): Promise<boolean> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    if (!(await repository.holdDue(tx, userID, now))) return true
    const projects = await findSoleProjects(tx, userID)
    const { owedByMe } = await findDebtsOf(tx, userID)
    if (projects.length === 0 && owedByMe.length === 0 && !(await isLastAdministrator(tx, userID))) return false
    const dueAt = new Date(now.getTime() + PUT_OFF_DAYS * DAY_MS)
    await setDeletion(tx, userID, dueAt)
    const data = { network: null, dueAt: dueAt.toISOString() }
    await record(tx, now, { kind: 'account.deletionAsked', actorID: null, subjectID: userID, data })
    await enqueue(tx, deletionPutOffMail, { userID }, now)
    return true
  })

/**
 * Replaces the person's name and address in the texts that stay. Returns in how many it did, so that administrators see it
 * where somebody took common words for a name.
 */
const replaceNames = async ({ db }: Deps, userID: string): Promise<number> => {
  const names = await repository.findNames(db, userID)
  if (!names) return 0
  // Address and @username are nobody else's, wherever they are; a full name can be words that mean something else.
  const [all, sure] = [namesPattern(names), namesPattern({ ...names, name: '' })]
  const columns = (await repository.findTextColumns(db, Object.keys(personalTables))).flatMap((found) => {
    const { texts, key = 'id', about } = personalTables[found.table] ?? {}
    return texts?.includes(found.column) ? [{ ...found, key, about }] : []
  })
  let elsewhere = 0
  for (const { about, ...column } of columns)
    if (about !== undefined) {
      const where = exactly(`not (${about})`, userID)
      elsewhere += await repository.countTexts(db, { ...column, where }, all, sure)
    }
  const isPhrase = elsewhere > NAMES_ELSEWHERE_MAX
  let replaced = 0
  for (const { about, ...column } of columns)
    if (isPhrase && about !== undefined) {
      const where = exactly(about, userID)
      replaced += await repository.replaceInTexts(db, { ...column, where }, all)
      replaced += await repository.replaceInTexts(db, column, sure)
    } else replaced += await repository.replaceInTexts(db, column, all)
  return replaced
}

/**
 * The last step, in one transaction: removes what is the person's, and the account names nobody any more. `texts`: the
 * number of texts in which their name was replaced.
 */
export const anonymise = ({ db, clock }: Deps, userID: string, texts = 0): Promise<void> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    if (!(await repository.holdDue(tx, userID, now)) || (await repository.hasMemberships(tx, userID))) return
    // Something was accepted after what was owed had been given up: the next look gives that up, too.
    if ((await findDebtsOf(tx, userID)).owedToMe.length > 0) return
    // The others may have lost their right since this deletion was begun.
    await holdAdministrators(tx)
    if (await isLastAdministrator(tx, userID)) return
    for (const [table, entry] of Object.entries(personalTables)) await repository.eraseIn(tx, table, entry, userID)
    await repository.markDeleted(tx, userID, now)
    await record(tx, now, { kind: 'account.deleted', actorID: null, subjectID: userID, data: { texts } })
  })

/**
 * Deletes one account that is due. Each step can be repeated, even by several processes at once; only the last step
 * ends the deletion, so what one process leaves undone, the next does.
 */
const erase = async (deps: Deps, userID: string): Promise<void> => {
  if (await putOff(deps, userID)) return
  try {
    await leaveEverything(deps, userID)
    await giveBackEverything(deps, userID)
    await giveUpDues(deps, userID)
  } catch (error) {
    // An owner has left at this moment: the next look puts the deletion off.
    if (error instanceof HttpError) return
    throw error
  }
  await deleteFilesOf(deps, userID)
  // An export that is being made finds its row gone, and removes its own file.
  for (const fileID of await removeExports(deps.db, userID)) await deps.store.remove(exportKey(fileID))
  await anonymise(deps, userID, await replaceNames(deps, userID))
}

/** Deletes the accounts that are due. Errors: the first one, after every account was tried. */
export const deleteDueAccounts = async (deps: Deps): Promise<void> => {
  const failures: unknown[] = []
  for (const userID of await repository.findDue(deps.db, deps.clock.now()))
    try {
      await erase(deps, userID)
    } catch (error) {
      // What is wrong with one account keeps no other waiting.
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}
