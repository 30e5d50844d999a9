import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { EventKind } from './events.ts'

/**
 * Who may make a call. The server enforces it, the screens mirror it, and a test fails for a call without one.
 *
 * - `public`: anyone; a token is ignored, so a refusal neither ends the session nor leads to another screen.
 * - `optional`: anyone; a valid token widens the answer.
 * - `user`: a signed-in, verified account.
 * - `creator`: an account with an approved creator application.
 * - `administrator`: a waitlist administrator.
 * - `project.visible`: a signed-in account that may see the project: it is listed, or the account is related to it.
 * - `project.member` / `project.manager` / `project.owner`: a member; an owner or admin; an owner of the project.
 * - `project.payee`: a member; the guest of one of the project's tasks; somebody whom its ledger names.
 * - `task.party`: a member of the task's project, or its guest, who holds the task or has finished it under an offer.
 * - `request.party`: the two parties of a request; the request's state decides which of them may do what.
 */
export const policies = [
  'public',
  'optional',
  'user',
  'creator',
  'administrator',
  'project.visible',
  'project.member',
  'project.manager',
  'project.owner',
  'project.payee',
  'task.party',
  'request.party',
] as const
export type Policy = (typeof policies)[number]

/**
 * What an access token may do, each on its own: `read` changes nothing, `work` does what members do, `manage` what
 * owners and admins of projects do, `admin` the administrators' calls. None exceeds its owner's rights.
 */
export const scopes = ['read', 'work', 'manage', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The statuses with which a call can fail. */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507

/** The kind of thing that `data` holds, so that the normalising layer knows which other spellings to accept. */
export type Resource =
  | 'project'
  /** One project for the project dialog, where a missing tier stays missing. */
  | 'projectDetails'
  | 'request'
  | 'task'
  | 'member'
  /** A person that a search found. */
  | 'found'
  /** The whole body of the talent directory, whose people are not in `data`. */
  | 'talents'
  | 'generatedProject'
  | 'generatedTasks'

export interface EndpointDef {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `<server origin>/api`, with parameters as `:name`. */
  readonly path: string
  /** One sentence for the API reference. */
  readonly summary: string
  readonly policy: Policy
  /**
   * The scope that an access token needs for this call. Null: no access token works, because the call is about signing
   * in or needs no identity. `work` when members and managers use the call for different things, `manage` when it
   * decides who belongs to a project.
   */
  readonly scope: Scope | null
  /** The capability that came with the call: what a server must be able to do to have it. The calls of the first release need nothing. */
  readonly since?: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** The whole body of a success, envelope included. */
  readonly response: z.ZodType
  /** The HTTP status of a success; 200 by default. */
  readonly status?: 200 | 201 | 202
  /** The statuses with which the call fails beyond those that follow from its policy and schemas, or with other codes than the usual ones. */
  readonly fails?: Partial<Readonly<Record<FailureStatus, ErrorCode | readonly ErrorCode[]>>>
  /** The limits that refuse the call, as server/limits/limit-table.ts names them, beside the budget of writes. */
  readonly limits?: readonly string[]
  /** The most bytes of the body, where they are more than usual. */
  readonly maxBodyBytes?: number
  /** Set when `data` holds one or more of these, or when the whole body is one. */
  readonly resource?: Resource
  /** The one thing that a read is about, and its parameter: a write about another one leaves the read fresh. */
  readonly about?: readonly [thing: 'projectID' | 'taskID' | 'requestID', param: string]
  /**
   * The reads that the call makes stale, whichever screen is open; an event about the same change makes the same ones
   * stale. Every call but a GET states them, even if there are none.
   */
  readonly stale?: readonly string[]
  /** The kinds of events that the call can leave. Each call that is no GET states them, if only that there are none. */
  readonly leaves?: readonly EventKind[]
  /**
   * The text a person reads when the call fails. With `server` the server's own message comes first; with `fixed` this
   * text always shows.
   */
  readonly failure: {
    readonly text: string
    readonly prefer: 'server' | 'fixed'
    /** For these statuses, texts that come before both; 500 stands for 500 and above. */
    readonly byStatus?: { readonly 401: string; readonly 429: string; readonly 500: string }
  }
  /**
   * The call checks something typed to prove who a person is: a refusal reads 'Invalid credentials', whichever half was
   * wrong.
   */
  readonly checksCredentials?: true
  /**
   * 'upload': the body is a file (multipart). 'download': the answer is a file. 'stream': an endless text/event-stream
   * whose frames have the schema `response`; the typed client does not make this call.
   */
  readonly transfer?: 'upload' | 'download' | 'stream'
  /** The screen that makes this call handles its 403 itself. */
  readonly handlesOwn403?: true
  /** The text for a person without a token; the session layer shows it and sends nothing. */
  readonly withoutToken?: string
  /**
   * The user must have proved their identity in the last ten minutes, by signing in or by `account.confirm`. With
   * `secondStep` the body has the password itself, and this is required only where two-step sign-in is on.
   */
  readonly confirms?: 'session' | 'secondStep'
  /**
   * The call's own statement checks the session, which saves the commonest calls a round trip to the database; when it
   * finds nothing, the handler calls `verify`. The policy needs no more than an account.
   */
  readonly asksForSession?: true
  /**
   * The answer may be a second old, though it has what the caller has just changed: it may be read from a replica. What the call writes
   * there, as a count of a limit, goes to the primary.
   */
  readonly mayLag?: true
  /** A person's calls of one kind are done one after the other; pictures and PDFs take their places where they are drawn and read. */
  readonly heavy?: 'copy' | 'export'
  /** A success carries a new token pair, which the session layer takes out and stores. */
  readonly issuesTokens?: true
  /** The session layer fills in the refresh token, and deletes the session whatever the answer is. */
  readonly endsSession?: true
  /** The time limit in milliseconds; 30,000 by default (AI calls have 120,000). */
  readonly timeoutMs?: number
}

/** What nobody needs to send a call or to read its answer. */
export const notSent = [
  'summary',
  'scope',
  'fails',
  'limits',
  'about',
  'leaves',
  'stale',
  'asksForSession',
  'mayLag',
  'heavy',
] as const

/**
 * The header in which a client says how many milliseconds ago it has changed something, or heard of a change: the answer has all that
 * was there then.
 */
export const CHANGED_HEADER = 'x-guildhall-changed'

/** What must be known of a call to send it. Of its schemas, it only matters whether a query or a body is sent at all. */
export type Outline = Omit<EndpointDef, (typeof notSent)[number] | 'params' | 'query' | 'body' | 'response'> & {
  readonly query?: object | true
  readonly body?: object | true
}

export type Contract = Readonly<Record<string, Readonly<Record<string, EndpointDef>>>>

/** Declares one call. The type parameter keeps paths and flags literal, so that clients derive exact types. */
export const endpoint = <const E extends EndpointDef>(
  definition: E & (E['method'] extends 'GET' ? unknown : Required<Pick<EndpointDef, 'leaves' | 'stale'>>),
): E => definition

/** The calls of a noun. Its name in the contract is the constant's, and the API reference describes it by the text. */
export const noun = <const Calls extends Readonly<Record<string, EndpointDef>>>(_text: string, calls: Calls): Calls =>
  calls

export const DEFAULT_TIMEOUT_MS = 30_000
/** The time of a call that carries a file, over a slow line too. */
export const TRANSFER_TIMEOUT_MS = 120_000

/** The server's own message comes first; `text` shows when the server sent none. */
export const serverMessageOr = (text: string) => ({ text, prefer: 'server' }) as const
export const alwaysText = (text: string) => ({ text, prefer: 'fixed' }) as const
