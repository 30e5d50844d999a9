import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import * as service from './service.ts'

export const peopleRoutes = (deps: AppDeps): Handlers['people'] => ({
  talents: ({ query }, context) => service.listTalents(deps, requireViewer(context), query),
  profileByUsername: async ({ params }, context) => ({
    data: await service.getProfile(deps, context.viewer, params.username),
  }),
  pictures: async ({ query }) => ({ data: await service.listPictures(deps, query.usernames) }),
  search: async ({ params }, context) => ({
    data: await service.searchPeople(deps, requireViewer(context), params.query),
  }),
})
