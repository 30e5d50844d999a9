import { unique } from '#support/factories.ts'
import { any, type CallInput, type Cases, type Cell, text } from '../case.ts'
import { insideManagers, judges, managers, members, owners, type Rights, signedIn, visible } from '../rights.ts'
import { person, project } from './inputs.ts'

const service = 'modules/memberships/service.ts'
const membersService = 'modules/memberships/members-service.ts'
const letters = 'modules/memberships/letters.ts'
const thread = 'modules/comments/thread.ts'
const managed = 'modules/memberships/managed-request.ts'

type Request = 'applicationID' | 'invitationID'
const answerByPerson =
  (which: Request, accept: boolean) =>
  (cell: Cell): CallInput =>
    person(which === 'applicationID' ? 'applicant' : 'invitee', { accept })(cell)
const answerByRequest =
  (which: Request, accept: boolean) =>
  ({ project: world }: Cell): CallInput => ({
    params: { projectId: world.id },
    body: { requestId: world[which], accept },
  })
const rejectsOrWithdraws: Rights = { ...managers, applicant: 'ok' }
const itsInvitee: Rights = { invitee: 'ok', others: 403, draft: {} }

const about =
  (which: Request | 'rejectedID') =>
  ({ project: world }: Cell) =>
    ({
      of: which === 'applicationID' ? 'applicant' : which === 'invitationID' ? 'invitee' : 'rejected',
      requestID: world[which],
    }) as const
const ofApplication = about('applicationID')
const ofInvitation = about('invitationID')
const request =
  (which: Request | 'rejectedID', body?: object) =>
  ({ project: world }: Cell): CallInput => ({ params: { id: world[which] }, ...(body && { body }) })
const application = (body?: object) => request('applicationID', body)
/** An application's two sides. They are not tried on a draft: of a deleted project an applicant still reads what they wrote. */
const sides: Rights = { applicant: 'ok', admin: 'ok', owner: 'ok', others: 404 }
const inThread = async ({ project: world, as }: Cell, by: 'owner' | 'applicant') => {
  const body = { body: text(), idempotencyKey: unique('comment') }
  return (await as(by).requests.comment({ params: { id: world.applicationID }, body })).data
}
const prolongs = (which: Request): Cases[string] => ({
  input: request(which, { reason: 'We are away.' }),
  may: { ...insideManagers, [which === 'applicationID' ? 'applicant' : 'invitee']: 403 },
})

/** Applications, and the comments on them. */
const letterCases: Cases = {
  'requests.get': { input: application(), may: sides },
  'requests.update': {
    by: 'applicant',
    input: (cell) => application({ letter: text() })(cell),
    may: { applicant: 'ok', others: 404 },
    leaves: (cell) => [{ kind: 'request.letterChanged', ...ofApplication(cell), data: {} }],
    once: true,
    rollsBack: letters,
  },
  'requests.see': {
    input: application({}),
    may: judges,
    leaves: (cell) => [{ kind: 'request.seen', ...ofApplication(cell), data: {} }],
    once: true,
    rollsBack: letters,
  },
  'requests.comments': { input: application(), may: sides },
  'requests.comment': {
    input: (cell) =>
      application({ body: `${text()} @${cell.people.applicant.username}`, idempotencyKey: 'once and for all' })(cell),
    may: sides,
    leaves: (cell) => [
      {
        kind: 'comment.added',
        taskID: null,
        ...ofApplication(cell),
        data: { commentID: any, mentionedIDs: [cell.people.applicant.id] },
      },
    ],
    once: true,
    rollsBack: thread,
  },
  'comments.update in a thread': {
    input: async (cell) => {
      const { id } = await inThread(cell, 'owner')
      return { params: { id }, body: { body: `${text()} @${cell.people.applicant.username}` } }
    },
    leaves: (cell, { params }) => [
      {
        kind: 'comment.edited',
        ...ofApplication(cell),
        data: { commentID: params?.['id'], mentionedIDs: [cell.people.applicant.id] },
      },
    ],
    once: true,
    rollsBack: thread,
  },
  'comments.remove in a thread': {
    input: async (cell) => ({ params: { id: (await inThread(cell, 'applicant')).id } }),
    leaves: (cell, { params }) => [
      { kind: 'comment.deleted', ...ofApplication(cell), data: { commentID: params?.['id'] } },
    ],
    rollsBack: thread,
  },
}

/** Calls about the people of a project, and about requests between a person and a project. */
export const membershipCases: Cases = {
  ...letterCases,
  'memberships.access': { input: project, may: visible },
  'memberships.members': { input: project, may: members },
  'memberships.requests sent': { input: (cell) => ({ ...project(cell), query: { type: 'sent' } }), may: managers },
  'memberships.requests received': {
    input: (cell) => ({ ...project(cell), query: { type: 'received' } }),
    may: managers,
  },
  'memberships.search': {
    input: ({ project: { id } }) => ({ params: { id, query: 'user' }, query: { global: 'true' } }),
    may: managers,
  },
  'memberships.suggestions': { input: project, may: managers },
  'memberships.invite somebody': { input: person('outsider', { role: 'member' }), may: managers, rollsBack: service },
  'memberships.invite somebody as admin': {
    input: (cell) => person('outsider', { role: 'admin', message: text() })(cell),
    may: managers,
    leaves: [{ kind: 'request.invited', of: 'outsider', requestID: any, data: { role: 'admin' } }],
  },
  'memberships.invite a rejected applicant': { input: person('rejected', {}), may: managers },
  'memberships.invite a member': { input: person('colleague', {}), may: { ...managers, admin: 409, owner: 409 } },
  'memberships.setRole of a member to admin': {
    input: person('colleague', { role: 'admin' }),
    may: managers,
    leaves: [{ kind: 'member.role', of: 'colleague', data: { from: 'member', to: 'admin' } }],
    rollsBack: membersService,
  },
  'memberships.setRole of an admin to member': { input: person('admin', { role: 'member' }), may: managers },
  'memberships.setRole of a member to owner': { input: person('colleague', { role: 'owner' }), may: owners },
  'memberships.setRole of the last owner': {
    input: person('owner', { role: 'member' }),
    may: { ...owners, owner: 409 },
  },
  'memberships.setRole of an applicant, who is no member yet': {
    input: person('applicant', { role: 'member' }),
    may: { ...managers, admin: 404, owner: 404 },
  },
  'memberships.remove a member': {
    input: person('colleague'),
    may: managers,
    leaves: ({ people: { colleague }, project: { taskID } }) => [
      { kind: 'member.removed', of: 'colleague' },
      { kind: 'task.assigned', of: 'colleague', taskID, data: { from: colleague.id, to: null } },
    ],
    rollsBack: membersService,
  },
  'memberships.remove somebody who has handed in': {
    input: person('member'),
    leaves: ({ people: { member }, project: { ownTaskID, handedInTaskID } }) => [
      { kind: 'member.removed', of: 'member' },
      ...[ownTaskID, handedInTaskID].map(
        (taskID) => ({ kind: 'task.assigned', of: 'member', taskID, data: { from: member.id, to: null } }) as const,
      ),
      {
        kind: 'submission.withdrawn',
        of: 'member',
        taskID: handedInTaskID,
        data: { submissionID: any, round: 1 },
      },
    ],
    rollsBack: membersService,
  },
  'memberships.remove an owner, the last one': { input: person('owner'), may: { ...owners, owner: 409 } },
  'memberships.remove oneself': {
    by: 'admin',
    input: ({ project: { id }, self }) => ({ params: { id, userId: self.id } }),
    may: { ...members, owner: 409 },
    leaves: [{ kind: 'member.left', of: 'admin' }],
  },

  'memberships.answer approves an application': {
    input: answerByPerson('applicationID', true),
    may: managers,
    leaves: (cell) => [
      { kind: 'request.approved', ...ofApplication(cell) },
      { kind: 'member.joined', ...ofApplication(cell), data: { role: 'member' } },
    ],
    rollsBack: service,
  },
  'memberships.answer rejects an application': {
    input: answerByPerson('applicationID', false),
    may: rejectsOrWithdraws,
    leaves: [{ kind: 'request.rejected', of: 'applicant' }],
  },
  'memberships.answer withdraws the own one': {
    by: 'applicant',
    input: answerByPerson('applicationID', false),
    leaves: [{ kind: 'request.withdrawn', of: 'applicant' }],
  },
  'memberships.answer accepts an invitation': { input: answerByPerson('invitationID', true), may: itsInvitee },
  'memberships.answer declines an invitation': { input: answerByPerson('invitationID', false), may: itsInvitee },
  'memberships.answerById approves an application': { input: answerByRequest('applicationID', true), may: managers },
  'memberships.answerById rejects an application': {
    input: answerByRequest('applicationID', false),
    may: rejectsOrWithdraws,
  },
  'memberships.answerById accepts an invitation': {
    by: 'invitee',
    input: answerByRequest('invitationID', true),
    may: itsInvitee,
    leaves: (cell) => [
      { kind: 'request.accepted', ...ofInvitation(cell) },
      { kind: 'member.joined', ...ofInvitation(cell) },
    ],
  },
  'memberships.answerById declines an invitation': {
    by: 'invitee',
    input: answerByRequest('invitationID', false),
    may: itsInvitee,
    leaves: [{ kind: 'request.declined', of: 'invitee' }],
  },

  'requests.reopen of a person who was rejected': {
    input: request('rejectedID', {}),
    may: { ...judges, rejected: 403, member: 403, draft: { rejected: 403 } },
    leaves: (cell) => [{ kind: 'request.reopened', ...about('rejectedID')(cell), data: {} }],
    rollsBack: managed,
  },
  'requests.decide rejects an application among others': {
    input: ({ project: { id, applicationID, invitationID } }) => ({
      params: { id },
      body: { ids: [applicationID, invitationID], accept: false, reason: 'other', text: text() },
    }),
    may: managers,
    leaves: (cell) => [{ kind: 'request.rejected', ...ofApplication(cell), data: {} }],
  },
  'requests.setLabel': { input: application({ label: 'maybe' }), may: judges, leaves: 'silently' },
  'requests.notes': { input: application(), may: judges },
  'requests.saveNotes': { input: (cell) => application({ text: text() })(cell), may: judges, leaves: 'silently' },
  'requests.applicant': { input: application(), may: judges },
  'requests.withdraw': {
    input: request('invitationID', {}),
    may: { ...insideManagers, invitee: 403 },
    leaves: (cell) => [{ kind: 'request.withdrawn', ...ofInvitation(cell), data: {} }],
    rollsBack: managed,
  },
  // Who is asked may read it; nobody else but members knows of it.
  'requests.prolong of an applicant': {
    ...prolongs('applicationID'),
    leaves: (cell) => [{ kind: 'request.prolonged', ...ofApplication(cell), data: { from: any, to: any } }],
    rollsBack: managed,
  },
  'requests.prolong of an invited person': prolongs('invitationID'),

  'users.requests sent': { input: () => ({ query: { type: 'sent' } }), may: signedIn },
  'users.requests received': { input: () => ({ query: { type: 'received' } }), may: signedIn },
  'users.request an application': { input: application(), may: { ...judges, applicant: 'ok' } },
  'users.request an invitation': { input: request('invitationID'), may: { ...judges, invitee: 'ok' } },
}
