import { z } from 'zod'
import { accountType, enveloped, id, projectRole, tier, time } from './common.ts'
import { alwaysText, endpoint, serverMessageOr } from './endpoint.ts'
import { projectListItem } from './projects.ts'

/** GET /users/projects: `status` is the viewer's own work state, the project's is `projectStatus`. */
export const userProject = projectListItem.extend({
  status: z.int().min(0).max(3),
  projectStatus: z.int().min(0).max(5),
})
export type UserProject = z.output<typeof userProject>

export const profileProject = z.object({
  id,
  title: z.string(),
  description: z.string(),
  tier,
  role: projectRole,
  createdAt: time,
})
export const profile = z.object({
  id,
  username: z.string(),
  name: z.string(),
  bio: z.string(),
  tier,
  reputation: z.int(),
  isOwner: z.boolean(),
  skills: z.array(z.string()),
  projects: z.array(profileProject),
})
export type Profile = z.output<typeof profile>

/** The pages whose access is asked for by name. */
export const guardedPages = ['owner-dashboard', 'admin'] as const

export const users = {
  profile: endpoint({
    method: 'GET',
    path: '/users/profile',
    summary: 'The own profile.',
    policy: 'user',
    response: enveloped(profile.extend({ email: z.string(), isAdministrator: z.boolean() })),
    failure: alwaysText('Failed to load profile'),
  }),
  details: endpoint({
    method: 'GET',
    path: '/users/details',
    summary: 'The own account type.',
    policy: 'user',
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
    summary: 'The own username.',
    policy: 'user',
    response: enveloped(z.object({ username: z.string() })),
    failure: alwaysText('Failed to load username'),
  }),
  hasActiveProjects: endpoint({
    method: 'GET',
    path: '/users/has-active-projects',
    summary: 'Whether the viewer is an approved admin or member of any project.',
    policy: 'user',
    response: enveloped(z.boolean()),
    failure: serverMessageOr('Failed to fetch user projects'),
  }),
  isPageAllowed: endpoint({
    method: 'GET',
    path: '/users/page/:page/allowed',
    summary: 'Whether the viewer may open a page.',
    policy: 'user',
    params: z.strictObject({ page: z.enum(guardedPages) }),
    response: enveloped(z.boolean()),
    handlesOwn403: true,
    failure: serverMessageOr('We could not check your access.'),
  }),
  adminAccess: endpoint({
    method: 'GET',
    path: '/users/adminAccess',
    summary: 'Whether the viewer is a waitlist administrator.',
    policy: 'user',
    response: enveloped(z.boolean()),
    failure: serverMessageOr('We could not check your access.'),
  }),
  projects: endpoint({
    method: 'GET',
    path: '/users/projects',
    summary: 'The projects the viewer owns, works on, applied to or is invited to (at most 500, newest first).',
    policy: 'user',
    response: enveloped(z.array(userProject)),
    resource: 'project',
    failure: serverMessageOr('Failed to fetch user projects'),
  }),
}
