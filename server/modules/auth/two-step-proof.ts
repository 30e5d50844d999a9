import type { Tx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { invalid } from '#server/http/errors.ts'
import { type Limit, limitOf } from '#server/limits/limit-table.ts'
import { freeSlots, keepSlots, takeSlots } from '#server/limits/limits.ts'
import { seal, unseal } from '#server/settings/sealing.ts'
import { hashRecoveryCode, readCode, stepOf } from './two-step-codes.ts'
import * as repository from './two-step-repository.ts'

/** A code that was right when it was looked at. `spend` uses it up, once: false where another call was quicker. */
export type Proof = { spend: (tx: Tx) => Promise<boolean> }
/** A person's two-step sign-in, with its secret: says whether a code is right. */
export type OpenTwoStep = (typed: string) => Promise<Proof | null>

/**
 * Opens the secret of an account; null when two-step sign-in is off. Errors: 503 when this server lacks the key, for
 * recovery codes too.
 */
export const openTwoStep = async (
  { db, clock, config }: AppDeps,
  userID: string,
): Promise<{ prove: OpenTwoStep } | null> => {
  const row = await repository.findTwoStep(db, userID)
  if (!row?.confirmed_at) return null
  const { sealed } = row
  const { text: secret, isOld } = await unseal(config, userID, { sealed, keyID: row.key_id })
  const proveStep = (code: string): Proof | null => {
    const step = stepOf(secret, code, clock.now())
    if (step === null) return null
    return {
      spend: async (tx) => {
        if (!(await repository.spendStep(tx, userID, { sealed, step }))) return false
        if (isOld) await repository.reseal(tx, userID, sealed, await seal(config, userID, secret))
        return true
      },
    }
  }
  const proveRecovery = async (code: string): Promise<Proof | null> => {
    const hash = hashRecoveryCode(userID, code)
    if (!(await repository.isRecoveryCodeGood(db, userID, hash))) return null
    return { spend: (tx) => repository.spendRecoveryCode(tx, userID, hash, clock.now()) }
  }
  return {
    prove: async (typed) => {
      const read = readCode(typed)
      if (read === null) return null
      return read.is === 'app' ? proveStep(read.code) : proveRecovery(read.code)
    },
  }
}

const wrongCode = () => invalid('code', 'Invalid OTP', 'INVALID_OTP')

/** A code that somebody typed for an account, from a network. */
type Try = { userID: string; code: string; ip: string }

/**
 * The limits of wrong codes. Recovery codes have their own, so that a person who knows the password cannot lock the
 * owner out: six digits allow few tries, from wherever, but nobody guesses a recovery code.
 */
const limitsOf = ({ userID, code, ip }: Try): Limit[] =>
  readCode(code)?.is === 'recovery'
    ? [limitOf('recovery-code-network', userID, ip), limitOf('recovery-code', userID)]
    : [limitOf('two-step', userID), limitOf('two-step-day', userID)]

/**
 * Runs `work`, which returns null for a wrong code, within the account's limits: ten wrong codes of an app in 15
 * minutes and sixty in a day; recovery codes have their own. Takes the slot first, so that parallel guesses cannot
 * exceed it. Errors: 422 INVALID_OTP, 429, and those of `work`.
 */
export const withinTries = async <T>(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  tried: Try,
  work: () => Promise<T | null>,
): Promise<T> => {
  const slots = await takeSlots(db, clock.now(), limitsOf(tried))
  const done = await work().catch(async (error: unknown) => {
    // Nobody learns of a code by a failure, and the next try must not wait for this one.
    await freeSlots(db, slots)
    throw error
  })
  if (done === null) {
    await keepSlots(db, clock.now(), slots)
    throw wrongCode()
  }
  await freeSlots(db, slots)
  return done
}
