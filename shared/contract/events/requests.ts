import { z } from 'zod'
import { projectRole } from '../common.ts'
import { inbox } from '../reads.ts'
import { type Facts, eventFor, nobody, notice, nothing, ownMail } from './event.ts'

const ofRequest = eventFor('managers and subject')

/** Which of its two sides began a request, who is the one that waits. */
const request = z.enum(['application', 'invitation'])
const isFrom =
  (request: 'application' | 'invitation') =>
  ({ data }: Facts) =>
    data['request'] === request
const isLate = ({ data }: Facts) => data['because'] === 'time'

/** The events of requests between people and projects. */
export const requestEvents = {
  /** An address without an account was invited; the event does not name it. */
  'invitation.byMail': ofRequest({
    data: z.strictObject({ invitationID: z.uuid() }),
    notices: nobody,
    stale: ['addressInvitations.list'],
  }),
  /** Nobody registered with an invitation by address in time. Its subject is who invited; the event does not name the address. */
  'invitation.ended': ofRequest({
    data: z.strictObject({ invitationID: z.uuid() }),
    notices: [notice('subject', 'requests', 'project')],
    stale: ['addressInvitations.list'],
  }),
  'request.applied': ofRequest({
    data: nothing,
    notices: [notice('managers', 'requests', 'request')],
    like: 'projects.apply',
  }),
  'request.withdrawn': ofRequest({
    data: nothing,
    notices: nobody,
    takesAway: 'of its request',
    like: 'memberships.answer',
    stale: inbox,
  }),
  /** An owner or admin has opened the application. */
  // The application itself says both, to who looks at it.
  'request.seen': ofRequest({ data: nothing, notices: nobody, like: 'requests.see' }),
  'request.letterChanged': ofRequest({ data: nothing, notices: nobody, like: 'requests.update' }),
  'request.approved': ofRequest({
    data: nothing,
    notices: [notice('subject', 'requests', 'request', ownMail)],
    answers: 'requestID',
    like: 'memberships.answer',
  }),
  'request.rejected': ofRequest({
    data: nothing,
    notices: [notice('subject', 'requests', 'request', ownMail)],
    answers: 'requestID',
    like: 'memberships.answer',
  }),
  'request.reopened': ofRequest({
    data: nothing,
    notices: [notice('subject', 'requests', 'request')],
    answers: 'requestID',
    like: 'requests.reopen',
  }),
  'request.invited': ofRequest({
    data: z.strictObject({ role: projectRole }),
    notices: [notice('subject', 'requests', 'request', ownMail)],
    like: 'memberships.invite',
  }),
  'request.accepted': ofRequest({
    data: nothing,
    notices: [notice('beginner', 'requests', 'request', ownMail)],
    answers: 'requestID',
    like: 'memberships.answer',
  }),
  'request.declined': ofRequest({
    data: nothing,
    notices: [notice('beginner', 'requests', 'request', ownMail)],
    answers: 'requestID',
    like: 'memberships.answer',
  }),
  // Both sides are reminded: the one that is to answer, and the one that waits.
  'request.reminded': ofRequest({
    data: z.strictObject({ request }),
    notices: [
      notice('managers', 'requests', 'request', { when: isFrom('application') }),
      notice('subject', 'requests', 'request', { when: isFrom('application'), as: 'request.waiting' }),
      notice('managers', 'requests', 'request', { when: isFrom('invitation'), as: 'request.waiting' }),
      notice('subject', 'requests', 'request', { when: isFrom('invitation') }),
    ],
    stale: [],
  }),
  'request.prolonged': ofRequest({
    data: z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime() }),
    notices: [notice('subject', 'requests', 'request')],
    answers: 'requestID',
    like: 'requests.prolong',
  }),
  /** Nobody answered in time, or the project was deleted. */
  // The request cannot be opened any more. Owners and admins of a deleted project get its own notice.
  'request.expired': ofRequest({
    data: z.strictObject({ request, because: z.enum(['time', 'deletion']) }),
    notices: [
      notice('subject', 'requests', 'end', { when: isLate }),
      notice('managers', 'requests', 'project', { when: isLate }),
      notice('subject', 'requests', 'end', { when: (event) => !isLate(event), as: 'request.closed' }),
    ],
    takesAway: 'of its request',
    like: 'memberships.answer',
    stale: inbox,
  }),
}
