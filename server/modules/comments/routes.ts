import type { AppDeps } from '../../deps.ts'
import { type Handlers, requireViewer } from '../../http/handlers.ts'
import * as service from './service.ts'

export const commentsRoutes = (deps: AppDeps): Handlers['comments'] => ({
  list: ({ params, query }, context) =>
    service.listComments(deps, requireViewer(context), { taskID: params.id, ...query }),
  feed: ({ params, query }, context) => service.readFeed(deps, requireViewer(context), { taskID: params.id, ...query }),
  create: async ({ params, body }, context) => ({
    data: await service.addComment(deps, requireViewer(context), { taskID: params.id, ...body }),
  }),
  update: async ({ params, body }, context) => ({
    data: await service.editComment(deps, requireViewer(context), { id: params.id, ...body }),
  }),
  remove: async ({ params }, context) => ({
    data: await service.deleteComment(deps, requireViewer(context), params.id),
  }),
})
