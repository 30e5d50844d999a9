import { z } from 'zod'
import { enveloped, id, messageOnly, projectRole, time } from './common.ts'
import { endpoint, serverMessageOr } from './endpoint.ts'
import { foundUser } from './people.ts'
import { userProjectCheck } from './projects.ts'

export const INVITE_MESSAGE_MAX = 200

/** Without any activity for so long a member counts as inactive. */
export const INACTIVE_AFTER_DAYS = 30

/** A member of a project. Other hosts send the first four fields only. */
export const projectMember = z.object({
  /** The same as `userID`: a person is in a project once. */
  id,
  userID: id,
  username: z.string(),
  role: projectRole,
  name: z.string().default(''),
  /** For owners and admins only. */
  email: z.string().optional(),
  skills: z.array(z.string()).default([]),
  /** When they joined. */
  createdAt: time.nullable().default(null),
  lastActive: time.nullable().default(null),
  status: z.enum(['Active', 'Inactive']).default('Active'),
})
export type ProjectMember = z.output<typeof projectMember>

const requestNumber = z.union([z.literal(0), z.literal(1), z.literal(2)])
/** A request as its project's owners and admins see it. */
export const projectRequest = z.object({
  id,
  /** Null from a host that does not say: such a request can be read, not answered. */
  userID: id.nullable().default(null),
  username: z.string(),
  name: z.string().default(''),
  /** Masked for invited people who have not accepted: a name is enough to invite somebody. */
  email: z.string(),
  /** 0 pending, 1 approved, 2 rejected; another host may send the words, and anything else counts as rejected. */
  status: z
    .union([z.int(), z.string()])
    .transform((sent) => {
      if (sent === 0 || sent === 'pending') return 0
      return sent === 1 || sent === 'approved' ? 1 : 2
    })
    .pipe(requestNumber),
  /** Sent by the project (an invitation) or received from a person (an application). */
  type: z.enum(['sent', 'received']),
  role: projectRole.default('member'),
  message: z.string().nullable().default(null),
  /** Null from a host that does not say. */
  createdAt: time.nullable().default(null),
  updatedAt: time.nullable().default(null),
})
export type ProjectRequest = z.output<typeof projectRequest>

const personParams = z.strictObject({ id, userId: id })
const searchQuery = z.strictObject({ global: z.stringbool().default(false) })

export const memberships = {
  isUserProject: endpoint({
    method: 'GET',
    path: '/user-projects/:id/is-user-project',
    summary: "The viewer's relation to a project.",
    policy: 'project.visible',
    params: z.strictObject({ id }),
    response: enveloped(userProjectCheck),
    handlesOwn403: true,
    failure: serverMessageOr('Failed to fetch project details'),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/user-projects/:id/user/:userId/invite',
    summary: 'Invites a person to the project. Owners and admins may.',
    policy: 'project.manager',
    params: z.strictObject({ id, userId: id }),
    body: z.strictObject({
      role: z.enum(['member', 'admin']).default('member'),
      message: z.string().trim().max(INVITE_MESSAGE_MAX, 'A message has at most 200 characters.').optional(),
    }),
    response: enveloped(
      z.object({ requestId: id, userID: id, projectID: id, role: z.enum(['member', 'admin']), status: z.literal(0) }),
    ),
    status: 201,
    failure: serverMessageOr('Failed to send invite. Please try again.'),
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/projects/:id/user/:userId/accept-request',
    summary:
      'Answers the pending request of that person: withdraw or decline or accept for oneself, approve or reject as owner or admin.',
    policy: 'request.party',
    params: z.strictObject({ id, userId: id }),
    body: z.strictObject({ accept: z.boolean() }),
    response: enveloped(userProjectCheck),
    failure: serverMessageOr('Failed to update the request. Please try again.'),
  }),
  answerById: endpoint({
    method: 'PUT',
    path: '/user-projects/:projectId/user/accept-request',
    summary: 'Answers one pending request by its id, as My Projects does; the same rules as by person.',
    policy: 'request.party',
    params: z.strictObject({ projectId: id }),
    body: z.strictObject({ requestId: id, accept: z.boolean() }),
    response: enveloped(userProjectCheck),
    failure: serverMessageOr('Failed to update the request. Please try again.'),
  }),
  members: endpoint({
    method: 'GET',
    path: '/projects/:id/members',
    summary: 'The people of a project, owners first (at most 1,000); addresses for owners and admins only.',
    policy: 'project.member',
    params: z.strictObject({ id }),
    response: enveloped(z.array(projectMember)),
    resource: 'member',
    failure: serverMessageOr('Failed to load collaborators'),
  }),
  requests: endpoint({
    method: 'GET',
    path: '/user-projects/:id/requests',
    summary: 'Invitations that the project sent, or applications it received, newest first (at most 500).',
    policy: 'project.manager',
    params: z.strictObject({ id }),
    query: z.strictObject({ type: z.enum(['sent', 'received']) }),
    response: enveloped(z.array(projectRequest)),
    resource: 'request',
    failure: serverMessageOr('Failed to load requests'),
  }),
  search: endpoint({
    method: 'GET',
    path: '/user-projects/:id/search/:query',
    summary: 'At most 20 people, members first; with `global` also people who are no members.',
    policy: 'project.manager',
    params: z.strictObject({ id, query: z.string().trim().min(1).max(254) }),
    query: searchQuery,
    response: enveloped(z.array(foundUser)),
    resource: 'found',
    failure: serverMessageOr('Failed to search users'),
  }),
  suggestions: endpoint({
    method: 'GET',
    path: '/user-projects/:id/search',
    summary: 'The search without a query: members first; with `global` then people of the talent directory.',
    policy: 'project.manager',
    params: z.strictObject({ id }),
    query: searchQuery,
    response: enveloped(z.array(foundUser)),
    resource: 'found',
    failure: serverMessageOr('Failed to search users'),
  }),
  setRole: endpoint({
    method: 'POST',
    path: '/user-projects/:id/user/:userId',
    summary: "Sets a member's role. Only owners make owners, or change one's role; the last owner stays.",
    policy: 'project.manager',
    params: personParams,
    body: z.strictObject({ role: projectRole }),
    response: enveloped(z.object({ userID: id, projectID: id, role: projectRole })),
    failure: serverMessageOr('Failed to change the role. Please try again.'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user-projects/:id/user/:userId',
    summary:
      'Removes a member, or leaves the project oneself; their unfinished tasks become free. The last owner stays.',
    policy: 'project.member',
    params: personParams,
    response: messageOnly,
    failure: serverMessageOr('Failed to remove the member. Please try again.'),
  }),
}
