import type { z } from 'zod'
import type { AccountType, ApiContract, EndpointDef } from '../../shared/contract/index.ts'
import { notAuthenticated } from './errors.ts'
import type { IncomingFile, OutgoingFile } from './transfer.ts'
import type { PreparedAnswer } from './prepared-answer.ts'

/** Who makes the call, as the database knows them at this moment. */
export type Viewer = {
  userID: string
  username: string
  email: string
  isAdministrator: boolean
  accountType: AccountType
}

/** What a handler may know of the request beside its input. */
export type RequestContext = {
  /** Null for anonymous callers, and on public calls, where a token is ignored. */
  viewer: Viewer | null
  /** The network that the call comes from, for limits; a proxy's word counts only if the proxy is trusted. */
  ip: string
  setHeader(name: string, value: string): void
  /** Adds to the log's line of this request: IDs and words, never an address or a secret. */
  note: (fields: Readonly<Record<string, string>>) => void
  /** The answers that the caller has already, by their tags. */
  knownTags: readonly string[]
}

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.output<S> }
  : object
type File<E> = E extends { readonly transfer: 'upload' } ? { file: IncomingFile } : object
/** `params`, `query` and `body` as the contract outputs them, checked; for an upload its file. */
export type HandlerInput<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'> & File<E>
/** The whole response body; what the contract does not name is cut off before it is sent. */
export type HandlerResult<E extends EndpointDef> = E extends { readonly transfer: 'download' }
  ? OutgoingFile
  : z.input<E['response']>

export type Handler<E extends EndpointDef> = (
  input: HandlerInput<E>,
  context: RequestContext,
) => Promise<HandlerResult<E> | PreparedAnswer>

/** One handler for each call of the contract, by noun. */
export type Handlers = {
  readonly [G in keyof ApiContract]: {
    readonly [K in keyof ApiContract[G]]: ApiContract[G][K] extends EndpointDef ? Handler<ApiContract[G][K]> : never
  }
}

/** The viewer of a call that needs one. Errors: 401, which the mount has already answered for such calls. */
export const requireViewer = (context: RequestContext): Viewer => {
  if (!context.viewer) throw notAuthenticated()
  return context.viewer
}
