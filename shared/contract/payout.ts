import { z } from 'zod'
import { enveloped, freeText, id, idOf, messageOnly, time, token } from './common.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import { passwordTries } from './limits.ts'
import * as reads from './reads.ts'

export const PAYOUT_DETAILS_MAX = 500
export const RECEIPT_NAME_MAX = 120
export const RECEIPT_ADDRESS_MAX = 300
/** How many readings of a person's details they are shown, the last ones first. */
export const PAYOUT_READINGS_MAX = 50

export const payoutMethods = ['bank', 'account', 'cash', 'other'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

const method = z
  .enum(payoutMethods)
  .meta({ description: 'By what: a bank, an account elsewhere, cash, or something else.', examples: ['bank'] })
const textOf = (max: number, description: string, example: string) =>
  freeText.max(max, `This has at most ${max} characters.`).meta({ description, examples: [example] })
const details = textOf(PAYOUT_DETAILS_MAX, 'What somebody must know who pays.', 'IBAN DE02 1203 0000 0000 2020 51')
const receiptName = textOf(RECEIPT_NAME_MAX, 'The name on receipts; empty for the one of the account.', 'Ana Silva Ltd')
const receiptAddress = textOf(RECEIPT_ADDRESS_MAX, 'The address on receipts, or empty.', 'Rua das Flores 1, Porto')
const password = z
  .string()
  .min(1, 'Please enter your password.')
  .max(1024)
  .meta({ description: 'The password of the account.', examples: ['correct horse battery'] })

/** What a person sends; the form of the screen checks by it too. */
export const payoutBody = z.strictObject({
  method,
  details: details.min(1, 'Please say how you are paid.'),
  receiptName: receiptName.default(''),
  receiptAddress: receiptAddress.default(''),
  password,
})

const own = z
  .object({
    details: z
      .object({ method, details, receiptName, receiptAddress, changedAt: time.meta({ description: 'Since when.' }) })
      .nullable()
      .meta({ description: 'Null where there are none, or none that this server can open.' }),
    isUnreadable: z.boolean().meta({
      description: 'Whether there are details that this server cannot open: its key is another one now.',
      examples: [false],
    }),
    readings: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Who has read them: their name, else username.', examples: ['Marta'] }),
          project: z.string().meta({ description: 'The project that owed something.', examples: ['A bird atlas'] }),
          at: time,
        }),
      )
      .meta({ description: `Who has read them and when: the last ${PAYOUT_READINGS_MAX}, the newest first.` }),
    asks: z.boolean().meta({
      description: 'Whether something is owed while there are no details, and nobody has closed the question today.',
      examples: [false],
    }),
  })
  .meta({ id: 'OwnPayout', description: "The viewer's own payout details." })
export type OwnPayout = z.output<typeof own>

const ofDue = z
  .object({ userID: idOf('the person who is owed'), method, details, changedAt: time })
  .meta({ id: 'PayoutOfDue', description: 'How somebody is paid to whom something is owed.' })
export type PayoutOfDue = z.output<typeof ofDue>

export const payout = noun('How a person is paid: sealed, for those alone who owe them something.', {
  own: endpoint({
    method: 'GET',
    path: '/users/payout',
    summary: "The viewer's own payout details, and who has read them.",
    policy: 'user',
    scope: null,
    since: 'payouts',
    response: enveloped(own),
    failure: serverMessageOr('Failed to load your payout details'),
  }),
  set: endpoint({
    method: 'PUT',
    path: '/users/payout',
    summary: 'Keeps how the viewer is paid, sealed. A wrong password counts as a failed login.',
    policy: 'user',
    scope: null,
    since: 'payouts',
    body: payoutBody,
    response: messageOnly,
    limits: passwordTries,
    leaves: ['payout.changed'],
    stale: ['payout.own', 'rewards.get', 'dues.own', ...reads.inbox],
    failure: serverMessageOr('Failed to keep your payout details'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/payout',
    summary: "Removes the viewer's payout details. A wrong password counts as a failed login.",
    policy: 'user',
    scope: null,
    since: 'payouts',
    body: z.strictObject({ password }),
    response: messageOnly,
    fails: { 404: 'NOT_FOUND' },
    limits: passwordTries,
    leaves: ['payout.changed'],
    stale: ['payout.own', 'rewards.get', 'dues.own', ...reads.inbox],
    failure: serverMessageOr('Failed to remove your payout details'),
  }),
  notMe: endpoint({
    method: 'POST',
    path: '/users/payout/not-me',
    summary:
      'Removes payout details that somebody else has changed, by the mailed link, and ends all sessions and tokens of the account.',
    policy: 'public',
    scope: null,
    since: 'payouts',
    body: z.strictObject({ token }),
    response: messageOnly,
    fails: { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
    limits: ['link'],
    // The person who says so is not signed in.
    leaves: ['payout.changed'],
    stale: [],
    failure: serverMessageOr('Failed to remove the payout details'),
  }),
  closeQuestion: endpoint({
    method: 'POST',
    path: '/users/payout/asked',
    summary: 'Says that the viewer has seen the question for payout details; it comes again after a day.',
    policy: 'user',
    scope: null,
    since: 'payouts',
    body: z.strictObject({}),
    response: messageOnly,
    leaves: [],
    stale: ['payout.own'],
    failure: serverMessageOr('Failed to close the question'),
  }),
  ofDue: endpoint({
    method: 'GET',
    path: '/projects/:id/dues/:taskID/payout',
    summary: 'How the person is paid to whom the project owes something for this task; each reading is noted for them.',
    policy: 'user',
    scope: null,
    since: 'payouts',
    params: z.strictObject({ id: idOf('the project'), taskID: id.meta({ description: 'The task that is owed for.' }) }),
    response: enveloped(ofDue),
    fails: { 404: 'NOT_FOUND' },
    limits: ['payout-reading'],
    leaves: ['payout.read'],
    failure: serverMessageOr('Failed to load the payout details'),
  }),
})
