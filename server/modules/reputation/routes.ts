import type { AppDeps } from '../../deps.ts'
import type { Handlers } from '../../http/handlers.ts'
import * as service from './service.ts'

export const reputationRoutes = (deps: AppDeps): Handlers['reputation'] => ({
  lines: ({ params, query }, { viewer }) => service.listLines(deps, viewer, params.username, query),
})
