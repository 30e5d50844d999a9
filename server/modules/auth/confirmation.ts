import { CONFIRMED_MINUTES, type EndpointDef } from '#shared/contract/index.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { HttpError, invalid, notAuthenticated } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requirePassword } from './account.ts'
import { holdPassword } from './repository.ts'
import { findConfirmation, noteConfirmed } from './sessions-repository.ts'
import { holdAccount } from './tokens-repository.ts'
import { openTwoStep, withinTries } from './two-step-proof.ts'

/**
 * Confirms by password, and a code where two-step sign-in is on, that the session's user is acting. Calls marked
 * `confirms` in the contract then pass for ten minutes. Errors: 422 for a wrong password, which counts as a failed
 * login, or a wrong or missing code; 429; 401 when the session has ended; 503 when this server lacks the key.
 */
export const confirmSession = async (
  deps: AppDeps,
  viewer: Viewer,
  { body: { password, code } }: Input<'account.confirm'>,
  { ip }: RequestContext,
): Promise<{ until: string }> => {
  const { db, clock } = deps
  const { userID, sessionID } = viewer
  const hash = await requirePassword(deps, viewer, password, { ip, field: 'password' })
  const twoStep = await openTwoStep(deps, userID)
  const confirm = (spend: (tx: Tx) => Promise<boolean>) =>
    withTx(db, async (tx): Promise<{ until: string } | null> => {
      const held = await Promise.all([holdAccount(tx, viewer), holdPassword(tx, userID, hash)])
      if (!held.every(Boolean)) throw notAuthenticated()
      if (!(await spend(tx))) return null
      const now = clock.now()
      await noteConfirmed(tx, sessionID, now)
      return { until: new Date(now.getTime() + CONFIRMED_MINUTES * 60_000).toISOString() }
    })
  if (!twoStep) {
    const confirmed = await confirm(() => Promise.resolve(true))
    if (!confirmed) throw notAuthenticated()
    return confirmed
  }
  if (code === undefined) throw invalid('code', 'Please enter the code.')
  return withinTries(deps, { userID, code, ip }, async () => {
    const proof = await twoStep.prove(code)
    return proof && confirm(proof.spend)
  })
}

/**
 * Passes for a session confirmed in the last ten minutes with all that its account needs. `secondStep` is for calls
 * whose body has the password: they need nothing more when two-step sign-in is off. Errors: 403, which names what to
 * confirm with.
 */
export const requireConfirmed = async (
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'userID' | 'sessionID'>,
  by: NonNullable<EndpointDef['confirms']>,
): Promise<void> => {
  const { confirmedAt, twoStepSince } = await findConfirmation(db, viewer)
  if (by === 'secondStep' && twoStepSince === null) return
  const after = clock.now().getTime() - CONFIRMED_MINUTES * 60_000
  // What was confirmed before two-step sign-in was switched on was confirmed without it.
  if (confirmedAt && confirmedAt.getTime() > after && (twoStepSince === null || confirmedAt >= twoStepSince)) return
  const password = { path: 'password', message: 'Please enter your password.' }
  const code = { path: 'code', message: 'Please enter the code.' }
  throw new HttpError(403, 'CONFIRMATION_REQUIRED', 'Please confirm that it is you first, or sign in again.', {
    details: twoStepSince === null ? [password] : [password, code],
  })
}
