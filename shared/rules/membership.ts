import type { ProjectRole } from '../contract/common.ts'
import { membershipStatus, requestStatus } from './statuses.ts'

export type RequestKind = 'application' | 'invitation' | 'taskApplication'
/** The kinds of requests that decide how somebody is to a project. */
export type AccessRequestKind = Exclude<RequestKind, 'taskApplication'>

/** Whether the person began the request, to the project or to one of its tasks; the project begins an invitation. */
export const isApplication = (kind: RequestKind): boolean => kind !== 'invitation'
/** Who began a request, in the words of lists and events that know no task. */
export const beginningOf = (kind: RequestKind): AccessRequestKind =>
  isApplication(kind) ? 'application' : 'invitation'

/** The newest request between a person and a project that was not withdrawn or declined. */
export type LatestRequest = { kind: AccessRequestKind; status: number }

/**
 * A person's access to a project: 1 for a member, 0 for a pending application, 5 for a rejected one, 6 for a pending
 * invitation, else null. Withdrawing and declining lead back to null.
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
 * What an answer to a pending request does, by who answers and by the state of the request: `forbidden` when this actor
 * may never answer so, `conflict` when the state does not allow it.
 */
export const decideAnswer = (input: {
  isSelf: boolean
  actorRole: ProjectRole | null
  pending: AccessRequestKind | null
  accept: boolean
}): AnswerOutcome | 'forbidden' | 'conflict' => {
  const { isSelf, actorRole, pending, accept } = input
  if (isSelf) {
    if (pending === 'invitation') return accept ? 'accept' : 'decline'
    // Nobody approves their own application, and only the applicant withdraws it.
    if (pending === 'application') return accept ? 'forbidden' : 'withdraw'
    return 'conflict'
  }
  if (actorRole !== 'owner' && actorRole !== 'admin') return 'forbidden'
  if (pending === 'application') return accept ? 'approve' : 'reject'
  // Only the invited person answers an invitation.
  return pending === 'invitation' ? 'forbidden' : 'conflict'
}

/** The labels of the roles in a project. */
export const roleLabels: Readonly<Record<ProjectRole, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' }

/** Roles that may manage a project's people. */
export const isManager = (role: ProjectRole | null): boolean => role === 'owner' || role === 'admin'

/**
 * Whether the actor's role may change a member's role: owners and admins may, but only owners may make somebody an
 * owner or change an owner. `to` null removes the member.
 */
export const mayChangeMember = (actor: ProjectRole, from: ProjectRole, to: ProjectRole | null): boolean =>
  actor === 'owner' || (actor === 'admin' && from !== 'owner' && to !== 'owner')
