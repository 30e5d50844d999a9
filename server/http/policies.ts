import type { EndpointDef, Policy, Scope } from '#shared/contract/index.ts'
import { forbidden, type HttpError, notAuthenticated } from './errors.ts'
import type { RequestContext, Viewer } from './handlers.ts'

/** Whether the mount must find out who calls before it lets the call through. */
export const readsToken = (policy: Policy): boolean => policy !== 'public'

/**
 * Checks an endpoint's policy before anything is read from the request; returns the refusal, or null. `project.*`, `task.party`
 * and `request.party` let any account pass here: the module, which knows the project, decides.
 */
export const refusalFor = (policy: Policy, viewer: Viewer | null): HttpError | null => {
  if (policy === 'public' || policy === 'optional') return null
  if (!viewer) return notAuthenticated()
  if (policy === 'administrator' && !viewer.isAdministrator) return forbidden('Only administrators may do that.')
  if (policy === 'creator' && viewer.accountType !== 'creator')
    return forbidden('Only approved creators may do that. You can apply to become one.')
  return null
}

/** The refusal of a call that an access token with these scopes may not make, or null. A session's own token has no scopes. */
export const refusalByScope = (
  needed: EndpointDef['scope'],
  scopes: readonly Scope[] | undefined,
): HttpError | null => {
  if (scopes === undefined) return null
  if (needed === null) return forbidden('This takes no access token. Please sign in.')
  return scopes.includes(needed) ? null : lacksScope(needed)
}

const lacksScope = (needed: Scope) => forbidden(`This access token lacks the scope ${needed}.`)

/** Passes for a session, and for an access token with that scope, where a call needs more of some input. Errors: 403. */
export const requireScope = ({ scopes }: Pick<RequestContext, 'scopes'>, needed: Scope): void => {
  if (scopes && !scopes.includes(needed)) throw lacksScope(needed)
}

/**
 * Whether a call counts under the write budget: all but reads do. Exempt are ending a session or a token, because a
 * thief may have used the budget up, and administrators' calls, which have no limits.
 */
export const isWrite = (operation: string, { method, policy }: EndpointDef): boolean =>
  method !== 'GET' &&
  !['public', 'administrator'].includes(policy) &&
  !(method === 'DELETE' && /^(account|tokens)\./.test(operation))
