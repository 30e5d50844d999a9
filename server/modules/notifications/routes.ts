import type { AppDeps } from '#server/deps.ts'
import { requireViewer, type Handlers } from '#server/http/handlers.ts'
import * as service from './service.ts'

export const notificationsRoutes = (deps: AppDeps): Handlers['notifications'] => ({
  list: ({ query }, context) => service.listNotices(deps, requireViewer(context), query),
  count: async (_, context) => ({ data: await service.countNotices(deps, requireViewer(context)) }),
  mark: async ({ body }, context) => {
    await service.markNotices(deps, requireViewer(context), body)
    return { message: 'Marked.' }
  },
  following: async ({ params }, context) => ({
    data: await service.getFollowing(deps, requireViewer(context), params.id),
  }),
  follow: async ({ params, body }, context) => ({
    data: await service.followTask(deps, requireViewer(context), params.id, body.muted ? 'muted' : 'following'),
  }),
  unfollow: async ({ params }, context) => ({
    data: await service.followTask(deps, requireViewer(context), params.id, 'none'),
  }),
  unsubscribe: async ({ body }, { ip }) => {
    await service.unsubscribe(deps, body.token, ip)
    return { message: 'If this link is one of ours, these mails have ended.' }
  },
  settings: async (_, context) => ({ data: await service.getSettings(deps, requireViewer(context)) }),
  changeSettings: async ({ body }, context) => ({
    data: await service.changeSettings(deps, requireViewer(context), body),
  }),
})
