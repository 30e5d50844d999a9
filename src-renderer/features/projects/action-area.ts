import type { ProjectRole, UserProjectCheck } from '../../../shared/contract/index.ts'
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
  /** The viewer's relation; undefined until it is known. */
  check: UserProjectCheck | undefined
  /** How the membership check ended without an answer; a refusal (403) means there is no relation. */
  checkFailure: 'refused' | 'failed' | null
  /** Whether the project is one that people may apply to. */
  isOpen: boolean
  /** An application was sent from this dialog and not withdrawn since. */
  isJustSent: boolean
  /** The project says that the viewer has a pending application, or the server refused another one. */
  isAlreadyRequested: boolean
}

/** What the dialog offers its viewer. A membership record wins over all that we only remember. */
export const actionView = (input: ActionInput): ActionView => {
  const { check, checkFailure, isOpen, isJustSent, isAlreadyRequested } = input
  if (!check && checkFailure === null) return { kind: 'checking' }
  if (!check && checkFailure === 'failed' && !isJustSent && !isAlreadyRequested) return { kind: 'unknown' }
  const role = check?.role ?? null
  switch (check?.status) {
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
  if (isAlreadyRequested || check?.hasProject) return { kind: 'alreadyRequested' }
  return { kind: isOpen ? 'apply' : 'closed' }
}
