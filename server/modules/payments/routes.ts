import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import { listPayments, recordBulk, recordPayment, voidPayment } from './service.ts'

export const paymentsRoutes = (deps: AppDeps): Handlers['payments'] => ({
  list: ({ params, query }, context) => listPayments(deps, requireViewer(context), { projectID: params.id, ...query }),
  create: async ({ params, body }, context) => ({
    data: await recordPayment(deps, requireViewer(context), { projectID: params.id, ...body }),
  }),
  bulk: async ({ params, body }, context) => ({
    data: await recordBulk(deps, requireViewer(context), { projectID: params.id, ...body }),
  }),
  void: async ({ params, body }, context) => ({
    data: await voidPayment(deps, requireViewer(context), {
      projectID: params.id,
      paymentID: params.paymentId,
      reason: body.reason,
    }),
  }),
})
