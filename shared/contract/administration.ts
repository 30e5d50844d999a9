import { z } from 'zod'
import {
  accountType,
  enveloped,
  freeText,
  searchText,
  id,
  idOf,
  idsOf,
  PAGE_SIZE_MAX,
  SEARCH_MAX,
  SEARCH_TOO_LONG,
  time,
} from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'

export const SUSPENSION_REASON_MAX = 500
export const peopleStates = ['active', 'suspended', 'administrators'] as const
export type PeopleState = (typeof peopleStates)[number]

export const administeredPerson = z
  .object({
    id,
    username: z.string().meta(described.username),
    name: z.string().meta(described.fullName),
    email: z.string().meta({ description: 'Their address.', examples: ['ada@example.org'] }),
    type: accountType,
    isAdministrator: z.boolean().meta({ description: 'Whether they look after the platform.', examples: [false] }),
    isEmailVerified: z.boolean().meta({ description: 'Whether the address is theirs for certain.', examples: [true] }),
    suspendedAt: time.nullable().meta({ description: 'Since when they may not sign in; null for who may.' }),
    suspensionReason: z
      .string()
      .nullable()
      .meta({ description: 'Why; null for who may sign in.', examples: ['Spam.'] }),
    createdAt: time.meta({ description: 'When the account was made.' }),
    lastActiveAt: time.nullable().meta({ description: 'When they were last here; null for never.' }),
  })
  .meta({ id: 'AdministeredPerson', description: 'A person as administrators see them.' })
export type AdministeredPerson = z.output<typeof administeredPerson>

const person = { params: z.strictObject({ id: idOf('the person') }), response: enveloped(administeredPerson) } as const

export const administration = noun('People as administrators see them: suspending, restoring, signing out.', {
  people: endpoint({
    method: 'GET',
    path: '/admin/people',
    summary: 'All accounts, newest first.',
    policy: 'administrator',
    scope: 'admin',
    since: 'people',
    query: z.strictObject({
      q: searchText
        .max(SEARCH_MAX, SEARCH_TOO_LONG)
        .optional()
        .meta({ description: 'A part of the username, the name or the address, or the ID.', examples: ['ada'] }),
      state: z
        .enum(peopleStates)
        .optional()
        .meta({ description: 'Only these; all by default.', examples: ['suspended'] }),
      ids: idsOf('people').optional(),
      cursor: z
        .string()
        .max(200)
        .optional()
        .meta({ description: '`nextCursor` of the answer before; without it the list begins.' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(PAGE_SIZE_MAX)
        .default(25)
        .meta({ description: 'The most people in one answer.', examples: [25] }),
    }),
    response: z.object({
      data: z.array(administeredPerson),
      nextCursor: z.string().nullable().meta({ description: 'The cursor of the next page; null at the end.' }),
    }),
    failure: serverMessageOr('Failed to load people'),
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/admin/people/:id/suspend',
    summary: 'Suspends a person: ends all sessions, bars sign-in until they are restored, and mails them the reason.',
    policy: 'administrator',
    scope: 'admin',
    since: 'people',
    ...person,
    body: z.strictObject({
      reason: freeText
        .min(1, 'Please give a reason. They’ll read it.')
        .max(SUSPENSION_REASON_MAX, `A reason has at most ${SUSPENSION_REASON_MAX} characters.`)
        .meta({ description: 'What the person is mailed.', examples: ['Spam in three projects.'] }),
    }),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: [
      'account.suspended',
      'claim.ended',
      'dispute.withdrawn',
      'task.moved',
      'task.assigned',
      'submission.withdrawn',
    ],
    stale: ['administration.people'],
    failure: serverMessageOr('Failed to suspend this person'),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/admin/people/:id/restore',
    summary: 'Lets a suspended person sign in again.',
    policy: 'administrator',
    scope: 'admin',
    since: 'people',
    ...person,
    body: z.strictObject({}),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['account.restored'],
    stale: ['administration.people'],
    failure: serverMessageOr('Failed to restore this person'),
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/admin/people/:id/sign-out',
    summary: 'Ends all sessions of a person, who may sign in again.',
    policy: 'administrator',
    scope: 'admin',
    since: 'people',
    ...person,
    body: z.strictObject({}),
    fails: { 404: 'NOT_FOUND' },
    leaves: ['account.signedOutByAdministrator'],
    stale: ['administration.people'],
    failure: serverMessageOr('Failed to sign this person out'),
  }),
  revokeAdmin: endpoint({
    method: 'POST',
    path: '/admin/people/:id/revoke-admin',
    summary: "Takes an administrator's right back. No call gives it.",
    policy: 'administrator',
    scope: 'admin',
    since: 'people',
    ...person,
    body: z.strictObject({}),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['account.adminRevoked'],
    stale: ['administration.people', 'users.adminAccess', 'users.isPageAllowed'],
    failure: serverMessageOr('Failed to take the right back'),
  }),
})
