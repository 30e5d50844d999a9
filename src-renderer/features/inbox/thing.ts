import type { Notice } from '#shared/contract/notifications.ts'
import { paths } from '#lib/paths.ts'

/** The notices of what administrators have to do, which lead to Administration. */
const withPages = ['dispute.reminded', 'report.made', 'report.decided', 'report.appealed', 'waitlist.wanted']

/** What the inbox shows beside the list for a notice. `none`: it is over, or only told; `page`: it has a page of its own. */
export type Thing =
  | { kind: 'task'; projectID: string; taskID: string; number: string }
  | { kind: 'request'; projectID: string; requestID: string; isOwn: boolean }
  | { kind: 'project'; projectID: string; hasPayments: boolean }
  | { kind: 'page' }
  | { kind: 'none' }

/** Kinds that tell the end of something, so that there is nothing to open. */
const ends = ['project.archived', 'project.deleted', 'member.removed', 'task.deleted']
/** Kinds about the requests of the person themselves: who applied, or who was invited. */
const ofOwnRequest = ['request.invited', 'request.approved', 'request.rejected', 'request.reopened']

/** Whether it is about the viewer's own application to a task, which is on the page of the open task. */
const isOfOpenTask = ({ address }: Pick<Notice, 'address'>): boolean => address.startsWith(paths.openTask(''))

/** Whether it is about a review, which is on the profile of who was reviewed. */
const isOfReview = ({ address }: Pick<Notice, 'address'>): boolean => address.startsWith(paths.profile(''))

export const thingOf = ({ kind, task, project, requestID, address }: Notice): Thing => {
  if (ends.includes(kind)) return { kind: 'none' }
  if (kind === 'tasks.assigned' || kind === 'rating.due' || isOfReview({ address })) return { kind: 'page' }
  if (task && project) return { kind: 'task', projectID: project.id, taskID: task.id, number: task.taskId }
  if (requestID !== null && isOfOpenTask({ address })) return { kind: 'page' }
  if (requestID !== null && project)
    return { kind: 'request', projectID: project.id, requestID, isOwn: ofOwnRequest.includes(kind) }
  if (project) return { kind: 'project', projectID: project.id, hasPayments: kind.startsWith('payment.') }
  return { kind: kind.startsWith('creatorApplication.') || withPages.includes(kind) ? 'page' : 'none' }
}
