import { z } from 'zod'
import {
  direction,
  email,
  enveloped,
  id,
  pageOf,
  pageQuery,
  SEARCH_MAX,
  SEARCH_TOO_LONG,
  time,
  token,
} from './common.ts'
import { alwaysText, endpoint, serverMessageOr } from './endpoint.ts'

/** Where the newest invitation's mail is: it waits for the mail server, which has taken it, or has not in all tries. */
export const mailStates = ['queued', 'sent', 'failed'] as const
const mailState = z.enum(mailStates)
export type MailState = z.output<typeof mailState>

export const waitlistUser = z.object({
  id,
  email: z.string(),
  isInvited: z.boolean(),
  lastInvitedAt: time.nullable(),
  createdAt: time,
  /** Null where it is not known: no invitation, or another host's. */
  mailState: mailState.nullable().default(null),
  /** What the mail server said to the last try that failed. */
  mailError: z.string().nullable().default(null),
})
export type WaitlistUser = z.output<typeof waitlistUser>

/** What the waitlist can be ordered by. */
export const waitlistColumns = ['createdAt', 'email', 'isInvited', 'lastInvitedAt', 'mailState'] as const
export type WaitlistColumn = (typeof waitlistColumns)[number]

export const waitlist = {
  subscribe: endpoint({
    method: 'POST',
    path: '/users/subscribe',
    summary:
      'Asks for access. `beta` is true when the address is invited or has an account; else it joins the waitlist.',
    policy: 'public',
    body: z.strictObject({ email }),
    response: z.object({ beta: z.boolean(), message: z.string() }),
    failure: alwaysText('Subscription failed'),
  }),
  validateInvitation: endpoint({
    method: 'POST',
    path: '/users/validate-invitation',
    summary: 'Says whether an invitation link is good for this address.',
    policy: 'public',
    body: z.strictObject({ token, email }),
    response: enveloped(z.object({ isValid: z.literal(true), email: z.string() })),
    failure: alwaysText('Validate invitation failed'),
  }),
  createInvitation: endpoint({
    method: 'POST',
    path: '/users/create-invitation',
    summary:
      'Invites an address and mails it a registration link. Inviting again sends a new link; with `unlessInvited` only where the mail of the link before has failed.',
    policy: 'administrator',
    body: z.strictObject({ email, unlessInvited: z.boolean().optional() }),
    /** `isSkipped`: the address was invited before, and nothing was done. */
    response: enveloped(waitlistUser).extend({ isSkipped: z.boolean().default(false) }),
    status: 201,
    failure: alwaysText('Create invitation failed'),
  }),
  list: endpoint({
    method: 'GET',
    path: '/users/waitlist',
    summary: 'The waitlist, newest first unless another order is asked for. It also gates the admin page.',
    policy: 'administrator',
    query: z.strictObject({
      ...pageQuery,
      sort: z.enum(waitlistColumns).default('createdAt'),
      direction,
      q: z.string().trim().max(SEARCH_MAX, SEARCH_TOO_LONG).optional(),
      isInvited: z.stringbool().optional(),
      mailState: mailState.optional(),
    }),
    response: pageOf(waitlistUser),
    handlesOwn403: true,
    failure: serverMessageOr('Failed to fetch waitlist users'),
  }),
}
