import type { AppDeps } from '#server/deps.ts'
import { requireViewer, type Handlers } from '#server/http/handlers.ts'
import { listSubmissions } from './service.ts'

/** The calls that change a task with its submission are handled by the tasks module (`reviewRoutes`). */
export const submissionsRoutes = (deps: AppDeps): Pick<Handlers['submissions'], 'list'> => ({
  list: async ({ params }, context) => ({ data: await listSubmissions(deps, requireViewer(context), params.id) }),
})
