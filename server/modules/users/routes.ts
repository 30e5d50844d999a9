import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import { getOwnProfile, hasActiveProjects, isPageAllowed, listOwnProjects } from './service.ts'

export const usersRoutes = (deps: AppDeps): Handlers['users'] => ({
  profile: async (_, context) => ({ data: await getOwnProfile(deps, requireViewer(context)) }),
  details: async (_, context) => ({ data: { type: requireViewer(context).accountType } }),
  username: async (_, context) => ({ data: { username: requireViewer(context).username } }),
  hasActiveProjects: async (_, context) => ({ data: await hasActiveProjects(deps, requireViewer(context)) }),
  isPageAllowed: async ({ params }, context) => ({
    data: await isPageAllowed(deps, requireViewer(context), params.page),
  }),
  adminAccess: async (_, context) => ({ data: requireViewer(context).isAdministrator }),
  projects: (_, context) => listOwnProjects(deps, requireViewer(context)),
})
