import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockerKinds, blockerPeople, type RewardState, rewardStates } from '../contract/reward-states.ts'
import { daysAfter } from './lease.ts'
import { rewardSentence } from './reward-sentence.ts'
import { type Blocker, isLate, type RewardFacts, rewardState } from './reward-state.ts'
import { projectStatus } from './statuses.ts'

const day = (text: string) => new Date(`2026-${text}T09:00:00.000Z`)
const now = day('12-10')

const project: RewardFacts['project'] = {
  status: projectStatus.published,
  isArchived: false,
  isPaused: false,
  waitingRounds: 0,
  reviewQueueMax: 10,
  isStopped: false,
}
const offer: RewardFacts['offer'] = { amountCents: 40_000, mode: 'claim', closedAt: null }
const active: NonNullable<RewardFacts['claim']> = {
  state: 'active',
  amountCents: 40_000,
  leaseUntil: day('12-12'),
  endedAt: null,
  because: null,
  payBy: null,
}
const finished = {
  ...active,
  state: 'finished',
  leaseUntil: null,
  endedAt: day('12-03'),
  payBy: day('12-17'),
} as const
const round = { state: 'open', handedInAt: day('12-08'), reviewBy: day('12-17'), answeredAt: null } as const
const asked = { ...round, state: 'changes', answeredAt: day('12-07') } as const
const payment = { recordedAt: day('12-09'), confirmedAt: null, missingAt: null }
const free: RewardFacts = { now, offer, claim: null, round: null, dueCents: 0, payments: [], project }
const owed = { claim: finished, dueCents: 40_000 }
const paid = { claim: finished, payments: [payment] }

type Row = [
  state: RewardState,
  facts: Partial<RewardFacts>,
  who: Blocker['who'],
  what: Blocker['what'],
  by: Date | null,
  sentence: string,
]
const full = { ...project, waitingRounds: 10 }
const rows: Row[] = [
  ['open', {}, 'anybody', 'free', null, 'Free to take.'],
  ['open', { project: full }, 'managers', 'full', null, 'Full: 10 hand-ins wait for review.'],
  [
    'open',
    { offer: { ...offer, mode: 'assigned' }, project: full },
    'owner',
    'assignment',
    null,
    'Waits for Marta to give it to somebody.',
  ],
  [
    'open',
    { project: { ...project, status: 0 } },
    'owner',
    'notGivenOut',
    null,
    'Not given out while the project is a draft.',
  ],
  [
    'open',
    { project: { ...project, isPaused: true } },
    'owner',
    'notGivenOut',
    null,
    'Not given out while the project is paused.',
  ],
  [
    'open',
    { project: { ...project, isArchived: true } },
    'owner',
    'notGivenOut',
    null,
    'Not given out while the project is archived.',
  ],
  [
    'open',
    { project: { ...project, status: 3 } },
    'owner',
    'notGivenOut',
    null,
    'Not given out while the project is completed.',
  ],
  [
    'open',
    { project: { ...project, isStopped: true } },
    'owner',
    'stopped',
    null,
    'Not given out until Marta has paid what is late.',
  ],
  ['held', { claim: active }, 'holder', 'work', day('12-12'), 'Ana works on it until 12 December.'],
  ['held', { claim: { ...active, leaseUntil: null } }, 'holder', 'work', null, 'Ana works on it.'],
  [
    'held',
    { claim: active, round: { ...round, state: 'withdrawn', answeredAt: now } },
    'holder',
    'work',
    day('12-12'),
    'Ana works on it until 12 December.',
  ],
  [
    'inReview',
    { claim: { ...active, leaseUntil: null }, round },
    'managers',
    'review',
    day('12-17'),
    "Waits for Marta's review since Tuesday; counts as accepted on 17 December.",
  ],
  [
    'changes',
    { claim: { ...active, leaseUntil: day('12-19') }, round: asked },
    'holder',
    'changes',
    day('12-19'),
    'Marta asked for changes on Monday; Ana has it until 19 December.',
  ],
  [
    'changes',
    { claim: { ...active, leaseUntil: null }, round: asked },
    'holder',
    'changes',
    null,
    'Marta asked for changes on Monday.',
  ],
  [
    'proposed',
    {
      claim: active,
      round,
      proposal: { by: 'managers', amountCents: 30_000, ofCents: 40_000, answerBy: day('12-16') },
    },
    'holder',
    'proposal',
    day('12-16'),
    'Marta proposes $300 of $400; Ana answers by Wednesday.',
  ],
  [
    'proposed',
    { ...owed, proposal: { by: 'holder', amountCents: 30_050, ofCents: 40_000, answerBy: day('12-17') } },
    'managers',
    'proposal',
    day('12-17'),
    'Ana proposes $300.50 of $400; Marta answers by 17 December.',
  ],
  [
    'due',
    owed,
    'managers',
    'payment',
    day('12-17'),
    'Owed since 3 December. Waits for Marta to record the payment by 17 December.',
  ],
  [
    'due',
    { ...owed, payee: { detailsSince: null, wasPaidHere: true } },
    'managers',
    'payment',
    day('12-17'),
    'Owed since 3 December. Waits for Marta to record the payment by 17 December. Ana has not said how to be paid.',
  ],
  [
    'due',
    { ...owed, now: day('12-30'), payee: { detailsSince: null, wasPaidHere: false } },
    'holder',
    'payoutDetails',
    null,
    'Owed since 3 December. Ana has not said how to be paid.',
  ],
  [
    'due',
    { ...owed, now: day('12-20'), payee: { detailsSince: day('12-14'), wasPaidHere: false } },
    'managers',
    'payment',
    day('12-21'),
    'Owed since 3 December. Waits for Marta to record the payment by 21 December.',
  ],
  [
    'due',
    { ...owed, payments: [{ ...payment, missingAt: now }] },
    'managers',
    'missing',
    day('12-17'),
    'Ana says that nothing arrived. Owed since 3 December. Waits for Marta to record the payment by 17 December.',
  ],
  [
    'late',
    { ...owed, now: day('12-20') },
    'managers',
    'payment',
    day('12-17'),
    'Late by 3 days. Owed since 3 December. Waits for Marta to record the payment by 17 December.',
  ],
  [
    'late',
    {
      ...owed,
      now: new Date('2026-12-17T12:00:00Z'),
      proposal: { by: 'managers', amountCents: 0, ofCents: 40_000, answerBy: day('12-24') },
    },
    'managers',
    'payment',
    day('12-17'),
    'Late since today. Owed since 3 December. Waits for Marta to record the payment by 17 December.',
  ],
  [
    'recorded',
    paid,
    'holder',
    'confirmation',
    new Date('2027-01-08T09:00:00Z'),
    'Recorded as paid on 9 December. Ana can confirm, or say that nothing arrived, until 8 January.',
  ],
  [
    'settled',
    { ...paid, payments: [{ ...payment, confirmedAt: now }] },
    null,
    'confirmed',
    null,
    'Paid and confirmed.',
  ],
  [
    'settled',
    { ...paid, now: daysAfter(day('12-09'), 30) },
    null,
    'unobjected',
    null,
    'Paid; nobody objected in 30 days.',
  ],
  [
    'disputed',
    { ...owed, dispute: { openedAt: day('12-03'), waitsFor: 'managers', by: day('12-10') } },
    'managers',
    'statement',
    day('12-10'),
    'In dispute since 3 December; see it.',
  ],
  [
    'disputed',
    { claim: active, round, dispute: { openedAt: day('12-03'), waitsFor: null, by: day('12-24') } },
    'administrators',
    'ruling',
    day('12-24'),
    'In dispute since 3 December; see it.',
  ],
  [
    'accepted',
    { claim: { ...finished, amountCents: 0, payBy: null } },
    null,
    'accepted',
    null,
    'Accepted on 3 December.',
  ],
  ['accepted', { claim: finished }, null, 'accepted', null, 'Accepted on 3 December.'],
  [
    'accepted',
    { claim: finished, ruledAt: new Date('2026-12-05T12:00:00Z') },
    null,
    'ruling',
    null,
    'Ruled on 5 December: nothing is owed.',
  ],
  [
    'closed',
    { claim: { ...active, state: 'takenBack', endedAt: day('12-03'), because: 'No answer since Monday' } },
    null,
    'takenBack',
    null,
    'Taken back on 3 December: No answer since Monday.',
  ],
  [
    'closed',
    { claim: { ...active, state: 'returned', endedAt: day('12-03') } },
    null,
    'returned',
    null,
    'Given back on 3 December.',
  ],
  ['closed', { offer: { ...offer, closedAt: day('12-03') } }, null, 'offerClosed', null, 'Closed on 3 December.'],
]

const names = { owner: 'Marta', holder: 'Ana' }
const reader = { locale: 'en-GB', zone: 'UTC', currency: 'USD' }

test.each(rows)(
  '[SETTLE-02] [SETTLE-03] [SETTLE-04] [SETTLE-05] [SETTLE-06] [SETTLE-07] [SETTLE-08] [SETTLE-09] [SETTLE-10] [SETTLE-11] [SETTLE-53] %s, row %#',
  (state, changes, who, what, by, sentence) => {
    const facts = { ...free, ...changes }
    const found = rewardState(facts)
    expect(found).toMatchObject({ state, blocker: { who, what, by } })
    expect(found && rewardSentence(found, names, { ...reader, currency: 'USD', now: facts.now })).toBe(sentence)
  },
)

test('[SETTLE-02] the table has a row of each state and each thing that a task waits for', () => {
  expect([...new Set(rows.map(([state]) => state))].toSorted()).toEqual([...rewardStates].toSorted())
  const endings = ['expired', 'ended']
  const found = [...new Set(rows.map((row) => row[3]))]
  expect([...found, ...endings].toSorted()).toEqual([...blockerKinds].toSorted())
})

test('[SETTLE-12] days are those of the viewer’s calendar, in the order of their place', () => {
  const claim = { ...active, leaseUntil: new Date('2026-12-12T23:30:00Z') }
  const held = rewardState({ ...free, claim })
  const read = (locale: string, zone: string) => held && rewardSentence(held, names, { ...reader, locale, zone, now })
  expect(read('en-GB', 'UTC')).toBe('Ana works on it until 12 December.')
  expect(read('en-GB', 'Asia/Tokyo')).toBe('Ana works on it until 13 December.')
  expect(read('en-US', 'America/New_York')).toBe('Ana works on it until December 12.')
})

const moment = fc.integer({ min: -60, max: 60 }).map((days) => daysAfter(now, days))
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null })
const cents = fc.constantFrom(0, 100, 40_000)
const side = fc.constantFrom('holder' as const, 'managers' as const)
const anyFacts: fc.Arbitrary<RewardFacts> = fc.record(
  {
    now: fc.constant(now),
    offer: maybe(
      fc.record({
        amountCents: cents,
        mode: fc.constantFrom('assigned', 'apply', 'claim'),
        closedAt: maybe(moment),
      }),
    ),
    claim: maybe(
      fc.record({
        state: fc.constantFrom('active', 'returned', 'takenBack', 'expired', 'finished', 'ended'),
        amountCents: maybe(cents),
        leaseUntil: maybe(moment),
        endedAt: maybe(moment),
        because: maybe(fc.string()),
        payBy: maybe(moment),
      }),
    ),
    round: maybe(
      fc.record({
        state: fc.constantFrom('open', 'accepted', 'changes', 'withdrawn'),
        handedInAt: moment,
        reviewBy: maybe(moment),
        answeredAt: maybe(moment),
      }),
    ),
    dueCents: cents,
    payments: fc.array(fc.record({ recordedAt: moment, confirmedAt: maybe(moment), missingAt: maybe(moment) })),
    project: fc.record({
      status: fc.integer({ min: 0, max: 5 }),
      isArchived: fc.boolean(),
      isPaused: fc.boolean(),
      waitingRounds: fc.integer({ min: 0, max: 60 }),
      reviewQueueMax: fc.integer({ min: 1, max: 50 }),
      isStopped: fc.boolean(),
    }),
    proposal: maybe(fc.record({ by: side, amountCents: cents, ofCents: cents, answerBy: moment })),
    dispute: maybe(fc.record({ openedAt: moment, waitsFor: maybe(side), by: moment })),
    payee: fc.record({ detailsSince: maybe(moment), wasPaidHere: fc.boolean() }),
  },
  {
    requiredKeys: ['now', 'offer', 'claim', 'round', 'dueCents', 'payments', 'project'],
  },
)

test('[SETTLE-01] every combination of facts has one state and a sentence, unless nothing was offered', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const found = rewardState(facts)
      const isPromised = facts.claim !== null && facts.claim.amountCents !== null
      expect(found === null).toBe(!isPromised && facts.offer === null)
      if (!found) return
      const { state, blocker } = found
      expect(rewardStates).toContain(state)
      expect([null, ...blockerPeople]).toContain(blocker.who)
      expect(rewardSentence(found, names, { ...reader, now })).toMatch(/^\p{Lu}.*[.!?…]$/su)
      expect(state === 'late').toBe(state !== 'due' && isOwedLate(facts))
    }),
    { numRuns: 2_000 },
  )
})

/** Late as the statements have it: something is owed, its date is over, and no dispute decides what. */
const isOwedLate = ({ claim, dueCents, dispute, payee, now: moment_ }: RewardFacts): boolean => {
  if (!claim || claim.state !== 'finished' || claim.amountCents === null || dueCents === 0 || dispute) return false
  if (!isLate(claim.payBy, moment_)) return false
  if (!payee || payee.wasPaidHere) return true
  return payee.detailsSince !== null && daysAfter(payee.detailsSince, 7) < moment_
}
