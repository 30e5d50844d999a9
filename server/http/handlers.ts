import type { z } from 'zod'
import type { AccountType, ApiContract, EndpointDef, Scope } from '#shared/contract/index.ts'
import type { Db } from '../db/pool.ts'
import type { LimitCount } from '../limits/limits.ts'
import { notAuthenticated } from './errors.ts'
import type { IncomingFile, OutgoingFile, OutgoingStream } from './transfer.ts'
import type { PreparedAnswer } from './prepared-answer.ts'

/** Whom the call's token names. The session may have ended since the token was given out. */
export type TokenClaims = {
  userID: string
  /** The session whose token the call carries. */
  sessionID: string
  /** What the access token may do that the call carries; a session's own token has none of this, and may do all. */
  scopes?: readonly Scope[]
}

/** The user who makes the call, as the database knows them at this moment. */
export type Viewer = Omit<TokenClaims, 'scopes'> & {
  username: string
  email: string
  isAdministrator: boolean
  accountType: AccountType
}

/** The facts about a request, besides its input, that a handler may use. */
export type RequestContext = {
  /** Null for anonymous callers, on public calls, which ignore tokens, and on calls that ask for the session themselves. */
  viewer: Viewer | null
  /** Who calls a call that asks for the session in its own statement (`asksForSession`); null on all others. */
  caller: Caller | null
  /** What the access token may do that the call carries; undefined for a session's own token, which may do all. */
  scopes: readonly Scope[] | undefined
  /**
   * The network address of the caller, for limits. The address that a proxy reports counts only when the proxy is
   * trusted.
   */
  ip: string
  /** The program that calls, as its `user-agent` header names it; empty where there is none. Never logged. */
  agent: string
  setHeader(name: string, value: string): void
  /** Adds fields to this request's line in the log: IDs and words, never an e-mail address or a secret. */
  note: (fields: Readonly<Record<string, string>>) => void
  /** The tags of the answers that the caller has already. */
  knownTags: readonly string[]
  /** Aborts when the answer was sent, or nobody waits for it any more: it timed out, or the client is gone. */
  over: () => AbortSignal
  /** The database for a call that may lag, where there are replicas. */
  reader?: () => Db
}

/** A caller whose session is not looked up yet; `verify` does that. Errors: 401 when it has ended. */
export type Caller = TokenClaims & { verify: () => Promise<Viewer> }

/** How the server finds out who calls: server/modules/auth/callers.ts says how, and which errors there are. */
export type Callers = {
  claimed: (request: { headers: { authorization?: string | undefined } }) => Promise<TokenClaims | null>
  /** `count` is null where there is none under the key, undefined without a key. */
  verify: (claimed: TokenClaims, countKey?: string) => Promise<{ viewer: Viewer; count: LimitCount | null | undefined }>
  requireTwoStep: (viewer: Viewer) => Promise<void>
  requireConfirmed: (viewer: Viewer, by: NonNullable<EndpointDef['confirms']>) => Promise<void>
  mayAdminister: (viewer: Viewer, scopes: readonly Scope[] | undefined) => Promise<boolean>
}

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.output<S> }
  : object
type File<E> = E extends { readonly transfer: 'upload' } ? { file: IncomingFile } : object
/** The checked `params`, `query` and `body` as the contract outputs them, and the file of an upload. */
export type HandlerInput<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'> & File<E>
/** The whole response body; fields that the contract does not name are cut off before it is sent. */
export type HandlerResult<E extends EndpointDef> = E extends { readonly transfer: 'download' }
  ? OutgoingFile
  : E extends { readonly transfer: 'stream' }
    ? OutgoingStream
    : z.input<E['response']>

export type Handler<E extends EndpointDef> = (
  input: HandlerInput<E>,
  context: RequestContext,
) => Promise<HandlerResult<E> | PreparedAnswer>

/** One handler for each call of the contract, grouped by noun. */
export type Handlers = {
  readonly [G in keyof ApiContract]: {
    readonly [K in keyof ApiContract[G]]: ApiContract[G][K] extends EndpointDef ? Handler<ApiContract[G][K]> : never
  }
}

/** The viewer of a call that needs one. Errors: 401, with which the mount has already answered such calls. */
export const requireViewer = (context: RequestContext): Viewer => {
  if (!context.viewer) throw notAuthenticated()
  return context.viewer
}

/** The caller of a call that asks for the session itself. Errors: 401, with which the mount has already answered strangers. */
export const requireCaller = (context: RequestContext): Caller => {
  if (!context.caller) throw notAuthenticated()
  return context.caller
}
