import { z } from 'zod'
import { enveloped, id, pageQuery, pagination, projectRole, skillLevel, tier, time } from './common.ts'
import { alwaysText, endpoint, serverMessageOr } from './endpoint.ts'
import { profile } from './users.ts'

export const BIO_MAX = 400
/** The directory's total counts no further: an exact count would cost more than the page itself. */
export const TALENTS_COUNTED_MAX = 10_000

/** `email` is null but for that person and administrators. */
export const talent = z.object({
  userID: id,
  username: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  bio: z.string(),
  skills: z.array(z.string()),
  tier,
  reputation: z.int(),
})
export type Talent = z.output<typeof talent>

/** A person found by a search; the e-mail is masked unless the query is that exact address. */
export const foundUser = z.object({ id, username: z.string(), name: z.string().default(''), email: z.string() })
export type FoundUser = z.output<typeof foundUser>

/** A request between a person and a project, as its two parties see it. */
export const userRequest = z.object({
  id,
  /** Null from a host that does not say: such a request can be read, not opened or answered. */
  projectID: id.nullable(),
  title: z.string(),
  description: z.string(),
  skills: z.string(),
  kind: z.enum(['application', 'invitation']),
  role: projectRole,
  message: z.string().nullable(),
  /** Who invited, or who applied. */
  fromUsername: z.string(),
  /** Empty from a host that does not say, and for who has given none. */
  fromName: z.string(),
  /** Null from a host that does not say. */
  createdAt: time.nullable(),
  updatedAt: time.nullable(),
  status: z.int().min(0).max(2),
})
export type UserRequest = z.output<typeof userRequest>

export const userSettings = z.object({
  emailOnInvitation: z.boolean(),
  emailOnRequestAnswered: z.boolean(),
  emailOnTaskAssigned: z.boolean(),
  showInTalentDirectory: z.boolean(),
})
export type UserSettings = z.output<typeof userSettings>

export const industries = ['Design', 'Engineering', 'Data', 'Writing', 'Marketing', 'Product'] as const
export const industry = z.enum(industries)
export type Industry = z.output<typeof industry>

export const people = {
  talents: endpoint({
    method: 'GET',
    path: '/talents',
    summary: 'The talent directory, highest reputation first; the total counts to 10,000 and no further.',
    policy: 'user',
    query: z.strictObject({
      ...pageQuery,
      q: z.string().trim().max(200).optional(),
      skillLevel: skillLevel.optional(),
      industry: industry.optional(),
    }),
    response: z.object({ talents: z.array(talent), pagination }),
    resource: 'talents',
    failure: serverMessageOr('Failed to load talents'),
  }),
  profileByUsername: endpoint({
    method: 'GET',
    path: '/users/profile/:username',
    summary: "A person's public profile, with the projects that everybody may know.",
    policy: 'optional',
    params: z.strictObject({ username: z.string().trim().min(1).max(100) }),
    response: enveloped(profile),
    failure: alwaysText('Failed to load profile'),
  }),
  search: endpoint({
    method: 'GET',
    path: '/users/search/:query',
    summary: 'At most 20 people by username or exact address.',
    policy: 'user',
    params: z.strictObject({ query: z.string().trim().min(2).max(254) }),
    response: enveloped(z.array(foundUser)),
    resource: 'found',
    failure: serverMessageOr('Failed to search users'),
  }),
  requests: endpoint({
    method: 'GET',
    path: '/users/requests',
    summary: 'Invitations to the viewer (received) or their applications (sent), newest first, at most 500.',
    policy: 'user',
    query: z.strictObject({ type: z.enum(['received', 'sent']) }),
    response: enveloped(z.array(userRequest)),
    resource: 'request',
    failure: serverMessageOr('Error loading projects'),
  }),
  request: endpoint({
    method: 'GET',
    path: '/users/request/:id',
    summary: 'One request, for its two parties.',
    policy: 'request.party',
    params: z.strictObject({ id }),
    response: enveloped(userRequest),
    resource: 'request',
    failure: serverMessageOr('Error loading projects'),
  }),
  updateBio: endpoint({
    method: 'PATCH',
    path: '/users/bio',
    summary: "Changes the own profile's bio.",
    policy: 'user',
    body: z.strictObject({ bio: z.string().trim().max(BIO_MAX, 'A bio has at most 400 characters.') }),
    response: enveloped(z.object({ bio: z.string() })),
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
