import { DELETION_DAYS, type OwnDeletion } from '#shared/contract/index.ts'
import type { OwnDebt } from '#shared/contract/own-data.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { conflict, HttpError } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import { prefixOf } from '#server/http/network.ts'
import type { Input } from '#server/http/services.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { requirePassword } from '../auth/service.ts'
import { findDebtsOf } from '../ledger/service.ts'
import { debtsText, waysOut } from './debts.ts'
import * as repository from './deletion-repository.ts'
import { deletionMail, deletionTakenBackMail } from './mails.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const DAY_MS = 24 * 60 * 60 * 1000
const NAMED_MAX = 5

/** When the viewer's account is deleted, and which projects keep it from that. */
export const deletionOf = async ({ db }: Deps, { userID }: Viewer): Promise<OwnDeletion> => ({
  dueAt: (await repository.findDeletion(db, userID))?.toISOString() ?? null,
  projects: await repository.findSoleProjects(db, userID),
  ...(await findDebtsOf(db, userID)),
})

const ownsAlone = (projects: readonly repository.SoleProject[]) => {
  const named = projects.slice(0, NAMED_MAX).map(({ title }) => `“${title}”`)
  const more = projects.length - named.length
  const titles = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
  return new HttpError(
    409,
    'CONFLICT',
    `You are the only owner of ${titles}. ${waysOut(projects.some(({ hasWork }) => hasWork))} first.`,
    { details: projects.map(({ id, title }) => ({ path: id, message: title })) },
  )
}

const owesAlone = (debts: readonly OwnDebt[]) =>
  new HttpError(409, 'CONFLICT', debtsText(debts), {
    details: debts.map((debt) => ({ path: debt.project.id, message: debt.project.title })),
  })

/**
 * Schedules the deletion of the viewer's account in 14 days, and mails that. A repeat keeps the day. Errors: 422 for a
 * wrong password; 409 for the only owner of a project that owes something, with
 * person and amount, or of projects that go on or have work to answer, which it names, and for the last administrator.
 */
export const askDeletion = async (
  deps: AppDeps,
  viewer: Viewer,
  { body }: Input<'ownData.askDeletion'>,
  { ip }: RequestContext,
): Promise<OwnDeletion> => {
  const { userID } = viewer
  await requirePassword(deps, viewer, body.password, { ip, field: 'password' })
  return withTx(deps.db, async (tx) => {
    const asked = await repository.holdDeletion(tx, userID)
    const projects = await repository.findSoleProjects(tx, userID)
    const debts = await findDebtsOf(tx, userID)
    if (debts.owedByMe.length > 0) throw owesAlone(debts.owedByMe)
    if (projects.length > 0) throw ownsAlone(projects)
    if (await repository.isLastAdministrator(tx, userID))
      throw conflict('CONFLICT', 'You are the last administrator: somebody has to look after the platform.')
    if (asked) return { dueAt: asked.toISOString(), projects, ...debts }
    const now = deps.clock.now()
    const dueAt = new Date(now.getTime() + DELETION_DAYS * DAY_MS)
    await repository.setDeletion(tx, userID, dueAt)
    const data = { network: prefixOf(ip), dueAt: dueAt.toISOString() }
    await record(tx, now, { kind: 'account.deletionAsked', actorID: userID, subjectID: userID, data })
    await enqueue(tx, deletionMail, { userID }, now)
    return { dueAt: data.dueAt, projects, ...debts }
  })
}

/** Keeps the viewer's account as it was. Errors: 409 where no deletion was asked for, or its time has come. */
export const takeBackDeletion = (
  { db, clock }: Deps,
  { userID }: Viewer,
  _: Input<'ownData.takeBackDeletion'>,
  { ip }: RequestContext,
): Promise<{ message: string }> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    const dueAt = await repository.holdDeletion(tx, userID)
    if (!dueAt || dueAt <= now) throw conflict('CONFLICT', 'Your account is not waiting to be deleted.')
    await repository.setDeletion(tx, userID, null)
    const data = { network: prefixOf(ip) }
    await record(tx, now, { kind: 'account.deletionTakenBack', actorID: userID, subjectID: userID, data })
    await enqueue(tx, deletionTakenBackMail, { userID }, now)
    return { message: 'Your account stays.' }
  })
