import { z } from 'zod'
import { anyTaskStatus, creationKey, enveloped, freeText, id, idOf, REQUIRED_TEXT, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import { application, LETTER_MAX } from './letters.ts'
import * as reads from './reads.ts'
import { workerRecordField } from './records.ts'
import { submission } from './submissions.ts'

export const CLAIM_REASON_MAX = 200
export const CLAIMS_PAGE_MAX = 50

export const claimKinds = ['claimed', 'applied', 'assigned'] as const
export const claimStates = ['active', 'returned', 'takenBack', 'expired', 'finished', 'ended'] as const
export type ClaimState = (typeof claimStates)[number]

const days = (what: string) =>
  z
    .int()
    .nullable()
    .meta({ description: `${what} Null for a task without an offer.`, examples: [7] })
export const claimTerms = z
  .object({
    amountCents: z
      .number()
      .nullable()
      .meta({
        description:
          'What was promised, or agreed on before acceptance, in hundredths; null for a task without an offer.',
        examples: [40000],
      }),
    currency: z
      .string()
      .nullable()
      .meta({ description: 'Its currency, an ISO 4217 code.', examples: ['USD'] }),
    leaseDays: days('For how many days the task is theirs.'),
    reviewDays: days('In how many days a hand-in is reviewed.'),
    payDays: days('In how many days what is due is paid.'),
    aiRule: z
      .enum(['any', 'declare', 'none'])
      .nullable()
      .meta({ description: 'What the offer says of generators; null without one.', examples: ['declare'] }),
    title: z.string().meta({ description: 'What the task was called.', examples: ['Draw the map'] }),
    description: z.string().meta({ description: 'What was to be done.', examples: ['In two colours.'] }),
    doneWhen: z
      .array(z.string())
      .meta({ description: "The lines of 'Done when', as they were.", examples: [['In print size']] }),
    dueOn: z.iso
      .date()
      .nullable()
      .meta({ description: 'The day it was due.', examples: ['2026-12-24'] }),
  })
  .meta({ id: 'ClaimTerms', description: 'Texts and numbers as they were promised.' })
export type ClaimTerms = z.output<typeof claimTerms>

const when = (what: string) => time.nullable().meta({ description: `${what} Null where that does not apply.` })
const claim = z
  .object({
    id,
    taskID: idOf('the task'),
    userID: idOf('its holder'),
    kind: z
      .enum(claimKinds)
      .meta({ description: 'Taken at once, given after an application, or assigned.', examples: ['claimed'] }),
    state: z.enum(claimStates).meta({ description: 'What became of it.', examples: ['active'] }),
    terms: claimTerms,
    claimedAt: time.meta({ description: 'When it was made.' }),
    leaseUntil: when('Until when the task is theirs; the time does not run while a hand-in waits.'),
    firstHandInAt: when('When they first handed in.'),
    extendedAt: when('When it was extended.'),
    endedAt: when('When it ended.'),
    because: z
      .string()
      .nullable()
      .meta({
        description: 'Why it was extended or has ended, in the words of who did that.',
        examples: ['No answer since Monday.'],
      }),
    reviewBy: when('When the hand-in that waits counts as accepted.'),
    payBy: when('By when what is due is to be paid.'),
    task: z
      .object({
        taskId: z.string().meta({ description: "The project's number of the task.", examples: ['12'] }),
        title: z.string().meta({ description: 'What it is called now.', examples: ['Draw the map'] }),
        status: anyTaskStatus,
      })
      .nullable()
      .meta({
        description:
          'The task as it is now; null once it is gone, and for somebody who has left and has the claim no more.',
      }),
    project: z
      .object({
        id,
        title: z.string().meta({
          description: 'What it is called now; empty once the reader may not open it.',
          examples: ['A bird atlas'],
        }),
      })
      .meta({ description: 'The project of the task.' }),
  })
  .meta({ id: 'Claim' })

/** The most running claims of a project that are listed. */
export const RUNNING_CLAIMS_MAX = 200
const runningClaim = z
  .object({
    id,
    taskID: idOf('the task'),
    taskId: z.string().meta({ description: "The project's number of the task.", examples: ['12'] }),
    title: z.string().meta({ description: 'What the task is called.', examples: ['Draw the map'] }),
    holder: z
      .object({ id, username: z.string().meta(described.username), name: z.string().meta(described.fullName) })
      .meta({ description: 'Who has the task.' }),
    leaseUntil: when('Until when the task is theirs.'),
    reviewBy: when('When the hand-in that waits counts as accepted.'),
    mayTakeBack: z
      .boolean()
      .default(false)
      .meta({
        description: 'Whether owners and admins may take the task back: not after the first hand-in under an offer.',
        examples: [true],
      }),
  })
  .meta({ id: 'RunningClaim' })
export type RunningClaim = z.output<typeof runningClaim>
export type Claim = z.output<typeof claim>

const ownComment = z
  .object({
    id,
    body: z.string().meta({ description: 'What it said, as Markdown.', examples: ['The **north** is ready.'] }),
    createdAt: time,
    editedAt: time.nullable().meta({ description: 'When they last changed it; null if never.' }),
  })
  .meta({ id: 'OwnComment' })
export type OwnComment = z.output<typeof ownComment>
const ownCopy = z
  .object({
    comments: z.array(ownComment).meta({ description: 'What they wrote about the task, oldest first.' }),
    rounds: z.array(submission).meta({ description: 'What they handed in under this claim, newest first.' }),
  })
  .meta({ id: 'OwnCopy' })

const reason = (what: string) =>
  freeText
    .max(CLAIM_REASON_MAX, `A reason has at most ${CLAIM_REASON_MAX} characters.`)
    .meta({ description: what, examples: ['I need the numbers of Tuesday.'] })

const params = z.strictObject({ id: idOf('the claim') })
const stale = [...reads.tasks, 'claims.list', 'claims.get'] as const

export const claims = noun('Who has taken a task, on which terms, and until when.', {
  take: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/claim',
    summary:
      'Takes an open task: it is In Progress, and the caller its assignee. With an offer, nobody needs to be a member.',
    policy: 'user',
    scope: 'work',
    since: 'claims',
    params: z.strictObject({ id: idOf('the task') }),
    body: z.strictObject({ idempotencyKey: creationKey('claim') }),
    response: enveloped(claim),
    status: 201,
    handlesOwn403: true,
    fails: { 404: 'NOT_FOUND', 409: ['CONFLICT', 'CAP_REACHED', 'QUEUE_FULL'] },
    limits: ['claim'],
    leaves: ['task.moved', 'task.assigned', 'claim.made'],
    stale,
    failure: serverMessageOr('Failed to take the task'),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/apply',
    summary: 'Applies to an open task that is given after applications. Nobody needs to be a member.',
    policy: 'user',
    scope: 'work',
    since: 'claims',
    params: z.strictObject({ id: idOf('the task') }),
    body: z.strictObject({
      letter: freeText
        .max(LETTER_MAX, `A letter has at most ${LETTER_MAX.toLocaleString('en-US')} characters.`)
        .optional()
        .meta({ description: 'What the applicant says about themselves.', examples: ['I have mapped such birds.'] }),
      idempotencyKey: creationKey('application'),
    }),
    response: enveloped(application),
    status: 201,
    handlesOwn403: true,
    fails: { 404: 'NOT_FOUND', 409: ['CONFLICT', 'CAP_REACHED', 'QUEUE_FULL'] },
    leaves: ['request.applied'],
    stale: [...reads.requests, ...reads.openTasks, 'work.get'],
    failure: serverMessageOr('Failed to apply. Please try again.'),
  }),
  running: endpoint({
    method: 'GET',
    path: '/projects/:id/claims',
    summary: `Who has tasks of the project now, the one taken first coming first (at most ${RUNNING_CLAIMS_MAX}).`,
    policy: 'project.member',
    scope: 'read',
    since: 'claims',
    params: z.strictObject({ id: idOf('the project') }),
    response: enveloped(z.array(runningClaim)),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to load who has the tasks'),
  }),
  list: endpoint({
    method: 'GET',
    path: '/users/claims',
    summary: "The caller's own claims, newest first.",
    policy: 'user',
    scope: 'read',
    since: 'claims',
    query: z.strictObject({
      state: z
        .enum(claimStates)
        .optional()
        .meta({ description: 'Only claims in this state.', examples: ['active'] }),
      projectID: idOf('the project whose claims alone are listed').optional(),
      number: z.coerce
        .number()
        .int()
        .min(1)
        .max(2_147_483_647)
        .optional()
        .meta({ description: "Only claims of the task with this number, as in the task's address.", examples: [12] }),
      cursor: z.string().max(200).optional().meta({ description: 'Where the page before this one ended.' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(CLAIMS_PAGE_MAX)
        .default(20)
        .meta({ description: 'How many claims a page has.', examples: [20] }),
    }),
    response: enveloped(z.array(claim)).extend({
      nextCursor: z.string().nullable().meta({ description: 'Where the next page begins; null after the last one.' }),
    }),
    failure: serverMessageOr('Failed to load what you have taken'),
  }),
  get: endpoint({
    method: 'GET',
    path: '/claims/:id',
    summary: 'A claim, for its holder and for owners and admins of the project.',
    policy: 'user',
    scope: 'read',
    since: 'claims',
    params,
    response: enveloped(
      claim.extend({
        workerRecord: workerRecordField,
        copy: ownCopy.nullable().meta({
          description:
            'What its holder wrote and handed in, as it was when the claim ended; null for everybody else, for members, and while it is active.',
        }),
      }),
    ),
    fails: { 404: 'NOT_FOUND' },
    failure: serverMessageOr('Failed to load the claim'),
  }),
  extend: endpoint({
    method: 'POST',
    path: '/claims/:id/extend',
    summary: 'Gives the holder as many days more as the offer had, once and before the first hand-in.',
    policy: 'user',
    scope: 'work',
    since: 'claims',
    params,
    body: z.strictObject({
      reason: reason('Why; owners and admins read it.').min(1, REQUIRED_TEXT),
    }),
    response: enveloped(claim),
    handlesOwn403: true,
    fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['claim.extended'],
    stale,
    failure: serverMessageOr('Failed to extend'),
  }),
  giveBack: endpoint({
    method: 'POST',
    path: '/claims/:id/return',
    summary: 'The holder gives the task back: it is open again. Not while a hand-in waits.',
    policy: 'user',
    scope: 'work',
    since: 'claims',
    params,
    body: z.strictObject({ reason: reason('Why; owners and admins read it.').optional() }),
    response: enveloped(claim),
    handlesOwn403: true,
    fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['task.moved', 'task.assigned', 'claim.returned'],
    stale,
    failure: serverMessageOr('Failed to give the task back'),
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/claims/:id/take-back',
    summary: 'Owner or admin takes the task from its holder, before the first hand-in: it is open again.',
    policy: 'user',
    scope: 'manage',
    since: 'claims',
    params,
    body: z.strictObject({ reason: reason('Why; the holder reads it.').min(1, REQUIRED_TEXT) }),
    response: enveloped(claim),
    handlesOwn403: true,
    fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['task.moved', 'task.assigned', 'claim.takenBack'],
    stale,
    failure: serverMessageOr('Failed to take the task back'),
  }),
})
