import type { ProjectRole, ProjectAccess } from '../../../shared/contract/index.ts'
import { membershipStatus } from '../../../shared/rules/statuses.ts'

export type ActionView =
  | { kind: 'checking' }
  /** The check failed, so nothing can be offered. */
  | { kind: 'unknown' }
  | { kind: 'applied' }
  | { kind: 'rejected' }
  /** `role` is the one the invitation offers. */
  | { kind: 'invited'; role: ProjectRole | null }
  | { kind: 'member'; role: ProjectRole | null }
  | { kind: 'sent' }
  | { kind: 'alreadyRequested' }
  /** The project takes no applications (any more). */
  | { kind: 'closed' }
  | { kind: 'apply' }

/** What a press in the dialog has led to. */
export type Outcome = 'applied' | 'withdrawn' | 'accepted' | 'declined'

export type ActionInput = {
  /** The viewer's access; undefined until it is known. */
  access: ProjectAccess | undefined
  /** How the membership check ended without an answer; a refusal (403) means there is no access. */
  accessFailure: 'refused' | 'failed' | null
  /** Whether the project is one that people may apply to. */
  isOpen: boolean
  /** An application was sent from this dialog and not withdrawn since. */
  isJustSent: boolean
  /** The project says that the viewer has a pending application, or the server refused another one. */
  isAlreadyRequested: boolean
}

/** What the dialog offers its viewer. A membership record wins over all that we only remember. */
export const actionView = (input: ActionInput): ActionView => {
  const { access, accessFailure, isOpen, isJustSent, isAlreadyRequested } = input
  if (!access && accessFailure === null) return { kind: 'checking' }
  if (!access && accessFailure === 'failed' && !isJustSent && !isAlreadyRequested) return { kind: 'unknown' }
  const role = access?.role ?? null
  switch (access?.status) {
    case membershipStatus.applied:
      return { kind: 'applied' }
    case membershipStatus.rejected:
      return { kind: 'rejected' }
    case membershipStatus.invited:
      return { kind: 'invited', role }
    case membershipStatus.member:
      return { kind: 'member', role }
    default:
      if (role) return { kind: 'member', role }
  }
  if (isJustSent) return { kind: 'sent' }
  if (isAlreadyRequested || access?.hasProject) return { kind: 'alreadyRequested' }
  return { kind: isOpen ? 'apply' : 'closed' }
}
