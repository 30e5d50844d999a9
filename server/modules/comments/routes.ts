import type { AppDeps } from '#server/deps.ts'
import { type Handlers, requireViewer } from '#server/http/handlers.ts'
import * as service from './service.ts'
import * as thread from './thread.ts'

export const commentsRoutes = (deps: AppDeps): Handlers['comments'] => ({
  list: ({ params, query }, context) =>
    service.listComments(deps, requireViewer(context), { taskID: params.id, ...query }),
  feed: ({ params, query }, context) => service.readFeed(deps, requireViewer(context), { taskID: params.id, ...query }),
  create: async ({ params, body }, context) => ({
    data: await service.addComment(deps, requireViewer(context), { taskID: params.id, ...body }),
  }),
  update: async ({ params: { id }, body }, context) => {
    const requestID = await thread.threadOf(deps, id)
    const viewer = requireViewer(context)
    return {
      data: await (requestID === null
        ? service.editComment(deps, viewer, { id, ...body })
        : thread.editInThread(deps, viewer, { id, requestID, ...body })),
    }
  },
  remove: async ({ params: { id } }, context) => {
    const requestID = await thread.threadOf(deps, id)
    const viewer = requireViewer(context)
    return {
      data: await (requestID === null
        ? service.deleteComment(deps, viewer, id)
        : thread.deleteInThread(deps, viewer, { id, requestID })),
    }
  },
})

/** The calls of the group `requests` that are about the thread of an application. */
export const threadRoutes = (deps: AppDeps): Pick<Handlers['requests'], 'comments' | 'comment'> => ({
  comments: ({ params, query }, context) =>
    thread.listThread(deps, requireViewer(context), { requestID: params.id, ...query }),
  comment: async ({ params, body }, context) => ({
    data: await thread.addToThread(deps, requireViewer(context), { requestID: params.id, ...body }),
  }),
})
