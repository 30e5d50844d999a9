import type { Decision, DecideOutcome } from '#shared/contract/index.ts'
import { isApplication } from '#shared/rules/membership.ts'
import { decisionText } from '#shared/rules/rejection.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { accessOf } from '#server/access/access.ts'
import { noteActivity } from '#server/access/members.ts'
import { requireManager } from '#server/access/policy.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, HttpError, stale } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { tell } from '../notifications/service.ts'
import { type EndedRow, findEnded, reopenRequest } from './decisions-repository.ts'
import { withManagedRequest } from './managed-request.ts'
import { closeRequest } from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** How a request ended, as owners and admins read it; null while it is open. */
export const decisionOf = (row: EndedRow): Decision | null => {
  const { kind, status, withdrawn_at, expired_at, answered_at, answerer_id, answerer, answerer_name } = row
  const by =
    answerer_id !== null && answerer !== null
      ? { id: answerer_id, username: answerer, name: answerer_name ?? '' }
      : null
  const at = (withdrawn_at ?? answered_at)?.toISOString() ?? null
  if (expired_at) return { outcome: 'expired', by: null, at }
  if (withdrawn_at) return { outcome: 'withdrawn', by, at }
  if (status === requestStatus.pending) return null
  const isYes = status === requestStatus.approved
  if (isApplication(kind)) return { outcome: isYes ? 'approved' : 'rejected', by, at }
  return { outcome: isYes ? 'accepted' : 'declined', by, at }
}

/** The 409 for a request that is open no more: it says what became of the request, and who did that. */
export const alreadyEnded = async (
  db: DbOrTx,
  about: { projectID: string; userID: string; requestID?: string | undefined },
): Promise<HttpError> => {
  const ended = await findEnded(db, about)
  const decision = ended && decisionOf(ended)
  return decision
    ? stale(decisionText(ended.kind, decision), decision)
    : conflict('CONFLICT', 'There is no open request any more. Please reload.')
}

/**
 * Reopens an application that was rejected by mistake, and notifies the applicant. Errors: 404 for who may not know of
 * the request; 403 for anybody but owner and admin; 409 when it is not rejected, was rejected more than a day ago, or
 * something newer between the two has followed.
 */
export const reopen = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id } }: Input<'requests.reopen'>,
): Promise<{ answerBy: string }> =>
  withManagedRequest(db, viewer, id, async (tx, { projectID, userID }) => {
    const theirs = await accessOf(tx, projectID, userID)
    const { request } = theirs ?? {}
    if (
      theirs?.role ||
      request?.id !== id ||
      request.kind !== 'application' ||
      request.status !== requestStatus.rejected
    )
      throw await alreadyEnded(tx, { projectID, userID })
    const now = clock.now()
    const answerBy = await reopenRequest(tx, id, now)
    if (!answerBy) throw conflict('CONFLICT', 'A rejected application can be reopened for 24 hours only.')
    const about = { actorID: viewer.userID, projectID, requestID: id, subjectID: userID }
    await tell(tx, now, { kind: 'request.reopened', ...about, data: {} })
    await noteActivity(tx, projectID, viewer.userID, now)
    return { answerBy: answerBy.toISOString() }
  })

/**
 * Withdraws an open invitation: it leaves every list, its notice too, and the person can be invited again. Errors: 404
 * for who may not know of the request; 403 for anybody but owner and admin; 409 for an application, and for an
 * invitation that is no longer open.
 */
export const withdrawInvitation = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id } }: Input<'requests.withdraw'>,
): Promise<{ message: string }> =>
  withManagedRequest(db, viewer, id, async (tx, { projectID, userID, kind }) => {
    if (kind !== 'invitation') throw conflict('CONFLICT', 'Only the applicant can withdraw an application.')
    const now = clock.now()
    const ending = { requestID: id, outcome: 'withdraw', answeredBy: viewer.userID, now } as const
    if (!(await closeRequest(tx, ending))) throw await alreadyEnded(tx, { projectID, userID, requestID: id })
    const about = { actorID: viewer.userID, projectID, requestID: id, subjectID: userID }
    await tell(tx, now, { kind: 'request.withdrawn', ...about, data: {} })
    await noteActivity(tx, projectID, viewer.userID, now)
    return { message: 'The invitation was taken back.' }
  })

type DecideOne = (deps: Deps, viewer: Viewer, input: Input<'memberships.answerById'>) => Promise<unknown>
type Outcome = Omit<DecideOutcome, 'id'>

const done: Outcome = { isDone: true, decision: null, code: null, reason: null }

/** The error's part of an outcome; throws what is no refusal of this one application. */
const refusal = (error: unknown, wanted: Decision['outcome'], viewer: Viewer): Outcome => {
  if (!(error instanceof HttpError) || error.status >= 500) throw error
  const decision = (error.newer ?? null) as Decision | null
  // The call may be a repeated one, whose first answer was lost: then the viewer has decided so already.
  if (decision?.outcome === wanted && decision.by?.id === viewer.userID) return done
  return { isDone: false, decision, code: error.code, reason: error.details?.[0]?.message ?? error.message }
}

/**
 * Decides applications in order by `decideOne`, the single call: each in its own transaction, with its event and mail.
 * A call that ends early has decided some of them and can be repeated. Answers in the order of `ids`. Errors for the
 * whole call: 404 and 403 as for the list of requests, 429.
 */
export const decideMany =
  (decideOne: DecideOne) =>
  async (
    deps: Deps,
    viewer: Viewer,
    { params: { id: projectID }, body: { ids, ...answer } }: Input<'requests.decide'>,
  ): Promise<DecideOutcome[]> => {
    requireManager(await accessOf(deps.db, projectID, viewer.userID))
    await requireWithin(deps.db, deps.clock.now(), limitOf('decide', viewer.userID))
    const wanted = answer.accept ? 'approved' : 'rejected'
    const outcomes: DecideOutcome[] = []
    for (const id of ids) {
      const outcome = await decideOne(deps, viewer, {
        params: { projectId: projectID },
        body: { ...answer, requestId: id },
      }).then(
        () => done,
        (error: unknown) => refusal(error, wanted, viewer),
      )
      outcomes.push({ id, ...outcome })
    }
    return outcomes
  }
