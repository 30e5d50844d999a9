import type { Outline } from '../contract/index.ts'
import type { SignInCalls } from './sign-in-calls.ts'
import { type Call, failedReply, type Reply, type SendOptions, type Transport } from './transport.ts'

export type Tokens = { accessToken: string; refreshToken: string; userID: string }

/** Where a program keeps its tokens: the OS keychain, the browser's storage, or memory. */
export interface TokenStore {
  read(): Promise<Tokens | null>
  write(tokens: Tokens): Promise<void>
  clear(): Promise<void>
}

export type SessionEvent =
  /** `isElsewhere` says that it happened in another tab that shares the store. */
  | { type: 'signedIn'; userID: string; isElsewhere?: true }
  /** The server refused the session; its stored data is deleted in `inMs` milliseconds. */
  | { type: 'ending'; inMs: number }
  | { type: 'signedOut'; reason: 'logout' | 'expired'; isElsewhere?: true }

/**
 * How many milliseconds the data of a refused session stays before the person is signed out, so that they can read why.
 */
export const LOGOUT_DELAY_MS = 3000

export type SessionOptions = {
  store: TokenStore
  onEvent?: (event: SessionEvent) => void
  /** Runs `work` alone among all holders of the store (two tabs, say); by default alone within this program. */
  exclusively?: <T>(work: () => Promise<T>) => Promise<T>
  logoutDelayMs?: number
}

/**
 * Adds a session to any transport: puts the access token on each call, refreshes once for parallel 401s and repeats
 * them, stores new tokens, and deletes a refused session after 3000 ms. Answers have the tokens blanked. `signInCalls`
 * is loaded when tokens arrive: a program with a token needs no schemas of signing in.
 */
export const sessionOver = (
  inner: Transport,
  signInCalls: () => Promise<SignInCalls>,
  options: SessionOptions,
): Transport => {
  const { store, onEvent, exclusively = (work) => work(), logoutDelayMs = LOGOUT_DELAY_MS } = options
  let refreshing: Promise<RefreshOutcome> | undefined
  let isEnding = false

  const refresh = (used: Tokens): Promise<RefreshOutcome> => {
    refreshing ??= exclusively(() => refreshOnce(inner, signInCalls, { store, used })).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  const end = (refused: Tokens) => {
    if (isEnding) return
    isEnding = true
    onEvent?.({ type: 'ending', inMs: logoutDelayMs })
    setTimeout(() => {
      void (async () => {
        isEnding = false
        // A person who has signed in again keeps the new session; a person who signed out has no session to lose.
        const now = await store.read()
        if (now?.refreshToken !== refused.refreshToken) return
        await store.clear()
        onEvent?.({ type: 'signedOut', reason: 'expired' })
      })()
    }, logoutDelayMs)
  }

  return async (call, endpoint, send = {}) => {
    if (endpoint.endsSession) return endSession(call, endpoint, send)
    const isPublic = endpoint.policy === 'public'
    const tokens = isPublic ? null : await store.read()
    if (!tokens && endpoint.withoutToken) return failedReply(401, 'NOT_AUTHENTICATED', endpoint.withoutToken)
    const reply = await inner(call, endpoint, { ...send, bearer: tokens?.accessToken })
    if (endpoint.issuesTokens) return keepTokens(reply)
    if (reply.ok || reply.status !== 401 || isPublic) return reply
    if (!tokens) return reply
    const outcome = await refresh(tokens)
    if (outcome.type === 'unreachable') return outcome.reply
    if (outcome.type === 'refused') {
      end(outcome.tokens)
      return reply
    }
    const repeated = await inner(call, endpoint, { ...send, bearer: outcome.tokens.accessToken })
    if (!repeated.ok && repeated.status === 401) end(outcome.tokens)
    return repeated
  }

  async function keepTokens(reply: Reply): Promise<Reply> {
    if (!reply.ok) return reply
    const pair = (await signInCalls()).readSignIn(reply.data)
    if (!pair.success) return notUnderstood()
    // The password alone opens no session: the caller goes on with the challenge, which is no token.
    if ('challenge' in pair.data) return { ...reply, data: pair.data }
    const { accessToken, refreshToken, userID, isEmailVerified } = pair.data
    if (isEmailVerified && accessToken) {
      await store.write({ accessToken, refreshToken, userID })
      onEvent?.({ type: 'signedIn', userID })
    }
    return { ...reply, data: { ...pair.data, accessToken: '', refreshToken: '' } }
  }

  async function endSession(call: Call, endpoint: Outline, send: SendOptions): Promise<Reply> {
    const tokens = await store.read()
    // The tokens are deleted first: whatever the server answers, this device is signed out.
    await store.clear()
    onEvent?.({ type: 'signedOut', reason: 'logout' })
    if (!tokens) return { ok: true, status: 200, data: { message: 'Logged out' } }
    return inner({ ...call, input: { body: { refreshToken: tokens.refreshToken } } }, endpoint, send)
  }
}

const notUnderstood = (): Reply => failedReply(0, 'BAD_ANSWER', 'The server sent an answer we do not understand.')

type RefreshOutcome =
  | { type: 'refreshed'; tokens: Tokens }
  | { type: 'refused'; tokens: Tokens }
  /**
   * The call just failed: the host did not answer or limits us, something in between answered for it, or the person
   * has left.
   */
  | { type: 'unreachable'; reply: Reply }

/**
 * Whether the answer to a refresh says nothing about the session: no answer, a failing host, a redirect (such as to a
 * network's sign-in page), or a host that is busy, limits us or is the wrong one (408, 421, 425, 429).
 */
const isTemporary = ({ status }: Reply): boolean =>
  status < 400 || status >= 500 || [408, 421, 425, 429].includes(status)

const refreshOnce = async (
  inner: Transport,
  signInCalls: () => Promise<SignInCalls>,
  { store, used }: { store: TokenStore; used: Tokens },
): Promise<RefreshOutcome> => {
  const { refreshCall, readPair } = await signInCalls()
  const current = await store.read()
  // The person signed out during the call, or another one signed in: the call is not repeated, and no session ends.
  if (current?.userID !== used.userID) return { type: 'unreachable', reply: failedReply(0, 'CANCELLED') }
  // A token given from outside (GUILDHALL_TOKEN) has no refresh token to renew it with.
  if (!current.refreshToken) return { type: 'refused', tokens: current }
  // Another tab, or another call a moment ago, has refreshed already.
  if (current.accessToken !== used.accessToken) return { type: 'refreshed', tokens: current }
  const reply = await inner(
    { operation: 'auth.refreshToken', input: { body: { refreshToken: current.refreshToken } } },
    refreshCall,
  )
  if (!reply.ok) return isTemporary(reply) ? { type: 'unreachable', reply } : { type: 'refused', tokens: current }
  const pair = readPair(reply.data)
  // Something in the network, such as a sign-in page of a hotel, answered in the server's place.
  if (!pair.success) return { type: 'unreachable', reply: notUnderstood() }
  const { accessToken, refreshToken, userID } = pair.data
  // A person who has signed out stays signed out, and one who signed in keeps the new session.
  if ((await store.read())?.refreshToken !== current.refreshToken)
    return { type: 'unreachable', reply: failedReply(0, 'CANCELLED') }
  const tokens = { accessToken, refreshToken, userID }
  await store.write(tokens)
  return { type: 'refreshed', tokens }
}

/** Keeps tokens for as long as the program runs. */
export const memoryTokenStore = (initial: Tokens | null = null): TokenStore => {
  let tokens = initial
  return {
    read: () => Promise.resolve(tokens),
    write: (next) => {
      tokens = next
      return Promise.resolve()
    },
    clear: () => {
      tokens = null
      return Promise.resolve()
    },
  }
}
