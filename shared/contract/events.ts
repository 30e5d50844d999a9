import { z } from 'zod'
import { MENTIONS_MAX } from './comments.ts'
import { id, projectRole } from './common.ts'
import { taskPriorities } from './task-fields.ts'

const nothing = z.strictObject({})
/** The names of the fields that have changed, as the contract spells them; never what they say. */
const fields = z.strictObject({ fields: z.array(z.string().max(40)).min(1).max(40) })
const day = z.iso.date().nullable()
/** The due date that the clock tells of. */
const deadline = z.strictObject({ dueOn: z.iso.date() })
const priority = z.enum(taskPriorities)
const status = z.int().min(0).max(9)
const money = z.strictObject({ paymentID: id, amountCents: z.int(), currency: z.string().length(3) })
const file = z.strictObject({ fileID: id })
const role = z.strictObject({ role: projectRole })
/** Which of its two sides began a request, who is the one that waits. */
const request = z.enum(['application', 'invitation'])
/** A network prefix (/24, /48), for administrators and the person only; null where no network was involved. */
const network = z.strictObject({ network: z.string().max(60).nullable() })
/** `round` counts the hand-ins of the task. */
const submission = z.strictObject({ submissionID: id, round: z.int().min(1) })
/** `mentionedIDs`: the people whom the comment names for the first time, who are notified. */
const comment = z.strictObject({ commentID: id, mentionedIDs: z.array(id).max(MENTIONS_MAX) })
const creatorApplication = z.strictObject({ creatorApplicationID: id })

/**
 * Every kind of event, with what its data says: old and new values of small fields, and IDs. Never a text, an address, a
 * code or a token, because an event is kept for ever and read by everybody concerned.
 */
export const eventData = {
  'project.created': nothing,
  'project.published': nothing,
  'project.changed': fields,
  'project.status': z.strictObject({ from: status, to: status }),
  'project.archived': nothing,
  'project.restored': nothing,
  'project.deleted': nothing,
  'project.paused': nothing,
  'project.resumed': nothing,
  'project.questions': nothing,
  'project.labels': z.strictObject({ labelID: z.int() }),
  'project.templates': z.strictObject({ templateID: id, change: z.enum(['added', 'changed', 'removed']) }),
  'request.applied': nothing,
  'request.withdrawn': nothing,
  /** An owner or admin has opened the application. */
  'request.seen': nothing,
  'request.letterChanged': nothing,
  'request.approved': nothing,
  'request.rejected': nothing,
  'request.reopened': nothing,
  'request.invited': role,
  'request.accepted': nothing,
  'request.declined': nothing,
  'request.reminded': z.strictObject({ request }),
  'request.prolonged': z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime() }),
  /** Nobody answered in time, or the project was deleted. */
  'request.expired': z.strictObject({ request, because: z.enum(['time', 'deletion']) }),
  'member.joined': role,
  'member.role': z.strictObject({ from: projectRole, to: projectRole }),
  'member.removed': role,
  'member.left': role,
  'task.created': z.strictObject({ status }),
  /**
   * `round` names the round of a review that the move opened or answered, of which an event of its own tells. `uncredited`
   * says why a task that became Completed gave no reputation, where that is not plain to see.
   */
  'task.moved': z.strictObject({
    from: status,
    to: status,
    round: z.int().min(1).optional(),
    uncredited: z.literal('limit').optional(),
  }),
  'task.assigned': z.strictObject({ from: id.nullable(), to: id.nullable() }),
  // What due date and priority were and are, where these are among the fields.
  'task.changed': fields.extend({
    dueOn: z.strictObject({ from: day, to: day }).optional(),
    priority: z.strictObject({ from: priority, to: priority }).optional(),
  }),
  'task.ordered': nothing,
  // `importID` names the import whose undoing has deleted the task, `batchID` the call that has deleted several.
  'task.deleted': z.strictObject({ importID: id.optional(), batchID: id.optional() }),
  'task.restored': nothing,
  'task.due': deadline,
  'task.overdue': deadline,
  'submission.submitted': submission,
  'submission.accepted': submission,
  'submission.changes': submission,
  'submission.withdrawn': submission,
  'comment.added': comment,
  'comment.edited': comment,
  'comment.deleted': z.strictObject({ commentID: id }),
  'payment.recorded': money,
  'payment.voided': money,
  'file.uploaded': file,
  'file.deleted': file,
  'creatorApplication.sent': creatorApplication,
  'creatorApplication.approved': creatorApplication,
  'creatorApplication.rejected': creatorApplication,
  'waitlist.invited': z.strictObject({ entryID: id }),
  'waitlist.removed': z.strictObject({ entryID: id }),
  // `newDevice` where the person has never signed in from such a device, but has from another one.
  'account.signedIn': network.extend({ newDevice: z.literal(true).optional() }),
  'account.signedOut': network,
  'account.passwordChanged': network,
  'account.emailChanged': network,
  'account.tokenMade': network.extend({ tokenID: id }),
  'account.tokenRevoked': network.extend({ tokenID: id }),
  'account.twoStepOn': network,
  // Without a network where a command on the server did it.
  'account.twoStepOff': network.partial(),
  'account.profileChanged': fields,
  'account.exported': network,
  // The server asks again, without a network, when it could not delete the account at its time.
  'account.deletionAsked': network.extend({ dueAt: z.iso.datetime() }),
  'account.deletionTakenBack': network,
  /** `texts`: in how many texts, by any author, the name was replaced. Older events do not say. */
  'account.deleted': z.strictObject({ texts: z.int().min(0).optional() }),
  'account.adminGranted': nothing,
  // Without a network where a command on the server did it.
  'account.adminRevoked': network.partial(),
  'account.suspended': network,
  'account.restored': network,
  'account.signedOutByAdministrator': network,
} as const satisfies Record<string, z.ZodType>

export type EventKind = keyof typeof eventData
export type EventData<K extends EventKind = EventKind> = z.output<(typeof eventData)[K]>
export const eventKinds = Object.keys(eventData) as EventKind[]

/** Sent on a person's stream when their notices have come, gone or been marked; the log does not have it. */
export const NOTICES_CHANGED = 'notices.changed'
export type LiveKind = EventKind | typeof NOTICES_CHANGED
export const liveKinds: readonly LiveKind[] = [...eventKinds, NOTICES_CHANGED]
