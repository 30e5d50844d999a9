import { z } from 'zod'
import {
  direction,
  email,
  enveloped,
  searchText,
  id,
  idOf,
  idsOf,
  messageOnly,
  pageOf,
  pageQuery,
  SEARCH_MAX,
  SEARCH_TOO_LONG,
  time,
  token,
} from './common.ts'
import { alwaysText, endpoint, serverMessageOr, noun } from './endpoint.ts'

/**
 * The state of the newest invitation's mail: 'queued' waits for the mail server, 'sent' was accepted by it, 'failed'
 * was refused at every try.
 */
export const mailStates = ['queued', 'sent', 'failed'] as const
const mailState = z.enum(mailStates)
export type MailState = z.output<typeof mailState>

/** What somebody who asks for access wants here. */
export const wishes = ['getWorkDone', 'work'] as const
export type Wish = (typeof wishes)[number]
const wish = z.enum(wishes)
/** For how many weeks the funnel is answered, the newest ones. */
export const FUNNEL_WEEKS = 26
const count = (what: string) => z.int().meta({ description: what, examples: [12] })
const funnelCounts = z.object({
  joined: count('How many asked for access or were invited.'),
  waiting: count('How many of them were not invited yet.'),
  invited: count('How many of them were invited.'),
  registered: count('How many of them have an account.'),
  acted: count('How many of them have applied, taken a task or written one.'),
})
const funnel = z
  .object({
    total: funnelCounts.meta({ description: 'Of all times.' }),
    weeks: z
      .array(
        funnelCounts.extend({
          week: z.string().meta({ description: 'The Monday, in UTC.', examples: ['2026-11-23'] }),
        }),
      )
      .meta({
        description: `By the week in which they joined, newest first, at most ${FUNNEL_WEEKS}; empty weeks are left out.`,
      }),
  })
  .meta({ id: 'WaitlistFunnel' })
export type WaitlistFunnel = z.output<typeof funnel>
/** At most this many are invited at once. */
export const INVITE_NEXT_MAX = 100

export const waitlistUser = z
  .object({
    id,
    email: z.string().meta({ description: 'The address that asked or was invited.', examples: ['ada@example.org'] }),
    isInvited: z.boolean().meta({ description: 'Whether an invitation was sent.', examples: [true] }),
    lastInvitedAt: time.nullable().meta({ description: 'When the newest invitation was sent.' }),
    createdAt: time,
    mailState: mailState
      .nullable()
      .default(null)
      .meta({ description: 'Null where it is not known: no invitation, or another host’s.', examples: ['sent'] }),
    mailError: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: "The mail server's answer to the last failed try." }),
    wantedBy: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Who wants the address.', examples: ['Marta Ruiz'] }),
          project: z.string().meta({ description: 'The title of the project.', examples: ['Harbour map'] }),
        }),
      )
      .default([])
      .meta({ description: 'The projects that have invited it, the oldest invitation first.' }),
    want: wish
      .nullable()
      .default(null)
      .meta({ description: 'What the person wants here; null where they did not say.', examples: ['work'] }),
    from: z
      .object({
        taskID: id.nullable().meta({ description: 'The open task; null for a project.' }),
        projectID: id,
        title: z.string().meta({ description: 'What it is called.', examples: ['Draw the map'] }),
      })
      .nullable()
      .default(null)
      .meta({ description: 'Where the person asked; null where that is not known, or gone.' }),
  })
  .meta({ id: 'WaitlistEntry' })
export type WaitlistUser = z.output<typeof waitlistUser>

/** The columns that the waitlist can be sorted by. */
export const waitlistColumns = ['createdAt', 'email', 'isInvited', 'lastInvitedAt', 'mailState'] as const
export type WaitlistColumn = (typeof waitlistColumns)[number]

export const waitlist = noun('Asking for access, and inviting people to register.', {
  subscribe: endpoint({
    method: 'POST',
    path: '/users/subscribe',
    summary:
      'Asks for access. `beta` is true when the address is invited or has an account; else it joins the waitlist.',
    policy: 'public',
    scope: null,
    body: z.strictObject({
      email,
      want: wish.optional().meta({
        description: 'What the person wants here. Asking again changes it. Administrators read it, nobody else.',
        examples: ['work'],
      }),
      from: z
        .strictObject({ taskID: idOf('an open task').optional(), projectID: idOf('a project').optional() })
        .optional()
        .meta({ description: 'Where the person asks. What is not open to everybody is not kept.' }),
    }),
    response: z.object({
      beta: z.boolean().meta({ description: 'Whether the address is invited or has an account.', examples: [false] }),
      message: z.string().meta({ description: 'What happens next, in words.', examples: ['You are on the list.'] }),
    }),
    limits: ['subscribe'],
    leaves: [],
    stale: ['waitlist.list', 'waitlist.funnel'],
    failure: alwaysText('Subscription failed'),
  }),
  validateInvitation: endpoint({
    method: 'POST',
    path: '/users/validate-invitation',
    summary: 'Says whether an invitation link is good for this address.',
    policy: 'public',
    scope: null,
    body: z.strictObject({ token, email }),
    response: enveloped(
      z.object({
        isValid: z.literal(true).meta({ description: 'A link that is no longer valid gets a 422.' }),
        email: z.string().meta({ description: 'The address that is invited.', examples: ['ada@example.org'] }),
        hasEnded: z
          .boolean()
          .default(false)
          .meta({
            description: 'Whether the invitation to a project that came with it has ended: registering leads to none.',
            examples: [false],
          }),
      }),
    ),
    fails: { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
    limits: ['invitation-link'],
    leaves: [],
    stale: [],
    failure: alwaysText('Validate invitation failed'),
  }),
  createInvitation: endpoint({
    method: 'POST',
    path: '/users/create-invitation',
    summary:
      'Invites an address and mails it a registration link. Inviting again sends a new link; with `unlessInvited` only where the mail of the link before has failed.',
    policy: 'administrator',
    scope: 'admin',
    body: z.strictObject({
      email,
      unlessInvited: z
        .boolean()
        .optional()
        .meta({ description: 'True leaves an address alone whose invitation has not failed.', examples: [false] }),
    }),
    response: enveloped(waitlistUser).extend({
      isSkipped: z
        .boolean()
        .default(false)
        .meta({ description: 'The address was invited before, and nothing was done.', examples: [false] }),
    }),
    status: 201,
    fails: { 409: ['EMAIL_TAKEN', 'CONFLICT'] },
    leaves: ['waitlist.invited'],
    stale: ['waitlist.list', 'waitlist.funnel'],
    failure: alwaysText('Create invitation failed'),
  }),
  list: endpoint({
    method: 'GET',
    path: '/users/waitlist',
    summary: 'The waitlist, newest first unless another order is asked for. It also gates the admin page.',
    policy: 'administrator',
    scope: 'admin',
    query: z.strictObject({
      ...pageQuery,
      sort: z
        .enum(waitlistColumns)
        .default('createdAt')
        .meta({ description: 'What the list is ordered by.', examples: ['createdAt'] }),
      direction,
      q: searchText
        .max(SEARCH_MAX, SEARCH_TOO_LONG)
        .optional()
        .meta({ description: 'A part of the address.', examples: ['ada'] }),
      isInvited: z
        .stringbool()
        .optional()
        .meta({ description: 'Only those that are invited, or only those that are not.', enum: ['true', 'false'] }),
      want: wish.optional().meta({ description: 'Only those who want that.', examples: ['work'] }),
      mailState: mailState.optional().meta({
        description: "Only those whose invitation's mail is there: it waits, was taken, or failed in all tries.",
        examples: ['failed'],
      }),
      ids: idsOf('entries').optional(),
    }),
    response: pageOf(waitlistUser),
    handlesOwn403: true,
    failure: serverMessageOr('Failed to fetch waitlist users'),
  }),
  funnel: endpoint({
    method: 'GET',
    path: '/users/waitlist/funnel',
    summary: 'How many joined the waitlist, were invited, registered and made a first act, by week and in all.',
    policy: 'administrator',
    scope: 'admin',
    since: 'wishes',
    response: enveloped(funnel),
    failure: serverMessageOr('Failed to fetch the figures of the waitlist'),
  }),
  inviteNext: endpoint({
    method: 'POST',
    path: '/users/waitlist/invite-next',
    summary:
      'Invites those who have waited longest, and mails each a registration link. Two calls at once never take the same address.',
    policy: 'administrator',
    scope: 'admin',
    since: 'wishes',
    body: z.strictObject({
      count: z
        .int()
        .min(1)
        .max(INVITE_NEXT_MAX)
        .meta({ description: 'How many; fewer where fewer wait.', examples: [25] }),
      want: wish.optional().meta({ description: 'Only those who want that.', examples: ['work'] }),
    }),
    response: enveloped(z.array(waitlistUser)),
    leaves: ['waitlist.invited'],
    stale: ['waitlist.list', 'waitlist.funnel'],
    failure: alwaysText('The next on the waitlist could not be invited'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/waitlist/:id',
    summary: 'Removes an address from the waitlist. A link that was mailed to it is no longer valid.',
    policy: 'administrator',
    scope: 'admin',
    since: 'waitlistRemoval',
    params: z.strictObject({ id: idOf('the entry') }),
    response: messageOnly,
    fails: { 404: 'NOT_FOUND' },
    leaves: ['waitlist.removed'],
    stale: ['waitlist.list', 'waitlist.funnel'],
    failure: serverMessageOr('Failed to take the address off the waitlist'),
  }),
})
