import type { AppDeps } from '#server/deps.ts'
import { requireViewer, type Handlers } from '#server/http/handlers.ts'
import { getAnalytics } from './service.ts'

/** One call of projects, apart from the others because it asks about tasks and payments, too. */
export const analyticsRoutes = (deps: AppDeps): Pick<Handlers['projects'], 'analytics'> => ({
  analytics: async ({ params, query }, context) => ({
    data: await getAnalytics(deps, requireViewer(context), { projectID: params.id, ...query }),
  }),
})
