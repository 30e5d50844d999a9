import { z } from 'zod'
import { accountType, anyProjectStatus, enveloped, freeText, id, idOf, projectRole, time } from './common.ts'
import { described } from './described.ts'
import { alwaysText, endpoint, serverMessageOr, noun } from './endpoint.ts'
import { letterFields, requestTask } from './letters.ts'
import { ownProfileCalls } from './own-profile.ts'
import { BIO_MAX, ownProfile } from './profile.ts'
import { projectListItem } from './projects.ts'
import { rejectionOf } from './decisions.ts'
import { clockFields } from './requests.ts'

/** GET /users/projects: `status` is the user's own work state, `projectStatus` is the project's. */
export const userProject = projectListItem
  .extend({
    status: z
      .int()
      .min(0)
      .max(3)
      .meta({ description: "The viewer's own state: 0 applied, 1 member, 2 at work, 3 invited.", examples: [1] }),
    projectStatus: anyProjectStatus,
  })
  .meta({ id: 'UserProject', description: "A project of the viewer's own list." })
export type UserProject = z.output<typeof userProject>

/** A request between a person and a project, as its two parties see it. */
export const userRequest = z
  .object({
    id,
    projectID: id
      .nullable()
      .meta({ description: 'Null from a host that does not say: such a request can be read, not opened or answered.' }),
    title: z.string().meta({ description: 'What the project is about.', examples: ['Map of city birds'] }),
    description: z.string().meta(described.projectText),
    skills: z.string().meta({ description: 'Comma-separated.', examples: ['React, Design'] }),
    kind: z.enum(['application', 'invitation']).meta({
      description: 'Who began: the person (application) or the project (invitation).',
      examples: ['invitation'],
    }),
    role: projectRole,
    message: z
      .string()
      .nullable()
      .meta({ description: 'What the inviting side wrote.', examples: ['We would love to work with you.'] }),
    fromUsername: z.string().meta({ description: 'Who invited, or who applied.', examples: ['grace'] }),
    fromName: z.string().meta({
      description: 'Empty from a host that does not say, and for who has given none.',
      examples: ['Grace Hopper'],
    }),
    createdAt: time.nullable().meta({ description: 'Null from a host that does not say.' }),
    updatedAt: time
      .nullable()
      .meta({ description: 'When it was answered, or made; null from a host that does not say.' }),
    status: z
      .int()
      .min(0)
      .max(2)
      .meta({ description: '0 pending, 1 approved, 2 rejected.', examples: [0] }),
    ...clockFields,
    ...letterFields,
    ...rejectionOf,
    task: requestTask
      .nullable()
      .default(null)
      .meta({ description: 'The task that an application is to; null for one to the project, and an invitation.' }),
  })
  .meta({ id: 'UserRequest', description: 'A request between a person and a project, as its two parties see it.' })
export type UserRequest = z.output<typeof userRequest>

export const userSettings = z
  .object({
    emailOnInvitation: z.boolean().meta({ description: 'A mail when a project invites them.', examples: [true] }),
    emailOnRequestAnswered: z
      .boolean()
      .meta({ description: 'A mail when their application is answered.', examples: [true] }),
    emailOnTaskAssigned: z.boolean().meta({ description: 'A mail when a task is given to them.', examples: [true] }),
    showInTalentDirectory: z
      .boolean()
      .meta({ description: 'Whether others find them in the directory.', examples: [true] }),
  })
  .meta({ id: 'UserSettings' })
export type UserSettings = z.output<typeof userSettings>

/** The pages that a client asks about by name, to learn whether the user may open them. */
export const guardedPages = ['owner-dashboard', 'admin'] as const

export const users = noun('The signed-in person: profile, account type, rights and projects.', {
  profile: endpoint({
    method: 'GET',
    path: '/users/profile',
    summary: "The viewer's profile.",
    policy: 'user',
    scope: 'read',
    response: enveloped(ownProfile),
    failure: alwaysText('Failed to load profile'),
  }),
  details: endpoint({
    method: 'GET',
    path: '/users/details',
    summary: "The viewer's account type.",
    policy: 'user',
    scope: 'read',
    // Other hosts may write 'Creator': the type is compared regardless of case, so it is read as text.
    response: enveloped(
      z.object({
        type: z
          .string()
          .transform((type) => type.toLowerCase())
          .pipe(accountType),
      }),
    ),
    failure: alwaysText('Failed to fetch user details'),
  }),
  username: endpoint({
    method: 'GET',
    path: '/users/username',
    summary: "The viewer's username and name.",
    policy: 'user',
    scope: 'read',
    response: enveloped(
      z.object({
        username: z.string().meta(described.username),
        name: z.string().default('').meta(described.fullName),
      }),
    ),
    failure: alwaysText('Failed to load username'),
  }),
  hasActiveProjects: endpoint({
    method: 'GET',
    path: '/users/has-active-projects',
    summary: 'Whether the viewer is an approved admin or member of any project.',
    policy: 'user',
    scope: 'read',
    response: enveloped(z.boolean()),
    failure: serverMessageOr('Failed to fetch user projects'),
  }),
  isPageAllowed: endpoint({
    method: 'GET',
    path: '/users/page/:page/allowed',
    summary: 'Whether the viewer may open a page.',
    policy: 'user',
    scope: 'read',
    params: z.strictObject({
      page: z.enum(guardedPages).meta({ description: 'The page, by its name.', examples: ['admin'] }),
    }),
    response: enveloped(z.boolean()),
    handlesOwn403: true,
    failure: serverMessageOr('We could not check your access.'),
  }),
  adminAccess: endpoint({
    method: 'GET',
    path: '/users/adminAccess',
    summary: 'Whether the viewer is a waitlist administrator.',
    policy: 'user',
    scope: 'read',
    response: enveloped(z.boolean()),
    failure: serverMessageOr('We could not check your access.'),
  }),
  projects: endpoint({
    method: 'GET',
    path: '/users/projects',
    summary: 'The projects the viewer owns, works on, applied to or is invited to (at most 500, newest first).',
    policy: 'user',
    scope: 'read',
    response: enveloped(z.array(userProject)),
    resource: 'project',
    failure: serverMessageOr('Failed to fetch user projects'),
  }),
  requests: endpoint({
    method: 'GET',
    path: '/users/requests',
    summary: 'Invitations to the viewer (received) or their applications (sent), newest first, at most 500.',
    policy: 'user',
    scope: 'read',
    query: z.strictObject({
      type: z
        .enum(['received', 'sent'])
        .meta({ description: 'Invitations to the viewer, or their own applications.', examples: ['received'] }),
    }),
    response: enveloped(z.array(userRequest)),
    resource: 'request',
    failure: serverMessageOr('Error loading projects'),
  }),
  request: endpoint({
    method: 'GET',
    path: '/users/request/:id',
    summary: 'One request, for its two parties.',
    policy: 'request.party',
    scope: 'read',
    params: z.strictObject({ id: idOf('the request') }),
    response: enveloped(userRequest),
    resource: 'request',
    failure: serverMessageOr('Error loading projects'),
  }),
  updateBio: endpoint({
    method: 'PATCH',
    path: '/users/bio',
    summary: "Changes the viewer's bio.",
    policy: 'user',
    scope: 'work',
    body: z.strictObject({
      bio: freeText
        .max(BIO_MAX, 'A bio has at most 400 characters.')
        .meta({ description: 'What they say about themselves.', examples: ['Maps, data, and the occasional poem.'] }),
    }),
    response: enveloped(
      z.object({
        bio: z
          .string()
          .meta({ description: 'What they say about themselves.', examples: ['Maps, data, and the occasional poem.'] }),
      }),
    ),
    leaves: ['account.profileChanged'],
    stale: ['people.profileByUsername', 'people.talents', 'users.profile'],
    failure: alwaysText('Failed to update bio'),
  }),
  ...ownProfileCalls,
  settings: endpoint({
    method: 'GET',
    path: '/users/settings',
    summary: 'Which mails the viewer wants, and whether the directory shows them.',
    policy: 'user',
    scope: 'read',
    response: enveloped(userSettings),
    failure: serverMessageOr('Failed to load settings'),
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/users/settings',
    summary: 'Changes the settings that are sent.',
    policy: 'user',
    scope: 'work',
    body: z.strictObject(userSettings.partial().shape),
    response: enveloped(userSettings),
    leaves: [],
    stale: ['users.settings', 'people.talents'],
    failure: serverMessageOr('Failed to save settings'),
  }),
})
