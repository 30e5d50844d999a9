import type { CreatorApplication, Pagination } from '../../../shared/contract/index.ts'
import { canonicalEmail } from '../../../shared/rules/account.ts'
import { applicationStatus } from '../../../shared/rules/statuses.ts'
import { tierFromReputation } from '../../../shared/rules/tiers.ts'
import { type DbOrTx, withTx, type Tx } from '../../db/pool.ts'
import { foldTexts } from '../../db/text-search.ts'
import type { AppDeps } from '../../deps.ts'
import { conflict, notFound } from '../../http/errors.ts'
import type { Viewer } from '../../http/handlers.ts'
import { enqueue } from '../../jobs/queue.ts'
import { decisionMail } from './mails.ts'
import * as repository from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
const { approved, rejected } = applicationStatus

/** A person applies again only after a rejection, which an administrator must write first. */
const OWN_MAX = 100

const toApplication = (row: repository.ApplicationRow): CreatorApplication => ({
  id: row.id,
  userID: row.user_id,
  status: row.status === approved ? approved : row.status === rejected ? rejected : applicationStatus.pending,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  user: { username: row.username, name: row.name, email: row.email, tier: tierFromReputation(row.reputation) },
})

/** Whether the viewer has applied, and their newest application. */
export const checkStatus = async ({ db }: Deps, viewer: Viewer) => {
  const [newest] = await repository.findApplicationsOf(db, viewer.userID, 1)
  return { hasApplied: newest !== undefined, application: newest ? toApplication(newest) : null }
}

/** Whether an administrator approved the person as a creator. */
export const isApprovedCreator = (db: DbOrTx, userID: string): Promise<boolean> => repository.isApproved(db, userID)

/** Makes the viewer's application. Errors: 409 while one is pending or approved. */
export const apply = ({ db, clock }: Deps, viewer: Viewer) =>
  withTx(db, async (tx): Promise<CreatorApplication> => {
    const id = await repository.insertApplication(tx, viewer.userID, clock.now())
    if (!id) throw conflict('CONFLICT', 'You have already submitted an application')
    return getIn(tx, id)
  })

type ListInput = { page: number; limit: number; status?: number | undefined; q?: string | undefined }

/** One page of all applications, in the order asked for. */
export const listApplications = async (
  { db }: Deps,
  { page, limit, sort, direction, status, q }: ListInput & repository.ApplicationOrder,
): Promise<{ data: CreatorApplication[]; pagination: Pagination }> => {
  const [folded = ''] = q ? await foldTexts(db, [q]) : []
  const person = q ? { folded: folded.trim(), email: canonicalEmail(q) } : null
  const { rows, total } = await repository.findApplicationPage(
    db,
    { status, person },
    { page, limit },
    { sort, direction },
  )
  return { data: rows.map(toApplication), pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } }
}

/** One application. Errors: 404, also for anyone but its applicant and administrators. */
export const getApplication = async ({ db }: Deps, viewer: Viewer, id: string): Promise<CreatorApplication> => {
  const row = await repository.findApplication(db, id)
  if (!row || !mayRead(viewer, row.user_id)) throw unknownApplication()
  return toApplication(row)
}

/** A person's applications, newest first. Errors: 404 for anyone but them and administrators. */
export const listApplicationsOf = async (
  { db }: Deps,
  viewer: Viewer,
  userID: string,
): Promise<CreatorApplication[]> => {
  if (!mayRead(viewer, userID)) throw notFound()
  return (await repository.findApplicationsOf(db, userID, OWN_MAX)).map(toApplication)
}

export type Change = { status?: 1 | 2 | undefined; reason?: string | undefined }

/**
 * Approves (1) or rejects (2) a pending application, or, without a status, notes another reason. Approval makes the
 * applicant a creator; either decision is mailed to them. Errors: 404, 409 when it was decided already.
 */
export const changeApplication = (
  { db, clock }: Deps,
  viewer: Viewer,
  id: string,
  { status, reason }: Change,
): Promise<CreatorApplication> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    const { userID } = await getIn(tx, id)
    if (status !== undefined) {
      const isDecided = await repository.decideApplication(tx, { id, status, reason, decidedBy: viewer.userID, now })
      if (!isDecided) throw conflict('CONFLICT', 'This application has already been decided.')
      if (status === approved) await repository.makeCreator(tx, userID, now)
      await enqueue(tx, decisionMail, { applicationID: id }, now)
    } else if (reason !== undefined) await repository.setReason(tx, id, reason, now)
    return getIn(tx, id)
  })

const mayRead = (viewer: Viewer, userID: string) => viewer.isAdministrator || viewer.userID === userID

const unknownApplication = () => notFound('Application not found')

const getIn = async (tx: Tx, id: string): Promise<CreatorApplication> => {
  const row = await repository.findApplication(tx, id)
  if (!row) throw unknownApplication()
  return toApplication(row)
}
