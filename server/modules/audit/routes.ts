import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import { listAudit } from './service.ts'

export const auditRoutes = (deps: AppDeps): Handlers['audit'] => ({
  list: ({ query }, context) => listAudit(deps, requireViewer(context), query),
})
