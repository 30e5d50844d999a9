import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import * as service from './service.ts'

export const peopleRoutes = (deps: AppDeps): Handlers['people'] => ({
  talents: ({ query }, context) => service.listTalents(deps, requireViewer(context), query),
  profileByUsername: async ({ params }, context) => ({
    data: await service.getProfile(deps, context.viewer, params.username),
  }),
  search: async ({ params }, context) => ({
    data: await service.searchPeople(deps, requireViewer(context), params.query),
  }),
  requests: ({ query }, context) => service.listRequests(deps, requireViewer(context), query.type),
  request: async ({ params }, context) => ({ data: await service.getRequest(deps, requireViewer(context), params.id) }),
  updateBio: async ({ body }, context) => ({ data: await service.changeBio(deps, requireViewer(context), body.bio) }),
  settings: async (_, context) => ({ data: await service.getSettings(deps, requireViewer(context)) }),
  updateSettings: async ({ body }, context) => ({
    data: await service.changeSettings(deps, requireViewer(context), body),
  }),
})
