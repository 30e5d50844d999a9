import type { CreatorApplication, Pagination } from '#shared/contract/index.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { tierOf } from '#shared/rules/tiers.ts'
import { type DbOrTx, withTx, type Tx } from '#server/db/pool.ts'
import { foldTexts } from '#server/db/text-search.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { tell } from '../notifications/service.ts'
import { decisionMail } from './mails.ts'
import * as repository from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>
const DAY_MS = 24 * 60 * 60_000
const REMINDED_AT_ONCE = 100
const { approved, rejected } = creatorApplicationStatus

/** Far more than one person has: each new application needs a rejection by an administrator first. */
const OWN_MAX = 100

/** An application as its reader sees it: what it says is for administrators alone. */
const toCreatorApplication = (row: repository.CreatorApplicationRow, viewer: Viewer): CreatorApplication => ({
  id: row.id,
  userID: row.user_id,
  status: row.status === approved ? approved : row.status === rejected ? rejected : creatorApplicationStatus.pending,
  reason: row.reason,
  text: viewer.isAdministrator ? row.text : null,
  answerBy: row.status === creatorApplicationStatus.pending ? (row.answer_by?.toISOString() ?? null) : null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  earlier: row.earlier,
  user: { username: row.username, name: row.name, email: row.email, tier: tierOf(row) },
})

/** Whether the viewer has applied, and their newest application. */
const checkStatus = async ({ db, config }: Deps, viewer: Viewer) => {
  const [newest] = await repository.findCreatorApplicationsOf(db, viewer.userID, 1)
  return {
    hasApplied: newest !== undefined,
    application: newest ? toCreatorApplication(newest, viewer) : null,
    isForEveryone: config.creators === 'everyone',
  }
}

/** Whether an administrator approved the person as a creator. */
export const isApprovedCreator = (db: DbOrTx, userID: string): Promise<boolean> => repository.isApproved(db, userID)

/**
 * Makes the viewer's application, which is approved at once where everyone may be a creator. Errors: 409 while another one
 * is pending or approved.
 */
const apply = ({ db, clock, config }: Deps, viewer: Viewer, { body: { text } }: Input<'creatorApplications.apply'>) =>
  withTx(db, async (tx): Promise<CreatorApplication> => {
    const { userID } = viewer
    const now = clock.now()
    const answerBy = new Date(now.getTime() + config.creatorDays * DAY_MS)
    const id = await repository.insertCreatorApplication(tx, { userID, text: text?.trim() || null, answerBy, now })
    if (!id) throw conflict('CONFLICT', 'You have already submitted an application')
    const data = { creatorApplicationID: id }
    const isForEveryone = config.creators === 'everyone'
    // Where nobody decides, administrators need no notice of it.
    const note = isForEveryone ? record : tell
    await note(tx, now, { kind: 'creatorApplication.sent', actorID: userID, subjectID: userID, data })
    if (isForEveryone) await decide(tx, { id, userID, status: approved, decidedBy: null, now })
    return getIn(tx, id, viewer)
  })

/** One page of all applications, in the requested order. */
const listCreatorApplications = async (
  { db }: Deps,
  viewer: Viewer,
  { query: { page, limit, sort, direction, status, q } }: Input<'creatorApplications.list'>,
): Promise<{ data: CreatorApplication[]; pagination: Pagination }> => {
  const [folded = ''] = q ? await foldTexts(db, [q]) : []
  const person = q ? { folded: folded.trim(), email: canonicalEmail(q) } : null
  const { rows, total } = await repository.findCreatorApplicationPage(
    db,
    { status, person },
    { page, limit },
    { sort, direction },
  )
  return {
    data: rows.map((row) => toCreatorApplication(row, viewer)),
    pagination: paginationOf({ page, limit }, total),
  }
}

/** One application. Errors: 404, also for anybody but its applicant and administrators. */
const getCreatorApplication = async (
  { db }: Deps,
  viewer: Viewer,
  { params }: Input<'creatorApplications.get'>,
): Promise<CreatorApplication> => {
  const row = await repository.findCreatorApplication(db, params.id)
  if (!row || !mayRead(viewer, row.user_id)) throw unknownCreatorApplication()
  return toCreatorApplication(row, viewer)
}

/** A person's applications, newest first. Errors: 404 for anybody but that person and administrators. */
const listCreatorApplicationsOf = async (
  { db }: Deps,
  viewer: Viewer,
  { params: { id: userID } }: Input<'creatorApplications.ofUser'>,
): Promise<CreatorApplication[]> => {
  if (!mayRead(viewer, userID)) throw notFound()
  const rows = await repository.findCreatorApplicationsOf(db, userID, OWN_MAX)
  return rows.map((row) => toCreatorApplication(row, viewer))
}

type Decided = repository.Decision & { userID: string }

/** Decides a pending application; approval makes the applicant a creator. Errors: 409 when it was already decided. */
const decide = async (tx: Tx, { userID, ...decision }: Decided): Promise<void> => {
  const { id, status, decidedBy, now } = decision
  if (!(await repository.decideCreatorApplication(tx, decision)))
    throw conflict('CONFLICT', 'This application has already been decided.')
  if (status === approved) await repository.makeCreator(tx, userID, now)
  // Who is approved at once sees it and waits for no mail.
  if (decidedBy) await enqueue(tx, decisionMail, { creatorApplicationID: id }, now)
  const kind = status === approved ? 'creatorApplication.approved' : 'creatorApplication.rejected'
  await tell(tx, now, { kind, actorID: decidedBy, subjectID: userID, data: { creatorApplicationID: id } })
}

/**
 * Approves (1) or rejects (2) a pending application, or, without a status, records another reason. Approval makes the
 * applicant a creator; the decision is mailed. Errors: 404; 409 when it was already decided.
 */
const changeCreatorApplication = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id }, body: { status, reason } }: Input<'creatorApplications.update'>,
): Promise<CreatorApplication> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    const { userID } = await getIn(tx, id, viewer)
    if (status !== undefined) await decide(tx, { id, userID, status, reason, decidedBy: viewer.userID, now })
    else if (reason !== undefined) await repository.setReason(tx, id, reason, now)
    return getIn(tx, id, viewer)
  })

/** Reminds administrators of the answer dates of applications. Each time once, whichever process does it and however late. */
export const runCreatorClock = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> => {
  let count = REMINDED_AT_ONCE
  while (count === REMINDED_AT_ONCE)
    count = await withTx(db, async (tx) => {
      const now = clock.now()
      const reminded = await repository.noteReminders(tx, now, REMINDED_AT_ONCE)
      for (const { id, userID, reminder } of reminded) {
        const data = { creatorApplicationID: id, reminder }
        await tell(tx, now, { kind: 'creatorApplication.reminded', actorID: null, subjectID: userID, data })
      }
      return reminded.length
    })
}

const mayRead = (viewer: Viewer, userID: string) => viewer.isAdministrator || viewer.userID === userID

const unknownCreatorApplication = () => notFound('Application not found')

const getIn = async (tx: Tx, id: string, viewer: Viewer): Promise<CreatorApplication> => {
  const row = await repository.findCreatorApplication(tx, id)
  if (!row) throw unknownCreatorApplication()
  return toCreatorApplication(row, viewer)
}

export const creatorApplications = {
  checkStatus,
  apply,
  list: listCreatorApplications,
  get: getCreatorApplication,
  ofUser: listCreatorApplicationsOf,
  update: changeCreatorApplication,
  approve: (deps: Deps, viewer: Viewer, { params }: Input<'creatorApplications.approve'>) =>
    changeCreatorApplication(deps, viewer, { params, body: { status: approved } }),
  reject: (deps: Deps, viewer: Viewer, { params, body }: Input<'creatorApplications.reject'>) =>
    changeCreatorApplication(deps, viewer, { params, body: { status: rejected, reason: body.reason } }),
}
