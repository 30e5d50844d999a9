import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import { exportTasks } from './export.ts'
import { createImport, undoImport } from './service.ts'

export const importsRoutes = (deps: AppDeps): Handlers['imports'] => ({
  create: async ({ params, body }, context) => ({
    data: await createImport(deps, requireViewer(context), params.id, body),
  }),
  undo: async ({ params }, context) => ({ data: await undoImport(deps, requireViewer(context), params) }),
  download: ({ params, query }, context) => exportTasks(deps, requireViewer(context), params.id, query.format),
})
