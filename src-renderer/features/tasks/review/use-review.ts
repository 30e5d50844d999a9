import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ProjectRole, Submission, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { decideReview, maySubmitFrom, type ReviewAct, reviewerOf } from '#shared/rules/review.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { membersQuery, viewerInProjectQuery } from '#data/memberships.ts'
import { paths } from '#lib/paths.ts'
import { toast } from '#lib/toast.ts'
import { useGuest } from '../data/guest.ts'

/**
 * The viewer's part in the project's reviews, and what they may do. `isWanted` is false where the server has no
 * reviews; then nothing is loaded. Whether the viewer is the only manager is asked only for managers with work of their
 * own (`hasOwn`).
 */
export const useReviewer = (
  projectID: string,
  role: ProjectRole,
  { isWanted, hasOwn }: { isWanted: boolean; hasOwn: (viewerID: string) => boolean },
) => {
  const guest = useGuest()
  const member = useQuery({
    ...viewerInProjectQuery(projectID),
    enabled: isWanted && guest === null,
    retryOnMount: false,
  })
  const viewerID = guest?.userID ?? member.data?.userID
  const isAsked = isWanted && isManager(role) && viewerID !== undefined && hasOwn(viewerID)
  const members = useQuery({ ...membersQuery(projectID), enabled: isAsked }).data
  const isOnlyManager = members !== undefined && members.filter((one) => isManager(one.role)).length === 1
  /** What an act of the viewer does to an open round of this author. */
  const outcome = useCallback(
    (authorID: string | null, act: ReviewAct) =>
      decideReview('open', reviewerOf({ isAuthor: authorID === viewerID, role, isOnlyManager }), act),
    [viewerID, role, isOnlyManager],
  )
  return { viewerID, outcome, isGuest: guest !== null }
}

/** Says that a task was accepted, with a way to pay for it where payments name tasks. */
export const useSayAccepted = ({ id, projectID }: Task): (() => void) => {
  const navigate = useNavigate()
  const hasPayments = useCapability('taskPayments', true)
  return () =>
    void (hasPayments
      ? toast('Accepted. Pay for it?', 'success', {
          action: { label: 'Record a payment', run: () => void navigate(paths.payForTask(projectID, id)) },
        })
      : toast('Accepted.', 'success'))
}

/** Why the viewer may not make a move of a task whose round is open; null when they may. */
export const whyNotLeaveReview = (
  { openRound, assignedToID }: Task,
  status: number,
  outcome: ReturnType<typeof useReviewer>['outcome'],
): string | null => {
  if (typeof openRound !== 'number' || status === taskStatus.underReview) return null
  const act = status === taskStatus.completed ? 'complete' : 'moveBack'
  if (outcome(assignedToID, act) !== 'forbidden') return null
  return act === 'complete'
    ? 'Only another owner or admin can accept a submission.'
    : 'This task is waiting for review. Only its assignee, owners and admins can move it.'
}

/** Whether a task comes to Under Review by a hand-in alone, because it has an offer. */
export const isByHandInAlone = ({ rewardCents }: Task): boolean => typeof rewardCents === 'number'

/** Why the viewer may not move a task to Under Review, which with an offer means handing it in; null when they may. */
export const whyNotHandIn = (task: Task, status: number, viewerID: string | undefined): string | null => {
  const isMoved = status === taskStatus.underReview && task.status !== status && typeof task.openRound !== 'number'
  if (!isMoved || !isByHandInAlone(task)) return null
  if (task.assignedToID !== viewerID || viewerID === undefined)
    return 'A task with an offer comes to Under Review when who has it hands it in.'
  return whyNotSubmit(task)
}

/** Why the assignee cannot submit the task as it is; null when they can. */
export const whyNotSubmit = ({ status }: Task, isGuest = false): string | null =>
  maySubmitFrom(status, isGuest)
    ? null
    : status === taskStatus.assigned
      ? 'Start the task first.'
      : 'Only a task in progress can be submitted.'

/** What waits for whom, such as 'Waiting for review since Tuesday'; null when nobody waits. */
export const waitingFor = (task: Task, last: Submission | undefined, since: (iso: string) => string): string | null => {
  if (task.status === taskStatus.underReview) {
    const from = task.waitsSince ?? last?.createdAt
    return from ? `Waiting for review since ${since(from)}` : 'Waiting for review'
  }
  if (last?.state !== 'changes' || task.status === taskStatus.completed) return null
  const who = task.assignedToName ?? task.assignedToUsername
  return who ? `Changes requested: waiting for ${who}` : 'Changes requested'
}
