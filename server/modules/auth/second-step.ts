import type { SignInChallenge, TokenPair } from '#shared/contract/index.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { invalid, notAuthenticated } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { hashToken, newToken } from '#server/util/tokens.ts'
import { requireActive, signIn } from './sessions.ts'
import { openTwoStep, withinTries } from './two-step-proof.ts'
import * as repository from './two-step-repository.ts'

const CHALLENGE_MINUTES = 10
const TRIES = 5

const hasEnded = () =>
  invalid('challenge', 'This sign-in has ended. Please enter your password again.', 'INVALID_TOKEN')

/** Begins the second step for somebody who has just proved the password. Errors: 403 for a suspended account. */
export const beginSecondStep = async ({ clock }: AppDeps, tx: Tx, userID: string): Promise<SignInChallenge> => {
  await requireActive(tx, userID)
  const now = clock.now()
  const ends = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000)
  const challenge = newToken()
  await repository.insertChallenge(tx, { userID, tokenHash: hashToken(challenge), now, ends })
  return { challenge, challengeEndsAt: ends.toISOString(), userID }
}

/**
 * Signs in with a challenge, which the right password gave, and a code. Errors: 422 INVALID_OTP for a wrong code; 422
 * INVALID_TOKEN for a challenge that is used, expired, or has had five wrong codes; 429; 403 when the account has been
 * suspended; 503 when this server lacks the key.
 */
export const takeSecondStep = async (
  deps: AppDeps,
  _: null,
  { body: { challenge, code } }: Input<'auth.secondStep'>,
  { ip, agent, note }: RequestContext,
): Promise<TokenPair> => {
  const { db, clock } = deps
  await requireWithin(db, clock.now(), limitOf('verify', ip))
  const bounds = () => ({ tries: TRIES, now: clock.now() })
  const open = await repository.findChallenge(db, hashToken(challenge), bounds())
  if (!open) throw hasEnded()
  const { id, user_id: userID } = open
  note({ account: userID })
  // Opened before a try is spent: a missing key on this server is not a wrong guess.
  const twoStep = await openTwoStep(deps, userID)
  if (!twoStep) throw hasEnded()
  return withinTries(deps, { userID, code, ip }, async () => {
    // The try is committed before the comparison, so that no later error can give it back.
    if (!(await repository.takeChallengeTry(db, id, bounds()))) throw hasEnded()
    const proof = await twoStep.prove(code)
    if (!proof) return null
    return withTx(db, async (tx) => {
      // A change of the password waits for this account, or this waits for it and finds the challenge ended.
      if (!(await repository.holdForSignIn(tx, userID))) throw notAuthenticated()
      if (!(await repository.consumeChallenge(tx, id, clock.now()))) throw hasEnded()
      if (!(await proof.spend(tx))) throw new SpentMeanwhile()
      return signIn(deps, tx, userID, { ip, agent })
    }).catch((error: unknown) => {
      if (error instanceof SpentMeanwhile) return null
      throw error
    })
  })
}

/** Another call has used the code first; thrown so that the challenge stays open. */
class SpentMeanwhile extends Error {}
