import { creatorApplicationStatus } from '../../../shared/rules/statuses.ts'
import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import * as service from './service.ts'

export const creatorApplicationsRoutes = (deps: AppDeps): Handlers['creatorApplications'] => ({
  checkStatus: (_, context) => service.checkStatus(deps, requireViewer(context)),
  apply: async (_, context) => ({ data: await service.apply(deps, requireViewer(context)) }),
  list: ({ query }) => service.listCreatorApplications(deps, query),
  get: async ({ params }, context) => ({
    data: await service.getCreatorApplication(deps, requireViewer(context), params.id),
  }),
  ofUser: async ({ params }, context) => ({
    data: await service.listCreatorApplicationsOf(deps, requireViewer(context), params.id),
  }),
  update: async ({ params, body }, context) => ({
    data: await service.changeCreatorApplication(deps, requireViewer(context), params.id, body),
  }),
  approve: async ({ params }, context) => ({
    data: await service.changeCreatorApplication(deps, requireViewer(context), params.id, {
      status: creatorApplicationStatus.approved,
    }),
  }),
  reject: async ({ params, body }, context) => ({
    data: await service.changeCreatorApplication(deps, requireViewer(context), params.id, {
      status: creatorApplicationStatus.rejected,
      reason: body.reason,
    }),
  }),
})
