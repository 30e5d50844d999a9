import { z } from 'zod'
import { claimTerms } from './claims.ts'
import { feedEntry } from './comments.ts'
import { enveloped, freeText, id, idOf, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import { ledgerEntry } from './ledger.ts'
import { REWARD_MAX_CENTS } from './offers.ts'
import { proposalSides } from './proposals.ts'
import * as reads from './reads.ts'
import { submission } from './submissions.ts'

export const DISPUTE_TEXT_MIN = 20
export const DISPUTE_TEXT_MAX = 3000
export const DISPUTE_FILES_MAX = 3
export const RULING_TEXT_MIN = 50
export const RULING_TEXT_MAX = 3000
/** In how many days the other side states. */
export const STATE_DAYS = 7
/** In how many days after that an administrator rules. */
export const RULE_DAYS = 14
export const DISPUTES_MAX = 200
/** How many entries of the feed an administrator reads, the newest ones. */
export const DISPUTE_FEED_MAX = 500

export const disputeReasons = ['notReviewed', 'notAccepted', 'amount', 'notPaid', 'workMissing', 'other'] as const
export type DisputeReason = (typeof disputeReasons)[number]
export const disputeStates = ['stating', 'ruling', 'agreed', 'ruled', 'withdrawn'] as const
export type DisputeState = (typeof disputeStates)[number]
/** Who has to do the next thing. */
export const disputeWaits = [...proposalSides, 'administrators'] as const

const side = z.enum(proposalSides)
const cents = (description: string, example = 30_000) =>
  z.number().meta({ description: `${description}, in hundredths.`, examples: [example] })
const text = (min: number, max: number) =>
  freeText
    .min(min, `Please write at least ${min} characters.`)
    .max(max, `This has at most ${max.toLocaleString('en-US')} characters.`)
const STATEMENT = 'The map was accepted by mail, and nobody has answered since Monday.'
const statementText = text(DISPUTE_TEXT_MIN, DISPUTE_TEXT_MAX)
const fileIDs = z
  .array(id)
  .max(DISPUTE_FILES_MAX, `At most ${DISPUTE_FILES_MAX} files.`)
  .default([])
  .meta({ description: 'IDs of files of the task.' })

const statement = z
  .object({
    side: side.meta({ description: 'Whose it is.', examples: ['holder'] }),
    username: z.string().meta({ description: 'Who wrote it.', examples: ['ada'] }),
    name: z
      .string()
      .optional()
      .meta({ description: 'What they are called; may be empty.', examples: ['Ada Lovelace'] }),
    text: z.string().meta({ description: 'What they say.', examples: [STATEMENT] }),
    files: z
      .array(z.object({ id, name: z.string().meta({ description: 'As it was called then.', examples: ['map.pdf'] }) }))
      .meta({ description: 'Files of the task that they name.' }),
    createdAt: time,
  })
  .meta({ id: 'DisputeStatement' })

const row = z.object({
  id,
  claimID: idOf('the claim'),
  taskID: idOf('the task'),
  title: z.string().meta({ description: 'What the task was called when it was taken.', examples: ['Draw the map'] }),
  side: side.meta({ description: 'Who opened it.', examples: ['holder'] }),
  reason: z.enum(disputeReasons).meta({ description: 'What it is about.', examples: ['notReviewed'] }),
  state: z.enum(disputeStates).meta({ description: 'How far it is, or how it ended.', examples: ['stating'] }),
  openedAt: time.meta({ description: 'When it was opened.' }),
  waitsFor: z
    .enum(disputeWaits)
    .nullable()
    .meta({ description: 'Who has to state or to rule; null once it has ended.', examples: ['managers'] }),
  by: time.nullable().meta({ description: 'Until when; null once it has ended.' }),
  isLate: z.boolean().meta({ description: 'Whether the administrators have not ruled in time.', examples: [false] }),
  endedAt: time.nullable().meta({ description: 'When it ended; null while it is open.' }),
})
const disputeRow = row.meta({ id: 'DisputeRow', description: 'A dispute as lists have it.' })
export type DisputeRow = z.output<typeof disputeRow>

const dispute = row
  .extend({
    askCents: cents('What who opened it asks for'),
    mostCents: cents('The most that can be asked: the reward, after acceptance what was due', 40_000),
    dueCents: cents('What is owed now', 0),
    paidCents: cents('What was paid for it already', 0),
    currency: z.string().meta({ description: 'ISO 4217.', examples: ['USD'] }),
    holder: z
      .object({ id, username: z.string().meta({ description: 'Their username.', examples: ['ada'] }) })
      .meta({ description: 'Who has, or had, the task.' }),
    ownSide: side
      .nullable()
      .meta({ description: 'On which side the caller is; null for administrators.', examples: ['holder'] }),
    mayState: z.boolean().meta({ description: 'Whether the caller’s side can still say something.', examples: [true] }),
    mayWithdraw: z.boolean().meta({ description: 'Whether the caller can withdraw it.', examples: [false] }),
    statements: z.array(statement).meta({ description: 'What both sides say, the first one first.' }),
    ruling: z
      .object({
        amountCents: cents('What is owed for the task in all'),
        text: z.string().meta({ description: 'Why.', examples: ['The map is complete but for its legend.'] }),
      })
      .nullable()
      .meta({ description: 'What an administrator has decided; null without a ruling.' }),
    readings: z
      .array(
        z.object({
          username: z.string().meta({ description: 'Which administrator.', examples: ['grace'] }),
          name: z.string().default('').meta(described.fullName),
          at: time,
        }),
      )
      .meta({ description: 'When administrators have opened it, the last time first.' }),
  })
  .meta({ id: 'Dispute', description: 'What the two sides of a task with an offer cannot agree on.' })
export type Dispute = z.output<typeof dispute>

const disputedTask = z
  .object({
    taskId: z.string().meta({ description: 'The project’s number of the task.', examples: ['12'] }),
    title: z.string().meta({ description: 'What it is called.', examples: ['Draw the map'] }),
    description: z.string().meta({ description: 'What is to be done.', examples: ['In two colours.'] }),
    doneWhen: z
      .array(
        z.object({
          text: z.string().meta({ description: "A line of 'Done when'.", examples: ['In print size'] }),
          isDone: z.boolean().meta({ description: 'Whether it is ticked.', examples: [true] }),
        }),
      )
      .meta({ description: "Its lines of 'Done when', as they are now." }),
    dueOn: z.iso
      .date()
      .nullable()
      .meta({ description: 'The day it is due.', examples: ['2026-12-24'] }),
    status: z.int().meta({ description: 'Its status.', examples: [3] }),
  })
  .nullable()
  .meta({ description: 'The task as it is now; null once it is gone.' })

const administered = z
  .object({
    dispute,
    task: disputedTask,
    terms: claimTerms.meta({ description: 'What was promised.' }),
    rounds: z.array(submission).meta({ description: 'What was handed in, the newest round first.' }),
    feed: z.array(feedEntry).meta({ description: 'Talk and history since the offer was made, the oldest first.' }),
    entries: z.array(ledgerEntry).meta({ description: 'The entries of the ledger about the task, newest first.' }),
  })
  .meta({ id: 'AdministeredDispute', description: 'All that an administrator reads of a dispute.' })
export type AdministeredDispute = z.output<typeof administered>

const params = z.strictObject({ id: idOf('the dispute') })
const fails = { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' } as const
const lists = ['disputes.list', 'disputes.get', 'disputes.queue', 'disputes.administer'] as const
const stale = [...reads.rewards, 'claims.list', 'claims.get', ...lists] as const

export const disputes = noun('What two sides cannot agree on, and what administrators rule.', {
  open: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/dispute',
    summary:
      'Opens a dispute about a task with an offer, after the first hand-in or while its payment is late or missing. One in the life of a claim.',
    policy: 'user',
    scope: 'work',
    since: 'disputes',
    params: z.strictObject({ id: idOf('the task') }),
    body: z.strictObject({
      reason: z.enum(disputeReasons).meta({ description: 'What it is about.', examples: ['notReviewed'] }),
      text: statementText.meta({
        description: 'What happened; both sides and administrators read it.',
        examples: [STATEMENT],
      }),
      askCents: z
        .int()
        .min(0)
        .max(REWARD_MAX_CENTS)
        .meta({ description: 'What should be owed for it in all, in hundredths.', examples: [30000] }),
      fileIDs,
    }),
    response: enveloped(dispute),
    status: 201,
    handlesOwn403: true,
    fails,
    leaves: ['dispute.opened'],
    stale,
    failure: serverMessageOr('Failed to open the dispute'),
  }),
  list: endpoint({
    method: 'GET',
    path: '/users/disputes',
    summary: 'The disputes of the caller’s tasks, and of projects that they own or administer: open ones first.',
    policy: 'user',
    scope: 'read',
    since: 'disputes',
    response: enveloped(z.array(disputeRow)),
    failure: serverMessageOr('Failed to load the disputes'),
  }),
  get: endpoint({
    method: 'GET',
    path: '/disputes/:id',
    summary: 'A dispute, as both of its sides read it.',
    policy: 'user',
    scope: 'read',
    since: 'disputes',
    params,
    response: enveloped(dispute),
    fails: { 404: 'NOT_FOUND' },
    failure: serverMessageOr('Failed to load the dispute'),
  }),
  state: endpoint({
    method: 'POST',
    path: '/disputes/:id/state',
    summary: 'The other side says what happened, within 7 days; each side adds once more until the ruling.',
    policy: 'user',
    scope: 'work',
    since: 'disputes',
    params,
    body: z.strictObject({
      text: statementText.meta({ description: 'What happened.', examples: [STATEMENT] }),
      fileIDs,
    }),
    response: enveloped(dispute),
    status: 201,
    handlesOwn403: true,
    fails,
    leaves: ['dispute.stated', 'dispute.reminded'],
    stale: lists,
    failure: serverMessageOr('Failed to send the statement'),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/disputes/:id/withdraw',
    summary: 'The side that opened a dispute takes it back: all goes on with the time that was left.',
    policy: 'user',
    scope: 'work',
    since: 'disputes',
    params,
    body: z.strictObject({}),
    response: enveloped(dispute),
    handlesOwn403: true,
    fails,
    leaves: ['dispute.withdrawn'],
    stale,
    failure: serverMessageOr('Failed to withdraw the dispute'),
  }),
  queue: endpoint({
    method: 'GET',
    path: '/admin/disputes',
    summary: 'All disputes, for administrators: those to rule first, by their date, then the others, by theirs.',
    policy: 'administrator',
    scope: 'admin',
    since: 'disputes',
    response: enveloped(z.array(disputeRow)),
    failure: serverMessageOr('Failed to load the disputes'),
  }),
  administer: endpoint({
    method: 'GET',
    path: '/admin/disputes/:id',
    summary:
      'All that an administrator reads of a dispute, and nothing else of its project. Both sides see that it was read.',
    policy: 'administrator',
    scope: 'admin',
    since: 'disputes',
    params,
    response: enveloped(administered),
    handlesOwn403: true,
    fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND' },
    leaves: ['dispute.read'],
    failure: serverMessageOr('Failed to load the dispute'),
  }),
  rule: endpoint({
    method: 'POST',
    path: '/admin/disputes/:id/rule',
    summary: 'An administrator decides what is owed for the task in all, and ends the dispute.',
    policy: 'administrator',
    scope: 'admin',
    since: 'disputes',
    params,
    body: z.strictObject({
      amountCents: z
        .int()
        .min(0)
        .max(REWARD_MAX_CENTS)
        .meta({
          description: 'What is owed in all, in hundredths: from what was paid to the most that can be asked.',
          examples: [30000],
        }),
      text: text(RULING_TEXT_MIN, RULING_TEXT_MAX).meta({
        description: 'Why; both sides read it.',
        examples: ['The map is complete but for its legend, which is a quarter of the work.'],
      }),
    }),
    response: enveloped(dispute),
    handlesOwn403: true,
    fails,
    leaves: [
      ...(['dispute.ruled', 'task.moved', 'submission.accepted', 'claim.finished', 'reward.due'] as const),
      ...(['reward.released', 'offer.closed', 'reward.forgiven', 'proposal.expired'] as const),
    ],
    stale,
    failure: serverMessageOr('Failed to rule'),
  }),
})
