import { applicationStatus } from '../../../shared/rules/statuses.ts'
import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import * as service from './service.ts'

export const creatorApplicationsRoutes = (deps: AppDeps): Handlers['creatorApplications'] => ({
  checkStatus: (_, context) => service.checkStatus(deps, requireViewer(context)),
  apply: async (_, context) => ({ data: await service.apply(deps, requireViewer(context)) }),
  list: ({ query }) => service.listApplications(deps, query),
  get: async ({ params }, context) => ({ data: await service.getApplication(deps, requireViewer(context), params.id) }),
  ofUser: async ({ params }, context) => ({
    data: await service.listApplicationsOf(deps, requireViewer(context), params.id),
  }),
  update: async ({ params, body }, context) => ({
    data: await service.changeApplication(deps, requireViewer(context), params.id, body),
  }),
  approve: async ({ params }, context) => ({
    data: await service.changeApplication(deps, requireViewer(context), params.id, {
      status: applicationStatus.approved,
    }),
  }),
  reject: async ({ params, body }, context) => ({
    data: await service.changeApplication(deps, requireViewer(context), params.id, {
      status: applicationStatus.rejected,
      reason: body.reason,
    }),
  }),
})
