import type { ProjectRole, ProjectAccess } from '#shared/contract/index.ts'
import { membershipStatus } from '#shared/rules/statuses.ts'

/** When the request was made, and is to be answered. */
export type RequestDates = { createdAt: string | null; answerBy: string }

/** Who invites, and what they wrote; another server does not say so. */
type Invitation = NonNullable<ProjectAccess['invitation']>

export type ActionView =
  | { kind: 'checking' }
  /** The check failed, so nothing can be offered. */
  | { kind: 'unknown' }
  /** `asked` is the pending request, from a server that says so. */
  | { kind: 'applied'; asked?: RequestDates }
  | { kind: 'rejected' }
  /** `role` is the role that the invitation offers. */
  | { kind: 'invited'; role: ProjectRole | null; asked?: RequestDates; from?: Invitation }
  | { kind: 'member'; role: ProjectRole | null }
  | { kind: 'sent' }
  | { kind: 'alreadyRequested' }
  /** The project takes no applications, or no longer does. */
  | { kind: 'closed' }
  /** It takes none for now. */
  | { kind: 'paused' }
  | { kind: 'apply' }

/** The result of a press in the dialog. */
export type Outcome = 'applied' | 'withdrawn' | 'accepted' | 'declined'

export type ActionInput = {
  /** The viewer's access; undefined until it is known. */
  access: ProjectAccess | undefined
  /** Why the membership check has no answer; a refusal (403) means that there is no access. */
  accessFailure: 'refused' | 'failed' | null
  /** Whether people may apply to the project. */
  isOpen: boolean
  /** Whether the project takes no applications for now. */
  isPaused: boolean
  /** An application was sent from this dialog and not withdrawn since. */
  isJustSent: boolean
  /** The project says that the viewer has a pending application, or the server has refused another one. */
  isAlreadyRequested: boolean
}

/** What the dialog offers its viewer. A membership record comes before anything that the dialog remembers. */
export const actionView = (input: ActionInput): ActionView => {
  const { access, accessFailure, isOpen, isPaused, isJustSent, isAlreadyRequested } = input
  if (!access && accessFailure === null) return { kind: 'checking' }
  if (!access && accessFailure === 'failed' && !isJustSent && !isAlreadyRequested) return { kind: 'unknown' }
  const role = access?.role ?? null
  const { requestedAt: createdAt = null, answerBy = null } = access ?? {}
  const asked = answerBy !== null && { asked: { createdAt, answerBy } }
  switch (access?.status) {
    case membershipStatus.applied:
      return { kind: 'applied', ...asked }
    case membershipStatus.rejected:
      return { kind: 'rejected' }
    case membershipStatus.invited:
      return { kind: 'invited', role, ...asked, ...(access.invitation && { from: access.invitation }) }
    case membershipStatus.member:
      return { kind: 'member', role }
    default:
      if (role) return { kind: 'member', role }
  }
  if (isJustSent) return { kind: 'sent' }
  if (isAlreadyRequested || access?.hasProject) return { kind: 'alreadyRequested' }
  if (!isOpen) return { kind: 'closed' }
  return { kind: isPaused ? 'paused' : 'apply' }
}
