import { auth, signInAnswer, tokenPair } from '../contract/auth.ts'
import { normaliseBody } from './normalise.ts'

/** What a session needs of the calls that sign in: the call that renews tokens, and how answers with tokens are read. */
export const signInCalls = {
  refreshCall: auth.refreshToken,
  readSignIn: (answer: unknown) => signInAnswer.safeParse(normaliseBody({ response: signInAnswer }, answer)),
  readPair: (answer: unknown) => tokenPair.safeParse(normaliseBody(auth.refreshToken, answer)),
}
export type SignInCalls = typeof signInCalls
