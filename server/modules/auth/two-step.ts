import type { TwoStepState } from '#shared/contract/index.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, notAuthenticated, unavailable } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { prefixOf } from '#server/http/network.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { seal, unseal, whyNoKey, whyNotOpen } from '#server/settings/sealing.ts'
import { tell } from '../notifications/service.ts'
import { requirePassword } from './account.ts'
import { twoStepOffMail, twoStepOnMail } from './account-mails.ts'
import { holdPassword } from './repository.ts'
import { noteConfirmed } from './sessions-repository.ts'
import { holdAccount } from './tokens-repository.ts'
import { hashRecoveryCode, newRecoveryCodes, newSecret, readCode, stepOf, uriOf } from './two-step-codes.ts'
import { openTwoStep, type Proof, withinTries } from './two-step-proof.ts'
import * as repository from './two-step-repository.ts'

const SET_UP_MINUTES = 30

const isOnAlready = () => conflict('CONFLICT', 'Two-step sign-in is on already.')
const isOff = () => conflict('CONFLICT', 'Two-step sign-in is off.')
const isNotSetUp = () => conflict('CONFLICT', 'This took too long. Please start again.')

/** The viewer's two-step sign-in, without anything secret. */
const stateOf = async ({ db, config }: AppDeps, viewer: Viewer): Promise<TwoStepState> => {
  const row = await repository.findTwoStep(db, viewer.userID)
  const since = row?.confirmed_at ?? null
  return {
    isOn: since !== null,
    since: since?.toISOString() ?? null,
    recoveryCodesLeft: since ? await repository.countRecoveryCodes(db, viewer.userID) : 0,
    isRequired: viewer.isAdministrator && config.adminTwoStep === 'required',
    unavailable: whyNoKey(config) ?? (row && since ? await whyNotOpen(config, row.key_id) : null),
  }
}

/** Locks the account of a valid session. Errors: 401 when it has ended, or the account has been suspended. */
const hold = async (tx: Tx, viewer: Viewer): Promise<void> => {
  if (!(await holdAccount(tx, viewer))) throw notAuthenticated()
}

/**
 * Makes a secret for an authenticator app. It takes effect with its first right code; another call replaces it. Errors:
 * 422 for a wrong password, which counts as a failed login; 409 when two-step sign-in is on; 503 without a place for
 * the key.
 */
const setUp = async (
  deps: AppDeps,
  viewer: Viewer,
  { body: { password } }: Input<'twoStep.setUp'>,
  { ip }: RequestContext,
): Promise<{ key: string; uri: string }> => {
  const { db, clock, config } = deps
  const { userID, username } = viewer
  const why = whyNoKey(config)
  if (why !== null) throw unavailable(why)
  const hash = await requirePassword(deps, viewer, password, { ip, field: 'password' })
  const key = newSecret()
  const sealed = await seal(config, userID, key)
  await withTx(db, async (tx) => {
    const [, isSame] = await Promise.all([hold(tx, viewer), holdPassword(tx, userID, hash)])
    if (!isSame) throw notAuthenticated()
    if (!(await repository.putSetUp(tx, userID, sealed, clock.now()))) throw isOnAlready()
  })
  return { key, uri: uriOf(key, username) }
}

const newCodesFor = async (tx: Tx, userID: string, now: Date): Promise<string[]> => {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(userID, code))
  await repository.replaceRecoveryCodes(tx, userID, hashes, now)
  return codes
}

/**
 * Switches on what was set up, with the app's first code, by notice and mail to the person. Returns the recovery codes.
 * Errors: 409 when nothing was set up in the last 30 minutes; 422 INVALID_OTP; 429; 503 when this server lacks the key.
 */
const confirm = async (
  deps: AppDeps,
  viewer: Viewer,
  { body: { code: typed } }: Input<'twoStep.confirm'>,
  { ip }: RequestContext,
): Promise<{ recoveryCodes: string[] }> => {
  const { db, clock, config } = deps
  const { userID } = viewer
  const row = await repository.findTwoStep(db, userID)
  if (row?.confirmed_at) throw isOnAlready()
  if (!row || row.created_at.getTime() < clock.now().getTime() - SET_UP_MINUTES * 60_000) throw isNotSetUp()
  const { sealed } = row
  const { text: secret } = await unseal(config, userID, { sealed, keyID: row.key_id })
  return withinTries(deps, { userID, code: typed, ip }, async () => {
    const now = clock.now()
    const read = readCode(typed)
    const step = read?.is === 'app' ? stepOf(secret, read.code, now) : null
    if (step === null) return null
    return withTx(db, async (tx) => {
      await hold(tx, viewer)
      if (!(await repository.confirmSetUp(tx, userID, { sealed, step, now }))) throw isNotSetUp()
      // The password was asked for before, and the code just now.
      await noteConfirmed(tx, viewer.sessionID, now)
      const recoveryCodes = await newCodesFor(tx, userID, now)
      const about = { actorID: userID, subjectID: userID, data: { network: prefixOf(ip) } }
      await tell(tx, now, { kind: 'account.twoStepOn', ...about })
      await enqueue(tx, twoStepOnMail, { userID }, now)
      return { recoveryCodes }
    })
  })
}

type Proofs = { password: string; code: string }

/** Does `work` for the viewer who has given password and code, in the transaction that uses the code up. */
const withProofs = async <T>(
  deps: AppDeps,
  viewer: Viewer,
  { password, code, ip }: Proofs & { ip: string },
  work: (tx: Tx, now: Date) => Promise<T>,
): Promise<T> => {
  const { db, clock } = deps
  const { userID } = viewer
  const hash = await requirePassword(deps, viewer, password, { ip, field: 'password' })
  const twoStep = await openTwoStep(deps, userID)
  if (!twoStep) throw isOff()
  const done = await withinTries(deps, { userID, code, ip }, async () => {
    const proof = await twoStep.prove(code)
    if (!proof) return null
    return withTx(db, async (tx) => {
      const [, isSame] = await Promise.all([hold(tx, viewer), holdPassword(tx, userID, hash)])
      if (!isSame) throw notAuthenticated()
      return (await spends(tx, proof)) && { result: await work(tx, clock.now()) }
    })
  })
  return done.result
}

const spends = async (tx: Tx, proof: Proof): Promise<true | null> => ((await proof.spend(tx)) ? true : null)

/**
 * Switches two-step sign-in off; the person gets a notice and a mail. Errors: 409 when it is off; 422 for a wrong
 * password, which counts as a failed login, or a wrong code; 429; 503 when this server lacks the key.
 */
const switchOff = (
  deps: AppDeps,
  viewer: Viewer,
  { body }: Input<'twoStep.switchOff'>,
  { ip }: RequestContext,
): Promise<{ message: string }> =>
  withProofs(deps, viewer, { ...body, ip }, async (tx, now) => {
    await switchOffNow(tx, now, { userID: viewer.userID, actorID: viewer.userID, data: { network: prefixOf(ip) } })
    return { message: 'Two-step sign-in is off.' }
  })

/** Switches it off without asking for anything. Returns false where it was off. */
export const switchOffNow = async (
  tx: Tx,
  now: Date,
  { userID, actorID, data }: { userID: string; actorID: string | null; data: { network?: string | null } },
): Promise<boolean> => {
  if (!(await repository.removeTwoStep(tx, userID))) return false
  await repository.endChallenges(tx, userID, now)
  await tell(tx, now, { kind: 'account.twoStepOff', actorID, subjectID: userID, data })
  await enqueue(tx, twoStepOffMail, { userID }, now)
  return true
}

/** Replaces the recovery codes, and returns the new ones. Errors: as those of `switchOff`. */
const renewCodes = (
  deps: AppDeps,
  viewer: Viewer,
  { body }: Input<'twoStep.renewCodes'>,
  { ip }: RequestContext,
): Promise<{ recoveryCodes: string[] }> =>
  withProofs(deps, viewer, { ...body, ip }, async (tx, now) => ({
    recoveryCodes: await newCodesFor(tx, viewer.userID, now),
  }))

export const twoStep = { state: stateOf, setUp, confirm, switchOff, renewCodes }
