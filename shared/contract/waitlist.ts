import { z } from 'zod'
import { email, enveloped, id, pageOf, pageQuery, time, token } from './common.ts'
import { alwaysText, endpoint, serverMessageOr } from './endpoint.ts'

export const waitlistUser = z.object({
  id,
  email: z.string(),
  isInvited: z.boolean(),
  lastInvitedAt: time.nullable(),
  createdAt: time,
})
export type WaitlistUser = z.output<typeof waitlistUser>

export const waitlist = {
  subscribe: endpoint({
    method: 'POST',
    path: '/users/subscribe',
    summary:
      'Asks for access. `beta` is true when the address is invited or has an account; else it joins the waitlist.',
    policy: 'public',
    body: z.strictObject({ email }),
    response: z.object({ beta: z.boolean(), message: z.string() }),
    isSignIn: true,
    failure: alwaysText('Subscription failed'),
  }),
  validateInvitation: endpoint({
    method: 'POST',
    path: '/users/validate-invitation',
    summary: 'Says whether an invitation link is good for this address.',
    policy: 'public',
    body: z.strictObject({ token, email }),
    response: enveloped(z.object({ isValid: z.literal(true), email: z.string() })),
    isSignIn: true,
    failure: alwaysText('Validate invitation failed'),
  }),
  createInvitation: endpoint({
    method: 'POST',
    path: '/users/create-invitation',
    summary: 'Invites an address and mails it a registration link. Inviting again sends a new link.',
    policy: 'administrator',
    body: z.strictObject({ email }),
    response: enveloped(waitlistUser),
    status: 201,
    failure: alwaysText('Create invitation failed'),
  }),
  list: endpoint({
    method: 'GET',
    path: '/users/waitlist',
    summary: 'The waitlist, newest first. It also gates the admin page.',
    policy: 'administrator',
    query: z.strictObject({
      ...pageQuery,
      q: z.string().trim().max(254).optional(),
      isInvited: z.stringbool().optional(),
    }),
    response: pageOf(waitlistUser),
    handlesOwn403: true,
    failure: serverMessageOr('Failed to fetch waitlist users'),
  }),
}
