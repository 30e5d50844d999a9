import { z } from 'zod'
import { email, enveloped, freeText, id, idOf, messageOnly, projectRole, time } from './common.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import { INVITE_MESSAGE_MAX } from './memberships.ts'
import * as reads from './reads.ts'

/** The most open invitations by address that a project has. */
export const ADDRESS_INVITATIONS_MAX = 20
/** For how many days from its mail an invitation by address is open. */
export const ADDRESS_INVITATION_DAYS = 14

const role = z.enum(['member', 'admin']).meta({ description: 'What the person would be.', examples: ['member'] })
const state = z.enum(['asked', 'mailed', 'invited']).meta({
  description: 'Whether it waits for an administrator, was mailed, or went to an account as an ordinary invitation.',
  examples: ['mailed'],
})
const taskID = id.nullable().meta({ description: 'The task for which the person is wanted.' })

const addressInvitation = z
  .object({
    id,
    email: z.string().meta({ description: 'The address that is invited.', examples: ['ana@example.org'] }),
    role: projectRole,
    state,
    taskID,
    createdAt: time,
    endsAt: time.nullable().meta({ description: 'Null while no mail has left.' }),
    isResent: z.boolean().meta({ description: 'Whether it was sent a second time, the last one.', examples: [false] }),
  })
  .meta({ id: 'AddressInvitation' })
export type AddressInvitation = z.output<typeof addressInvitation>

const mode = z.enum(['ask', 'on']).meta({
  description: 'Whether the mail waits for an administrator, who lets the address in, or leaves at once.',
  examples: ['ask'],
})
const projectParams = z.strictObject({ id: idOf('the project') })
const params = projectParams.extend({ invitationID: idOf('the invitation') })
const stale = ['addressInvitations.list', 'waitlist.list'] as const

export const addressInvitations = noun('Invitations to a project for addresses without an account.', {
  create: endpoint({
    method: 'POST',
    path: '/user-projects/:id/invite-address',
    summary: 'Invites an address to the project. One that has an account gets the ordinary invitation.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'mailInvitations',
    params: projectParams,
    body: z.strictObject({
      email,
      role: role.default('member'),
      message: freeText
        .max(INVITE_MESSAGE_MAX, 'A message has at most 200 characters.')
        .optional()
        .meta({ description: 'What the mail says beside it.', examples: ['We would love to work with you.'] }),
      taskID: taskID.optional(),
    }),
    response: enveloped(addressInvitation),
    status: 201,
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    limits: ['invite', 'invite-address'],
    leaves: ['invitation.byMail', 'waitlist.wanted', 'waitlist.invited', 'request.invited'],
    stale: [...stale, ...reads.requests, ...reads.access],
    failure: serverMessageOr('Failed to send invite. Please try again.'),
  }),
  list: endpoint({
    method: 'GET',
    path: '/user-projects/:id/invite-address',
    summary: 'The open invitations of a project by address, newest first, and when their mails leave.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'mailInvitations',
    params: projectParams,
    response: enveloped(z.array(addressInvitation)).extend({ mode }),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to fetch the invitations'),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/user-projects/:id/invite-address/:invitationID/resend',
    summary: 'Mails an invitation again, once; its time starts over.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'mailInvitations',
    params,
    body: z.strictObject({}),
    response: enveloped(addressInvitation),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['waitlist.invited'],
    stale,
    failure: serverMessageOr('Failed to send the invitation again'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user-projects/:id/invite-address/:invitationID',
    summary: 'Withdraws an invitation: registering then leads to no project.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'mailInvitations',
    params,
    response: messageOnly,
    fails: { 404: 'NOT_FOUND' },
    leaves: [],
    stale,
    failure: serverMessageOr('Failed to withdraw the invitation'),
  }),
})
