import type { z } from 'zod'

/**
 * Who may make a call. The server enforces it, the screens mirror it, and a test fails for a call without one.
 *
 * - `public`: anyone; a token is ignored, so a refusal neither ends the session nor moves the person to another screen.
 * - `optional`: anyone; a valid token widens the answer.
 * - `user`: any signed-in, verified account.
 * - `creator`: an account whose creator application was approved.
 * - `administrator`: a waitlist administrator.
 * - `project.visible`: a signed-in account that may know the project exists (listed, or related to it).
 * - `project.member` / `project.manager` / `project.owner`: a member; an owner or admin; an owner of the project.
 * - `request.party`: the two parties of a request; who acts and the request's state decide what happens.
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
  'request.party',
] as const
export type Policy = (typeof policies)[number]

/** What kind of thing `data` holds, so that the normalising layer knows which other spellings to accept. */
export type Resource =
  | 'project'
  /** One project as its dialog reads it: there a missing tier stays missing. */
  | 'projectDetails'
  | 'request'
  | 'task'
  | 'member'
  /** A person found by a search. */
  | 'found'
  /** The directory's whole body: the people are not in `data`. */
  | 'talents'
  | 'generatedProject'
  | 'generatedTasks'

export interface EndpointDef {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to `<server origin>/api`, parameters as `:name`. */
  readonly path: string
  /** One sentence for the API reference. */
  readonly summary: string
  readonly policy: Policy
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** The whole body of a success, envelope included. */
  readonly response: z.ZodType
  /** Status of a success; 200 unless said. */
  readonly status?: 200 | 201
  /** Set when `data` holds one or more of these, or `response` itself is one. */
  readonly resource?: Resource
  /** The text a person reads when the call fails. `server`: the server's own message wins; `fixed`: it does not. */
  readonly failure: {
    readonly text: string
    readonly prefer: 'server' | 'fixed'
    /** Texts that win over both for these statuses; 500 stands for 500 and more. */
    readonly byStatus?: { readonly 401: string; readonly 429: string; readonly 500: string }
  }
  /** What a person typed to prove who they are is checked: a refusal reads 'Invalid credentials', whichever half was wrong. */
  readonly checksCredentials?: true
  /** The body is a file (multipart), or the answer is one. */
  readonly transfer?: 'upload' | 'download'
  /** The screen that makes this call handles its 403 itself. */
  readonly handlesOwn403?: true
  /** What a person without a token reads; the session layer says it, and nothing is sent. */
  readonly withoutToken?: string
  /** A success carries a new token pair, which the session layer takes out and keeps. */
  readonly issuesTokens?: true
  /** The session layer fills in the refresh token, and forgets the session whatever the answer. */
  readonly endsSession?: true
  /** Milliseconds; 30,000 unless said (AI calls 120,000). */
  readonly timeoutMs?: number
}

export type Contract = Readonly<Record<string, Readonly<Record<string, EndpointDef>>>>

/** Declares one call. The type parameter keeps paths and flags literal, so that clients derive exact types. */
export const endpoint = <const E extends EndpointDef>(definition: E): E => definition

export const DEFAULT_TIMEOUT_MS = 30_000

/** What the server says when it has nothing better, per call. */
export const serverMessageOr = (text: string) => ({ text, prefer: 'server' }) as const
export const alwaysText = (text: string) => ({ text, prefer: 'fixed' }) as const
