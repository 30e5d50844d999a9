import { z } from 'zod'
import {
  direction,
  enveloped,
  freeText,
  searchText,
  id,
  idOf,
  noBody,
  pageOf,
  pageQuery,
  SEARCH_MAX,
  SEARCH_TOO_LONG,
  tier,
  time,
} from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'

export const CREATOR_APPLICATION_REASON_MAX = 500
export const CREATOR_APPLICATION_TEXT_MAX = 1_000
const statusNumber = z.union([z.literal(0), z.literal(1), z.literal(2)])
const statusWords = { pending: 0, approved: 1, rejected: 2 } as const
/** 0 pending, 1 approved, 2 rejected; another host may send the words. */
const status = z
  .union([statusNumber, z.enum(['pending', 'approved', 'rejected'])])
  .transform((sent) => (typeof sent === 'string' ? statusWords[sent] : sent))
  .pipe(statusNumber)
export const creatorApplication = z
  .object({
    id,
    userID: id,
    status: status.meta({ description: '0 pending, 1 approved, 2 rejected.', examples: [1] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "The administrator's reason.", examples: ['Please say more about your work.'] }),
    text: z
      .string()
      .nullable()
      .default(null)
      .meta({
        description: 'What the person wants to get done, for administrators; null for everybody else.',
        examples: ['Chart the harbour with 20 tasks.'],
      }),
    answerBy: time
      .nullable()
      .default(null)
      .meta({
        description: 'By when a pending one is answered; null once it is.',
        examples: ['2026-12-02T10:00:00.000Z'],
      }),
    createdAt: time,
    updatedAt: time,
    earlier: z
      .int()
      .default(0)
      .meta({ description: 'How many applications of this person came before it.', examples: [1] }),
    user: z
      .object({
        username: z.string().meta(described.username),
        name: z
          .string()
          .default('')
          .meta({ description: 'Empty where it is not known.', examples: ['Ada Byron'] }),
        email: z.string().meta({ description: 'Their address.', examples: ['ada@example.org'] }),
        tier,
      })
      .meta({ description: 'Who applied.' }),
  })
  .meta({ id: 'CreatorApplication' })
export type CreatorApplication = z.output<typeof creatorApplication>

/**
 * The columns that creator applications can be sorted by. `name` is the username where a person has no name; `tier`
 * sorts by the reputation behind the tier.
 */
export const creatorApplicationColumns = ['createdAt', 'name', 'username', 'email', 'tier', 'status'] as const
export type CreatorApplicationColumn = (typeof creatorApplicationColumns)[number]

const ownStatus = z.object({
  hasApplied: z.boolean().meta({ description: 'Whether there is an application.', examples: [true] }),
  application: creatorApplication.nullable().meta({ description: 'The newest one.' }),
  isForEveryone: z
    .boolean()
    .default(false)
    .meta({
      description: 'Whether everyone may be a creator here: an application is approved at once.',
      examples: [false],
    }),
})
/** Another host may answer with a list of applications; the newest one counts. */
const ownStatusOrList = z
  .union([ownStatus, z.array(creatorApplication), z.object({ data: z.array(creatorApplication) })])
  .transform((sent): z.input<typeof ownStatus> => {
    if ('hasApplied' in sent) return sent
    const [newest = null] = (Array.isArray(sent) ? sent : sent.data).toSorted((a, b) =>
      b.createdAt.localeCompare(a.createdAt),
    )
    return { hasApplied: newest !== null, application: newest }
  })
  .pipe(ownStatus)

const reason = freeText
  .max(CREATOR_APPLICATION_REASON_MAX)
  .optional()
  .meta({ description: 'What the applicant reads about the decision.', examples: ['Please say more about your work.'] })
const creatorApplicationParams = z.strictObject({ id: idOf('the application') })
const base = '/users/creatorApplication'

export const creatorApplications = noun('Becoming a creator.', {
  checkStatus: endpoint({
    method: 'GET',
    path: `${base}/check-status`,
    summary: 'Whether the viewer has applied, and their newest application.',
    policy: 'user',
    scope: 'read',
    response: ownStatusOrList,
    failure: serverMessageOr('Failed to fetch creator applications'),
  }),
  apply: endpoint({
    method: 'POST',
    path: `${base}/apply`,
    summary:
      'Applies to become a creator. Refused while one is pending or approved; approved at once where everyone may be one.',
    policy: 'user',
    scope: 'work',
    body: z.strictObject({
      text: freeText
        .max(CREATOR_APPLICATION_TEXT_MAX)
        .optional()
        .meta({
          description: 'What the person wants to get done. Administrators read it, nobody else.',
          examples: ['Chart the harbour with 20 tasks.'],
        }),
    }),
    response: enveloped(creatorApplication),
    status: 201,
    withoutToken: 'No access token found',
    fails: { 409: 'CONFLICT' },
    leaves: ['creatorApplication.sent', 'creatorApplication.approved'],
    stale: [...reads.creatorApplications, ...reads.account],
    failure: serverMessageOr('Failed to submit application. Please try again.'),
  }),
  list: endpoint({
    method: 'GET',
    path: base,
    summary: 'All creator applications, newest first unless another order is asked for.',
    policy: 'administrator',
    scope: 'admin',
    query: z.strictObject({
      ...pageQuery,
      sort: z
        .enum(creatorApplicationColumns)
        .default('createdAt')
        .meta({
          description: 'What the list is ordered by; `tier` goes by the reputation behind it.',
          examples: ['createdAt'],
        }),
      direction,
      status: z.coerce
        .number()
        .int()
        .min(0)
        .max(2)
        .optional()
        .meta({ description: 'Only those: 0 pending, 1 approved, 2 rejected.', examples: [0] }),
      q: searchText
        .max(SEARCH_MAX, SEARCH_TOO_LONG)
        .optional()
        .meta({ description: 'A part of the username, name or address.', examples: ['ada'] }),
    }),
    response: pageOf(creatorApplication),
    failure: serverMessageOr('Failed to fetch creator applications'),
  }),
  get: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'One application, for its applicant and administrators.',
    policy: 'user',
    scope: 'read',
    params: creatorApplicationParams,
    response: enveloped(creatorApplication),
    fails: { 404: 'NOT_FOUND' },
    failure: serverMessageOr('Failed to fetch creator applications'),
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/users/:id/creatorApplications',
    summary: "A person's applications, newest first, for them and administrators.",
    policy: 'user',
    scope: 'read',
    params: z.strictObject({ id: idOf('the person') }),
    response: enveloped(z.array(creatorApplication)),
    fails: { 404: 'NOT_FOUND' },
    failure: serverMessageOr('Failed to fetch creator applications'),
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${base}/:id`,
    summary: "Decides a pending application, or changes a decision's reason.",
    policy: 'administrator',
    scope: 'admin',
    params: creatorApplicationParams,
    body: z.strictObject({
      status: z
        .union([z.literal(1), z.literal(2)])
        .optional()
        .meta({ description: '1 approves, 2 rejects; only a pending one is decided.', examples: [1] }),
      reason,
    }),
    response: enveloped(creatorApplication),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['creatorApplication.approved', 'creatorApplication.rejected'],
    stale: [...reads.creatorApplications, ...reads.account],
    failure: serverMessageOr('Failed to approve/reject application'),
  }),
  approve: endpoint({
    method: 'POST',
    path: `${base}/:id/approve`,
    summary: 'Approves a pending application; the applicant becomes a creator.',
    policy: 'administrator',
    scope: 'admin',
    params: creatorApplicationParams,
    body: noBody,
    response: enveloped(creatorApplication),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['creatorApplication.approved'],
    stale: [...reads.creatorApplications, ...reads.account],
    failure: serverMessageOr('Failed to approve/reject application'),
  }),
  reject: endpoint({
    method: 'POST',
    path: `${base}/:id/reject`,
    summary: 'Rejects a pending application, with a reason if wished; the applicant may apply again.',
    policy: 'administrator',
    scope: 'admin',
    params: creatorApplicationParams,
    body: z.strictObject({ reason }),
    response: enveloped(creatorApplication),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['creatorApplication.rejected'],
    stale: [...reads.creatorApplications, ...reads.account],
    failure: serverMessageOr('Failed to approve/reject application'),
  }),
})
