import { z } from 'zod'
import { id } from '../common.ts'
import { taskStatus } from '../statuses.ts'
import { taskPriorities } from '../task-fields.ts'
import { changedFields, eventFor, type Facts, nobody, notice, nothing, ownMail, stage } from './event.ts'

const ofMembers = eventFor('members')

const day = z.iso.date().nullable()
/** The due date that the clock tells of. */
const deadline = z.strictObject({ dueOn: z.iso.date() })
const priority = z.enum(taskPriorities)
const status = z.int().min(0).max(9)
/** `round` counts the hand-ins of the task. */
const submission = z.strictObject({ submissionID: id, round: z.int().min(1) })

const answered = submission.extend({
  byClock: z.literal(true).optional(),
  byAgreement: z.literal(true).optional(),
})
const isByClock = ({ data }: Facts) => data['byClock'] === true
const isByAgreement = ({ data }: Facts) => data['byAgreement'] === true

const isOfReview = ({ data }: Facts) => data['round'] !== undefined
const isHandedIn = (event: Facts) => isOfReview(event) && event.data['to'] === taskStatus.underReview
const isOfClaim = ({ data }: Facts) => data['claim'] === true
const isOfImport = ({ data }: Facts) => data['importID'] !== undefined
const isOfBatch = ({ data }: Facts) => data['batchID'] !== undefined

/** The events of tasks and their reviews. */
export const taskEvents = {
  'task.created': ofMembers({
    data: z.strictObject({ status, stage: stage.optional() }),
    notices: [notice('subject', 'direct', 'task', ownMail)],
    like: 'tasks.create',
  }),
  /**
   * `round` names the round of a review that the move opened or answered, of which an event of its own tells. `uncredited`
   * says why a task that became Completed gave no reputation, where that is not plain to see. `claim` marks a move of which a
   * claim's event, an agreement, a ruling or the clock's answer tells those concerned.
   */
  'task.moved': ofMembers({
    data: z.strictObject({
      from: status,
      to: status,
      stage: stage.optional(),
      round: z.int().min(1).optional(),
      uncredited: z.literal('limit').optional(),
      claim: z.literal(true).optional(),
    }),
    notices: [
      notice('followers', 'following', 'task', { when: (event) => !isOfReview(event) && !isOfClaim(event) }),
      notice('followers but managers', 'following', 'task', { when: isHandedIn }),
      notice('followers but the subject', 'following', 'task', {
        when: (event) => isOfReview(event) && !isHandedIn(event) && !isOfClaim(event),
      }),
      notice('followers but managers and the subject', 'following', 'task', {
        when: (event) => isOfClaim(event) && event.data['to'] === taskStatus.completed,
      }),
    ],
    like: 'tasks.update',
  }),
  // It went to another stage of the same status, which is no move for reputation, charts and the inbox.
  'task.staged': ofMembers({
    data: z.strictObject({ from: stage.optional(), to: stage.optional() }),
    notices: nobody,
    like: 'tasks.update',
  }),
  'task.assigned': ofMembers({
    data: z.strictObject({ from: id.nullable(), to: id.nullable() }),
    notices: [
      notice('subject', 'direct', 'task', { when: ({ data }) => data['to'] !== null, ...ownMail }),
      notice('former assignee', 'direct', 'task', { as: 'task.unassigned' }),
    ],
    like: 'tasks.update',
  }),
  // What due date and priority were and are, where these are among the fields.
  'task.changed': ofMembers({
    data: changedFields.extend({
      dueOn: z.strictObject({ from: day, to: day }).optional(),
      priority: z.strictObject({ from: priority, to: priority }).optional(),
    }),
    notices: [notice('followers', 'following', 'task', { when: ({ data }) => 'dueOn' in data || 'priority' in data })],
    like: 'tasks.update',
  }),
  'task.ordered': ofMembers({ data: nothing, notices: nobody, like: 'tasks.order' }),
  // `importID` names the import whose undoing has deleted the task, `batchID` the call that has deleted several.
  // The task itself cannot be opened any more. One undoing of an import makes one notice, and so does one call that deletes several.
  'task.deleted': ofMembers({
    data: z.strictObject({ importID: id.optional(), batchID: id.optional() }),
    notices: [
      notice('followers', 'following', 'gone task', { when: (event) => !isOfImport(event) && !isOfBatch(event) }),
      notice('followers', 'following', 'gone tasks', { when: isOfBatch, as: 'tasks.deleted' }),
      notice('followers', 'following', 'import', { when: isOfImport, as: 'tasks.deleted' }),
    ],
    takesAway: 'of its task',
    like: 'tasks.remove',
  }),
  'task.restored': ofMembers({ data: nothing, notices: nobody, like: 'tasks.restore' }),
  // A mute silences neither.
  // The clock tells of these: the task stays as it is, and its history grows by a line.
  'task.due': ofMembers({
    data: deadline,
    notices: [notice('subject', 'deadlines', 'task')],
    stale: ['comments.feed', 'work.get'],
  }),
  'task.overdue': ofMembers({
    data: deadline,
    notices: [notice('subject and creator', 'deadlines', 'task')],
    stale: ['comments.feed', 'work.get'],
  }),

  'submission.submitted': ofMembers({
    data: submission,
    notices: [notice('managers', 'review', 'task')],
    answers: 'taskID',
    like: 'submissions.create',
  }),
  // `byClock`: nobody had answered until the date of the offer. `byAgreement`: of an accepted proposal or a ruling, which tell of it.
  'submission.accepted': ofMembers({
    data: answered,
    notices: [
      notice('subject', 'review', 'task', { when: (event) => !isByClock(event) && !isByAgreement(event) }),
      notice('subject', 'review', 'task', { when: isByClock, as: 'submission.acceptedByClock' }),
      notice('managers', 'review', 'task', { when: isByClock, as: 'submission.acceptedByClock' }),
    ],
    answers: 'taskID',
    like: 'submissions.accept',
  }),
  // A date of an offer comes near.
  'submission.reminded': ofMembers({
    data: submission.extend({ reminder: z.enum(['half', 'lastDay']) }),
    notices: [notice('managers', 'review', 'task')],
    stale: ['comments.feed'],
  }),
  'submission.changes': ofMembers({
    data: answered,
    notices: [notice('subject', 'review', 'task')],
    answers: 'taskID',
    like: 'submissions.changes',
  }),
  'submission.withdrawn': ofMembers({ data: answered, notices: nobody, like: 'submissions.withdraw' }),
}
