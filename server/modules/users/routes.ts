import type { AppDeps } from '#server/deps.ts'
import { requireViewer, type Handlers } from '#server/http/handlers.ts'
import type { DrawingDeps } from '#server/pictures/drawer.ts'
import * as profile from './profile.ts'
import * as service from './service.ts'

export const usersRoutes = (deps: AppDeps & DrawingDeps): Handlers['users'] => ({
  profile: async (_, context) => ({ data: await service.getOwnProfile(deps, requireViewer(context)) }),
  details: async (_, context) => ({ data: { type: requireViewer(context).accountType } }),
  username: async (_, context) => ({ data: await service.getNames(deps, requireViewer(context)) }),
  hasActiveProjects: async (_, context) => ({ data: await service.hasActiveProjects(deps, requireViewer(context)) }),
  isPageAllowed: async ({ params }, context) => ({
    data: await service.isPageAllowed(deps, requireViewer(context), params.page),
  }),
  adminAccess: async (_, context) => ({ data: requireViewer(context).isAdministrator }),
  projects: (_, context) => service.listOwnProjects(deps, requireViewer(context)),
  requests: ({ query }, context) => service.listRequests(deps, requireViewer(context), query.type),
  request: async ({ params }, context) => ({ data: await service.getRequest(deps, requireViewer(context), params.id) }),
  updateBio: async ({ body }, context) => ({ data: await service.changeBio(deps, requireViewer(context), body.bio) }),
  updateProfile: async ({ body }, context) => {
    const viewer = requireViewer(context)
    await profile.changeProfile(deps, viewer, body)
    return { data: await service.getOwnProfile(deps, viewer) }
  },
  welcome: async (_, context) => ({ data: { isFirst: await profile.welcome(deps, requireViewer(context)) } }),
  setPicture: async ({ body }, context) => {
    await profile.setPicture(deps, requireViewer(context), body.picture, context.over())
    return { data: { hasPicture: true } }
  },
  removePicture: async (_, context) => {
    await profile.removePicture(deps, requireViewer(context))
    return { data: { hasPicture: false } }
  },
  settings: async (_, context) => ({ data: await service.getSettings(deps, requireViewer(context)) }),
  updateSettings: async ({ body }, context) => ({
    data: await service.changeSettings(deps, requireViewer(context), body),
  }),
})
