import { z } from 'zod'
import { id, projectRole } from '../common.ts'
import { inbox } from '../reads.ts'
import { projectStatus } from '../statuses.ts'
import { changedFields, eventFor, type Facts, nobody, notice, nothing, stage } from './event.ts'

const ofMembers = eventFor('members')
/** Of a project's end its members hear, too: it is the last that they hear of it. */
const ofDeletedProject = eventFor('members, also of a deleted project')
/** A person who was removed hears that, and nothing of the project after it. */
const ofMember = eventFor('members and subject')
/** A member sees the payments to themselves alone, and so does a guest. */
const ofPayment = eventFor('managers and subject')

const role = z.strictObject({ role: projectRole })
const file = z.strictObject({ fileID: id })
const money = z.strictObject({ paymentID: id, amountCents: z.int(), currency: z.string().length(3) })
// The task is in the data, because members read what an event of a task says, and not what others are paid.
const moneyForTask = money.extend({ taskID: id.optional() })
const isForTask = ({ data }: Facts) => data['taskID'] !== undefined
const paidForTask = [
  notice('subject', 'money', 'task', { when: isForTask, apart: 'paymentID' }),
  notice('subject', 'money', 'project', { when: (event) => !isForTask(event) }),
] as const
const status = z.int().min(0).max(9)
const statusChange = z.strictObject({ from: status, to: status })

/** The events of projects, their members, payments and files. */
export const projectEvents = {
  'project.created': ofMembers({ data: nothing, notices: nobody, like: 'projects.create' }),
  'project.published': ofMembers({ data: nothing, notices: nobody, like: 'projects.update' }),
  'project.changed': ofMembers({ data: changedFields, notices: nobody, like: 'projects.update' }),
  'project.status': ofMembers({
    data: statusChange,
    notices: [
      notice('members', 'following', 'project', { when: ({ data }) => data['to'] === projectStatus.completed }),
    ],
    like: 'projects.update',
  }),
  'project.archived': ofMembers({
    data: nothing,
    notices: [notice('members', 'following', 'end')],
    like: 'projects.update',
    stale: inbox,
  }),
  'project.restored': ofMembers({ data: nothing, notices: nobody, like: 'projects.update', stale: inbox }),
  'project.deleted': ofDeletedProject({
    data: nothing,
    notices: [notice('members', 'following', 'end')],
    takesAway: 'of its project',
    like: 'projects.remove',
    stale: inbox,
  }),
  'project.paused': ofMembers({ data: nothing, notices: nobody, like: 'projects.update' }),
  'project.resumed': ofMembers({ data: nothing, notices: nobody, like: 'projects.update' }),
  'project.questions': ofMembers({ data: nothing, notices: nobody, like: 'projects.update' }),
  'project.labels': ofMembers({ data: z.strictObject({ labelID: z.int() }), notices: nobody, like: 'labels.remove' }),
  // The list as it is from then on.
  'project.stages': ofMembers({
    data: z.strictObject({ version: z.int().min(1), stages: z.array(stage.extend({ status })).max(20) }),
    notices: nobody,
    like: 'stages.replace',
  }),
  'project.templates': ofMembers({
    data: z.strictObject({ templateID: id, change: z.enum(['added', 'changed', 'removed']) }),
    notices: nobody,
    like: 'templates.update',
  }),

  // The person who joins hears that the request was approved, the one who invited that it was accepted.
  'member.joined': ofMember({ data: role, notices: nobody, like: 'memberships.answer' }),
  'member.role': ofMember({
    data: z.strictObject({ from: projectRole, to: projectRole }),
    notices: [notice('subject', 'requests', 'project')],
    like: 'memberships.setRole',
    stale: inbox,
  }),
  'member.removed': ofMember({
    data: role,
    notices: [notice('subject', 'requests', 'end')],
    takesAway: "the subject's of its project",
    like: 'memberships.remove',
    stale: inbox,
  }),
  'member.left': ofMember({
    data: role,
    notices: [notice('owners', 'requests', 'project')],
    takesAway: "the subject's of its project",
    like: 'memberships.remove',
    stale: inbox,
  }),

  'payment.recorded': ofPayment({ data: moneyForTask, notices: paidForTask, like: 'payments.create' }),
  'payment.voided': ofPayment({ data: moneyForTask, notices: paidForTask, like: 'payments.void' }),
  'payment.confirmed': ofPayment({
    data: money,
    notices: nobody,
    answers: 'paymentID',
    like: 'payments.confirm',
    stale: inbox,
  }),
  'payment.missing': ofPayment({
    data: money,
    notices: [notice('managers', 'money', 'project')],
    answers: 'paymentID',
    like: 'payments.missing',
    stale: inbox,
  }),

  'file.uploaded': ofMembers({ data: file, notices: nobody, like: 'files.upload' }),
  'file.deleted': ofMembers({ data: file, notices: nobody, like: 'files.remove' }),
}
