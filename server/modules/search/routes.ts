import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import { find } from './service.ts'

export const searchRoutes = (deps: AppDeps): Handlers['search'] => ({
  find: async ({ query }, context) => ({ data: await find(deps, requireViewer(context), query) }),
})
