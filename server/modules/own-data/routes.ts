import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import { askDeletion, deletionOf, takeBackDeletion } from './deletion.ts'
import { askExport, downloadExport, lastExport } from './exports.ts'

export const ownDataRoutes = (deps: AppDeps): Handlers['ownData'] => ({
  askExport: async (_, context) => ({ data: await askExport(deps, requireViewer(context), context) }),
  export: async (_, context) => ({ data: await lastExport(deps, requireViewer(context)) }),
  downloadExport: ({ params }, context) => downloadExport(deps, requireViewer(context), params.id),
  deletion: async (_, context) => ({ data: await deletionOf(deps, requireViewer(context)) }),
  askDeletion: async ({ body }, context) => ({
    data: await askDeletion(deps, requireViewer(context), body.password, context),
  }),
  takeBackDeletion: async (_, context) => {
    await takeBackDeletion(deps, requireViewer(context), context)
    return { message: 'Your account stays.' }
  },
})
