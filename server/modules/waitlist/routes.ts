import type { AppDeps } from '../../deps.ts'
import type { Handlers } from '../../http/handlers.ts'
import * as service from './service.ts'

export const waitlistRoutes = (deps: AppDeps): Handlers['waitlist'] => ({
  subscribe: async ({ body }, context) => {
    const beta = await service.subscribe(deps, body.email, context)
    return { beta, message: beta ? 'Welcome! You can create your account.' : 'You are on the waitlist.' }
  },
  validateInvitation: async ({ body }, context) => {
    await service.requireInvitation(deps, body, context)
    return { data: { isValid: true, email: body.email } }
  },
  createInvitation: async ({ body }) => ({ data: await service.createInvitation(deps, body.email) }),
  list: ({ query }) => service.listWaitlist(deps, query),
})
