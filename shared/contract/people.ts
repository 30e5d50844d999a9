import { z } from 'zod'
import { enveloped, id, idOf, pageQuery, pagination, projectRole, skillLevel, tier, time } from './common.ts'
import { described } from './described.ts'
import { alwaysText, endpoint, serverMessageOr } from './endpoint.ts'
import { profile } from './users.ts'

export const BIO_MAX = 400
/** The directory's total counts no further: an exact count would cost more than the page itself. */
export const TALENTS_COUNTED_MAX = 10_000

export const talent = z
  .object({
    userID: id,
    username: z.string().meta(described.username),
    name: z.string().meta(described.fullName),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Null but for that person and administrators.', examples: ['ada@example.org'] }),
    bio: z
      .string()
      .meta({ description: 'What they say about themselves.', examples: ['Maps, data, and the occasional poem.'] }),
    skills: z.array(z.string()).meta({ description: 'One skill each.', examples: [['React', 'Design']] }),
    tier,
    reputation: z.int().meta({ description: 'Points for finished work; they decide the tier.', examples: [120] }),
  })
  .meta({ id: 'Talent' })
export type Talent = z.output<typeof talent>

export const foundUser = z
  .object({
    id,
    username: z.string().meta(described.username),
    name: z.string().default('').meta(described.fullName),
    email: z
      .string()
      .meta({ description: 'Masked unless the query is that exact address.', examples: ['ada@example.org'] }),
  })
  .meta({ id: 'FoundUser', description: 'A person found by a search.' })
export type FoundUser = z.output<typeof foundUser>

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

export const industries = ['Design', 'Engineering', 'Data', 'Writing', 'Marketing', 'Product'] as const
export const industry = z
  .enum(industries)
  .meta({ description: 'Only people with a skill of this field.', examples: ['Design'] })
export type Industry = z.output<typeof industry>

export const people = {
  talents: endpoint({
    method: 'GET',
    path: '/talents',
    summary: 'The talent directory, highest reputation first; the total counts to 10,000 and no further.',
    policy: 'user',
    query: z.strictObject({
      ...pageQuery,
      q: z
        .string()
        .trim()
        .max(200)
        .optional()
        .meta({ description: 'Words to search for; without any, all are listed.', examples: ['ada'] }),
      skillLevel: skillLevel.optional(),
      industry: industry.optional(),
    }),
    response: z.object({ talents: z.array(talent).meta({ description: 'The people of this page.' }), pagination }),
    resource: 'talents',
    failure: serverMessageOr('Failed to load talents'),
  }),
  profileByUsername: endpoint({
    method: 'GET',
    path: '/users/profile/:username',
    summary: "A person's public profile, with the projects that everybody may know.",
    policy: 'optional',
    params: z.strictObject({
      username: z.string().trim().min(1).max(100).meta(described.username),
    }),
    response: enveloped(profile),
    failure: alwaysText('Failed to load profile'),
  }),
  search: endpoint({
    method: 'GET',
    path: '/users/search/:query',
    summary: 'At most 20 people by username or exact address.',
    policy: 'user',
    params: z.strictObject({
      query: z
        .string()
        .trim()
        .min(2)
        .max(254)
        .meta({ description: 'A part of the username, or the whole address.', examples: ['ada'] }),
    }),
    response: enveloped(z.array(foundUser)),
    resource: 'found',
    failure: serverMessageOr('Failed to search users'),
  }),
  requests: endpoint({
    method: 'GET',
    path: '/users/requests',
    summary: 'Invitations to the viewer (received) or their applications (sent), newest first, at most 500.',
    policy: 'user',
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
    params: z.strictObject({ id: idOf('the request') }),
    response: enveloped(userRequest),
    resource: 'request',
    failure: serverMessageOr('Error loading projects'),
  }),
  updateBio: endpoint({
    method: 'PATCH',
    path: '/users/bio',
    summary: "Changes the own profile's bio.",
    policy: 'user',
    body: z.strictObject({
      bio: z
        .string()
        .trim()
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
    failure: alwaysText('Failed to update bio'),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/users/settings',
    summary: 'Which mails the viewer wants, and whether the directory shows them.',
    policy: 'user',
    response: enveloped(userSettings),
    failure: serverMessageOr('Failed to load settings'),
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/users/settings',
    summary: 'Changes the settings that are sent.',
    policy: 'user',
    body: z.strictObject(userSettings.partial().shape),
    response: enveloped(userSettings),
    failure: serverMessageOr('Failed to save settings'),
  }),
}
