import type { AppDeps } from '../../deps.ts'
import { type Handlers, requireViewer } from '../../http/handlers.ts'
import * as service from './service.ts'

const NO_MAIL_YET = 'The address is invited. This server cannot send mail yet; the link leaves once it can.'

export const waitlistRoutes = (deps: AppDeps): Handlers['waitlist'] => ({
  subscribe: async ({ body }, context) => {
    const beta = await service.subscribe(deps, body.email, context)
    return { beta, message: beta ? 'Welcome! You can create your account.' : 'You are on the waitlist.' }
  },
  validateInvitation: async ({ body }, context) => {
    await service.requireInvitation(deps, body, context)
    return { data: { isValid: true, email: body.email } }
  },
  createInvitation: async ({ body }, context) => {
    const { user, isSkipped } = await service.createInvitation(deps, requireViewer(context), body)
    return { data: user, isSkipped, ...(!isSkipped && deps.mailer.isAbsent && { message: NO_MAIL_YET }) }
  },
  list: ({ query }) => service.listWaitlist(deps, query),
  remove: async ({ params }, context) => {
    await service.removeFromWaitlist(deps, requireViewer(context), params.id)
    return { message: 'The address is off the waitlist.' }
  },
})
