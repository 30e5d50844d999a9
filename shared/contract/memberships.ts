import { z } from 'zod'
import { enveloped, freeText, searchText, id, idOf, messageOnly, projectRole, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'
import { letterFields, requestTask } from './letters.ts'
import { foundUser } from './people.ts'
import { projectAccess } from './projects.ts'
import { clockFields } from './requests.ts'
import { decisionFields, rejectionFields } from './decisions.ts'

export const INVITE_MESSAGE_MAX = 200

/** A member without any activity for this many days counts as inactive. */
export const INACTIVE_AFTER_DAYS = 30

/** A member of a project. Other hosts send the first four fields only. */
export const projectMember = z
  .object({
    id: id.meta({ description: 'The same as `userID`: a person is in a project once.' }),
    userID: id,
    username: z.string().meta(described.username),
    role: projectRole,
    name: z.string().default('').meta(described.fullName),
    email: z
      .string()
      .optional()
      .meta({ description: 'For owners and admins only.', examples: ['ada@example.org'] }),
    skills: z
      .array(z.string())
      .default([])
      .meta({ description: 'One skill each.', examples: [['React', 'Design']] }),
    createdAt: time.nullable().default(null).meta({ description: 'When they joined.' }),
    lastActive: time.nullable().default(null).meta({ description: 'When they last did something.' }),
    status: z
      .enum(['Active', 'Inactive'])
      .default('Active')
      .meta({ description: 'Inactive after 30 days without any activity.', examples: ['Active'] }),
  })
  .meta({ id: 'Member' })
export type ProjectMember = z.output<typeof projectMember>

const requestNumber = z.union([z.literal(0), z.literal(1), z.literal(2)])
/** A request as its project's owners and admins see it. */
export const projectRequest = z
  .object({
    id,
    userID: id
      .nullable()
      .default(null)
      .meta({ description: 'Null from a host that does not say: such a request can be read, not answered.' }),
    username: z.string().meta(described.username),
    name: z.string().default('').meta(described.fullName),
    email: z.string().meta({
      description: 'Masked for invited people who have not accepted: a name is enough to invite somebody.',
      examples: ['ada@example.org'],
    }),
    /** 0 pending, 1 approved, 2 rejected; another host may send the words, and anything else counts as rejected. */
    status: z
      .union([z.int(), z.string()])
      .transform((sent) => {
        if (sent === 0 || sent === 'pending') return 0
        return sent === 1 || sent === 'approved' ? 1 : 2
      })
      .pipe(requestNumber)
      .meta({ description: '0 pending, 1 approved, 2 rejected.', examples: [0] }),
    type: z.enum(['sent', 'received']).meta({
      description: 'Sent by the project (an invitation) or received from a person (an application).',
      examples: ['received'],
    }),
    role: projectRole.default('member'),
    message: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'What the inviting side wrote.', examples: ['We would love to work with you.'] }),
    createdAt: time.nullable().default(null).meta({ description: 'Null from a host that does not say.' }),
    updatedAt: time.nullable().default(null).meta({ description: 'When it was answered, or made.' }),
    ...clockFields,
    ...letterFields,
    ...decisionFields,
    task: requestTask
      .extend({ title: z.string().meta({ description: 'What it is called now.', examples: ['Draw the map'] }) })
      .nullable()
      .default(null)
      .meta({ description: 'The task that an application is to; null for one to the project.' }),
  })
  .meta({ id: 'ProjectRequest' })
export type ProjectRequest = z.output<typeof projectRequest>

const projectParams = z.strictObject({ id: idOf('the project') })
const personParams = z.strictObject({ id: idOf('the project'), userId: idOf('the person') })
const accept = z
  .boolean()
  .meta({ description: 'True accepts or approves; false declines, rejects or withdraws.', examples: [true] })
const searchQuery = z.strictObject({
  global: z
    .stringbool()
    .default(false)
    .meta({ description: 'Whether people who are no members are found too.', enum: ['true', 'false'] }),
})

export const memberships = noun('Members of a project, invitations to it and applications for it.', {
  access: endpoint({
    method: 'GET',
    path: '/user-projects/:id/is-user-project',
    summary: "The viewer's access to a project.",
    policy: 'project.visible',
    scope: 'read',
    params: projectParams,
    response: enveloped(projectAccess),
    handlesOwn403: true,
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to fetch project details'),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/user-projects/:id/user/:userId/invite',
    summary: 'Invites a person to the project. Owners and admins may.',
    policy: 'project.manager',
    scope: 'manage',
    params: personParams,
    body: z.strictObject({
      role: z
        .enum(['member', 'admin'])
        .default('member')
        .meta({ description: 'What the person would be.', examples: ['member'] }),
      message: freeText
        .max(INVITE_MESSAGE_MAX, 'A message has at most 200 characters.')
        .optional()
        .meta({
          description: 'What the person reads beside the invitation.',
          examples: ['We would love to work with you.'],
        }),
    }),
    response: enveloped(
      z.object({
        requestId: id,
        userID: id,
        projectID: id,
        role: z.enum(['member', 'admin']).meta({ description: 'What the person would be.', examples: ['member'] }),
        status: z.literal(0).meta({ description: '0: it waits for an answer.' }),
      }),
    ),
    status: 201,
    fails: { 409: 'CONFLICT' },
    limits: ['invite'],
    leaves: ['request.invited'],
    stale: [...reads.requests, ...reads.access],
    failure: serverMessageOr('Failed to send invite. Please try again.'),
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/projects/:id/user/:userId/accept-request',
    summary:
      'Answers the pending request of that person: withdraw or decline or accept for oneself, approve or reject as owner or admin.',
    policy: 'request.party',
    scope: 'manage',
    params: personParams,
    body: z.strictObject({ accept, ...rejectionFields }),
    response: enveloped(projectAccess),
    fails: { 409: 'CONFLICT' },
    leaves: [
      'request.approved',
      'member.joined',
      'request.rejected',
      'request.withdrawn',
      'request.accepted',
      'request.declined',
    ],
    stale: [...reads.projectLists, ...reads.requests, 'work.get', ...reads.access, ...reads.team, ...reads.openTasks],
    failure: serverMessageOr('Failed to update the request. Please try again.'),
  }),
  answerById: endpoint({
    method: 'PUT',
    path: '/user-projects/:projectId/user/accept-request',
    summary: 'Answers one pending request by its id, as My Projects does; the same rules as by person.',
    policy: 'request.party',
    scope: 'manage',
    params: z.strictObject({ projectId: idOf('the project') }),
    body: z.strictObject({ requestId: idOf('the request'), accept, ...rejectionFields }),
    response: enveloped(projectAccess),
    fails: { 409: ['CONFLICT', 'CAP_REACHED', 'QUEUE_FULL'] },
    leaves: [
      // Approving an application to a task gives it to the applicant.
      'task.moved',
      'task.assigned',
      'claim.made',
      'request.accepted',
      'member.joined',
      'request.declined',
      'request.approved',
      'request.rejected',
      'request.withdrawn',
    ],
    stale: reads.answered,
    failure: serverMessageOr('Failed to update the request. Please try again.'),
  }),
  members: endpoint({
    method: 'GET',
    path: '/projects/:id/members',
    summary: 'The people of a project, owners first (at most 1,000); addresses for owners and admins only.',
    policy: 'project.member',
    scope: 'read',
    params: projectParams,
    response: enveloped(z.array(projectMember)),
    resource: 'member',
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to load collaborators'),
  }),
  requests: endpoint({
    method: 'GET',
    path: '/user-projects/:id/requests',
    summary: 'Invitations that the project sent, or applications it received, newest first (at most 500).',
    policy: 'project.manager',
    scope: 'read',
    params: projectParams,
    query: z.strictObject({
      type: z
        .enum(['sent', 'received'])
        .meta({ description: 'Invitations of the project, or applications to it.', examples: ['received'] }),
    }),
    response: enveloped(z.array(projectRequest)),
    resource: 'request',
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to load requests'),
  }),
  search: endpoint({
    method: 'GET',
    path: '/user-projects/:id/search/:query',
    summary: 'At most 20 people, members first; with `global` also people who are no members.',
    policy: 'project.manager',
    scope: 'read',
    params: z.strictObject({
      id: idOf('the project'),
      query: searchText
        .min(1)
        .max(254)
        .meta({ description: 'A part of the username or name, or the whole address.', examples: ['ada'] }),
    }),
    query: searchQuery,
    response: enveloped(z.array(foundUser)),
    resource: 'found',
    limits: ['search'],
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to search users'),
  }),
  suggestions: endpoint({
    method: 'GET',
    path: '/user-projects/:id/search',
    summary: 'The search without a query: members first; with `global` then people of the talent directory.',
    policy: 'project.manager',
    scope: 'read',
    params: projectParams,
    query: searchQuery,
    response: enveloped(z.array(foundUser)),
    resource: 'found',
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to search users'),
  }),
  setRole: endpoint({
    method: 'POST',
    path: '/user-projects/:id/user/:userId',
    summary: "Sets a member's role. Only owners make owners, or change one's role; the last owner stays.",
    policy: 'project.manager',
    scope: 'manage',
    params: personParams,
    body: z.strictObject({ role: projectRole }),
    response: enveloped(z.object({ userID: id, projectID: id, role: projectRole })),
    fails: { 409: 'CONFLICT' },
    leaves: ['member.role', 'request.withdrawn'],
    stale: [...reads.projectLists, ...reads.requests, 'work.get', ...reads.access, ...reads.team],
    failure: serverMessageOr('Failed to change the role. Please try again.'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user-projects/:id/user/:userId',
    summary:
      'Removes a member, or leaves the project oneself; their unfinished tasks become free. The last owner stays.',
    policy: 'project.member',
    // To remove others than oneself, a token needs `manage` as well.
    scope: 'work',
    params: personParams,
    response: messageOnly,
    fails: { 409: 'CONFLICT' },
    // A person who leaves a project is taken off their tasks.
    leaves: [
      'member.removed',
      'task.assigned',
      'submission.withdrawn',
      'member.left',
      'request.withdrawn',
      'claim.ended',
      'task.moved',
    ],
    stale: [...reads.projectLists, ...reads.requests, ...reads.access, ...reads.members, ...reads.boards],
    failure: serverMessageOr('Failed to remove the member. Please try again.'),
  }),
})
