import { z } from 'zod'
import { claimTerms } from './claims.ts'
import { enveloped, id, idOf, time } from './common.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import { ledgerEntry } from './ledger.ts'
import { blockerKinds, blockerPeople, projectStops, rewardStates } from './reward-states.ts'
import { offerModes } from './task-offer.ts'

/** The most entries that the answer about one task has; the ledger of its project has all of them. */
export const REWARD_ENTRIES_MAX = 100

const cents = (description: string) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [30000] })

const blocker = z
  .object({
    who: z
      .enum(blockerPeople)
      .nullable()
      .meta({ description: 'For whom it waits; null for nobody.', examples: ['managers'] }),
    what: z.enum(blockerKinds).meta({ description: 'What it waits for, or how it ended.', examples: ['review'] }),
    by: time.nullable().meta({ description: 'Until when; null where there is no date.' }),
    since: time.nullable().meta({ description: 'When that began or happened, else null.' }),
    amountCents: cents('The amount that is proposed, else null.'),
    ofCents: cents('The amount that it would take the place of, else null.'),
    waitingRounds: z
      .number()
      .nullable()
      .meta({ description: 'How many hand-ins wait, while nothing can be taken because of them.', examples: [10] }),
    project: z
      .enum(projectStops)
      .nullable()
      .meta({ description: 'What the project is while it gives nothing out, else null.', examples: ['paused'] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it ended, in the words of who ended it.', examples: ['No answer since Monday.'] }),
    saidHow: z
      .boolean()
      .nullable()
      .meta({
        description: 'Whether the payee has said how to be paid; null where that is not known.',
        examples: [true],
      }),
  })
  .meta({ id: 'RewardBlocker', description: 'Who has to do what, and by when, before the reward comes closer.' })

const person = (description: string) =>
  z
    .object({
      id,
      username: z.string().meta({ description: 'Their username.', examples: ['ada'] }),
      name: z.string().meta({ description: 'Their full name, or empty.', examples: ['Ada Lovelace'] }),
    })
    .nullable()
    .meta({ description })

const state = z
  .enum(rewardStates)
  .meta({ description: 'How far it is from the promise to the money.', examples: ['held'] })

/** The reward of one claim, in lists of what is owed and promised. */
export const rewardOfClaim = z
  .object({
    state,
    blocker: blocker.meta({ description: 'What it waits for.' }),
    owner: person('Who reviews and pays.'),
    holder: person('Who has the task, or had it.'),
    actor: person('Who asked for changes, or proposes an amount; else null.'),
  })
  .meta({ id: 'RewardOfClaim', description: 'What is between the work and the money.' })
export type RewardOfClaim = z.output<typeof rewardOfClaim>

const whole = z
  .object({
    taskID: idOf('the task'),
    state,
    blocker: blocker.nullable().meta({ description: 'What it waits for; null for who is not concerned.' }),
    mode: z
      .enum(offerModes)
      .nullable()
      .meta({ description: 'How somebody comes to it; null once its offer is closed.', examples: ['claim'] }),
    terms: claimTerms.meta({ description: 'What is promised: to its holder, or to who takes it.' }),
    claimID: id.nullable().meta({ description: 'The claim that counts; null for who is not concerned, or for none.' }),
    disputeID: id.nullable().default(null).meta({
      description: 'The dispute about it, also one that has ended; null for who is on neither side, or for none.',
    }),
    mayDispute: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the caller can open a dispute about it now.', examples: [false] }),
    mostCents: cents(
      'The most that such a dispute can ask for: the reward, after acceptance what is due and was paid. Else null.',
    ).default(null),
    paymentID: id.nullable().meta({ description: 'The last payment for it that nobody has answered, else null.' }),
    owner: person('Who reviews and pays; null for who is not concerned.'),
    holder: person('Who has it, or had it; null for nobody, and for who is not concerned.'),
    actor: person('Who asked for changes, or proposes an amount; else null.'),
    whyNot: z
      .string()
      .nullable()
      .meta({
        description: 'Why the caller may not take it, or apply for it; null when they may, or when it is not open.',
        examples: ['For members of this project.'],
      }),
    entries: z.array(ledgerEntry).meta({
      description:
        'Entries of the ledger about it, newest first: all for owner and admin, else those that name the caller.',
    }),
  })
  .meta({
    id: 'RewardOfTask',
    description: 'What a task with an offer is worth, and what is between the work and the money.',
  })
export type RewardOfTask = z.output<typeof whole>

export const rewards = noun('What stands between the work on a task and the money for it.', {
  get: endpoint({
    method: 'GET',
    path: '/user-tasks/:id/reward',
    summary:
      'The state of a task’s reward: what it waits for, its terms, and its entries. Who is neither a member nor its holder reads state and terms of a task that anybody may take.',
    policy: 'user',
    scope: 'read',
    since: 'rewards',
    params: z.strictObject({ id: idOf('the task') }),
    response: enveloped(whole.nullable().meta({ description: 'Null for a task that has no offer.' })),
    fails: { 404: 'NOT_FOUND' },
    about: ['taskID', 'id'],
    failure: serverMessageOr('Failed to load the reward'),
  }),
})
