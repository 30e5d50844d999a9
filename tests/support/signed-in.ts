import type { SignInAnswer, TokenPair } from '#shared/contract/index.ts'

/** The tokens of a sign-in. Errors: where the account has two-step sign-in, which the test has not reckoned with. */
export const signedIn = async (answering: Promise<SignInAnswer>): Promise<TokenPair> => {
  const answer = await answering
  if ('challenge' in answer) throw new Error('The sign-in needs a second step.')
  return answer
}
