import type { ProjectRole } from '../contract/common.ts'
import { membershipStatus, requestStatus } from './statuses.ts'

export type RequestKind = 'application' | 'invitation'
/** The newest request between a person and a project that was not withdrawn or declined. */
export type LatestRequest = { kind: RequestKind; status: number }

/**
 * The access of a person to a project: pending application 0, member 1, rejected application 5, pending invitation 6,
 * else null. Withdrawing and declining return to null.
 */
export const deriveMembershipStatus = (
  role: ProjectRole | null,
  latest: LatestRequest | null,
): 0 | 1 | 5 | 6 | null => {
  if (role) return membershipStatus.member
  if (!latest) return null
  if (latest.status === requestStatus.pending)
    return latest.kind === 'application' ? membershipStatus.applied : membershipStatus.invited
  if (latest.status === requestStatus.rejected && latest.kind === 'application') return membershipStatus.rejected
  return null
}

export type AnswerOutcome = 'withdraw' | 'accept' | 'decline' | 'approve' | 'reject'

/**
 * What answering a pending request means: who acts and the state decide. `forbidden` when the
 * actor may never do it, `conflict` when the state does not allow it.
 */
export const decideAnswer = (input: {
  isSelf: boolean
  actorRole: ProjectRole | null
  pending: RequestKind | null
  accept: boolean
}): AnswerOutcome | 'forbidden' | 'conflict' => {
  const { isSelf, actorRole, pending, accept } = input
  if (isSelf) {
    if (pending === 'invitation') return accept ? 'accept' : 'decline'
    // Nobody approves their own application; withdrawing it is theirs alone.
    if (pending === 'application') return accept ? 'forbidden' : 'withdraw'
    return 'conflict'
  }
  if (actorRole !== 'owner' && actorRole !== 'admin') return 'forbidden'
  if (pending === 'application') return accept ? 'approve' : 'reject'
  // An invitation is answered by the invited person only.
  return pending === 'invitation' ? 'forbidden' : 'conflict'
}

/** How people read a role in a project. */
export const roleLabels: Readonly<Record<ProjectRole, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' }

/** Roles that may manage a project's people. */
export const isManager = (role: ProjectRole | null): boolean => role === 'owner' || role === 'admin'

/**
 * Whether a role may change another member's: owners and admins may, but only owners make an owner or touch one. `to`
 * null is removal.
 */
export const mayChangeMember = (actor: ProjectRole, from: ProjectRole, to: ProjectRole | null): boolean =>
  actor === 'owner' || (actor === 'admin' && from !== 'owner' && to !== 'owner')
