import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import { getWork } from './service.ts'

export const workRoutes = (deps: AppDeps): Handlers['work'] => ({
  get: async ({ query }, context) => ({ data: await getWork(deps, requireViewer(context), query.today) }),
})
