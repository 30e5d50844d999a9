import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RewardState, rewardStates } from '../contract/reward-states.ts'
import {
  type NextAct,
  nextActs,
  nextActsOf,
  type NextFacts,
  nextPeople,
  type NextPerson,
  plainSentence,
  whyNoAct,
} from './next-step.ts'
import { plainStateOf } from './reward-state.ts'
import { taskStatus } from './statuses.ts'

const all = new Set(nextActs)
/** The status that a task has in a state. */
const statusIn: Readonly<Record<RewardState, number>> = {
  open: taskStatus.assigned,
  held: taskStatus.inProgress,
  inReview: taskStatus.underReview,
  changes: taskStatus.inProgress,
  proposed: taskStatus.underReview,
  due: taskStatus.completed,
  late: taskStatus.completed,
  recorded: taskStatus.completed,
  settled: taskStatus.completed,
  disputed: taskStatus.underReview,
  accepted: taskStatus.completed,
  closed: taskStatus.rejected,
}
const facts = (state: RewardState, who: NextPerson, more: Partial<NextFacts> = {}): NextFacts => ({
  state,
  who,
  status: statusIn[state],
  mode: state === 'open' ? 'claim' : null,
  whyNotTake: null,
  hasOpenRound: statusIn[state] === taskStatus.underReview,
  mayAnswer: who === 'manager',
  isOnlyManager: false,
  saidHow: false,
  isGuest: false,
  ...more,
})

const cells: Readonly<Record<RewardState, Readonly<Record<NextPerson, readonly NextAct[]>>>> = {
  open: { holder: [], manager: ['take'], member: ['take'], other: ['take'] },
  held: { holder: ['submit'], manager: [], member: [], other: [] },
  inReview: { holder: [], manager: ['accept', 'requestChanges'], member: [], other: [] },
  changes: { holder: ['submit'], manager: [], member: [], other: [] },
  proposed: { holder: ['sayHowPaid'], manager: ['accept', 'requestChanges'], member: [], other: [] },
  due: { holder: ['sayHowPaid'], manager: ['recordPayment'], member: [], other: [] },
  late: { holder: ['sayHowPaid'], manager: ['recordPayment'], member: [], other: [] },
  recorded: { holder: ['confirm'], manager: [], member: [], other: [] },
  settled: { holder: [], manager: [], member: [], other: [] },
  disputed: { holder: ['sayHowPaid'], manager: ['accept'], member: [], other: [] },
  accepted: { holder: [], manager: [], member: [], other: [] },
  closed: { holder: [], manager: [], member: [], other: [] },
}

test.each(rewardStates.flatMap((state) => nextPeople.map((who) => [state, who] as const)))(
  '[NEXT-02] a task that is %s: the buttons of a %s',
  (state, who) => {
    expect(nextActsOf(facts(state, who), all)).toEqual(cells[state][who])
  },
)

test.each<[string, NextAct[], RewardState, NextPerson, Partial<NextFacts>]>([
  ['apply where it is given out so', ['apply'], 'open', 'member', { mode: 'apply' }],
  ['a task whose offer is closed', ['take'], 'closed', 'member', { mode: 'claim' }],
  ['nothing where a manager gives it', [], 'open', 'member', { mode: 'assigned' }],
  ['nothing to who may not take it', [], 'open', 'member', { whyNotTake: 'For members of this project.' }],
  ['nothing before it is begun', [], 'held', 'holder', { status: taskStatus.assigned }],
  ['the only manager’s own answer', ['accept', 'requestChanges'], 'inReview', 'holder', { mayAnswer: true }],
  ['nothing to an author who is a manager', [], 'inReview', 'holder', {}],
  ['nothing more from who has said how to be paid', [], 'due', 'holder', { saidHow: true }],
  ['the only manager’s own payment', ['recordPayment'], 'late', 'holder', { saidHow: null, isOnlyManager: true }],
  [
    'a payment beside a proposal',
    ['recordPayment'],
    'proposed',
    'manager',
    { status: taskStatus.completed, hasOpenRound: false },
  ],
  [
    'a hand-in beside a proposal',
    ['submit'],
    'proposed',
    'holder',
    { status: taskStatus.inProgress, hasOpenRound: false, saidHow: true },
  ],
])('[NEXT-02] the bar has %s', (_, expected, state, who, more) => {
  expect(nextActsOf(facts(state, who, more), all)).toEqual(expected)
})

test('[NEXT-01] whatever is the case, there are at most two buttons, and none that the server cannot do', () => {
  const anyFacts = fc.record({
    state: fc.constantFrom(...rewardStates),
    who: fc.constantFrom(...nextPeople),
    status: fc.integer({ min: 0, max: 5 }),
    mode: fc.constantFrom('assigned' as const, 'apply' as const, 'claim' as const, null),
    whyNotTake: fc.constantFrom('Too soon.', null),
    hasOpenRound: fc.boolean(),
    mayAnswer: fc.boolean(),
    isOnlyManager: fc.boolean(),
    saidHow: fc.constantFrom(true, false, null),
    isGuest: fc.boolean(),
  })
  fc.assert(
    fc.property(anyFacts, fc.subarray([...nextActs]), (one, there) => {
      const acts = nextActsOf(one, new Set(there))
      expect(acts.length).toBeLessThanOrEqual(2)
      expect(there).toEqual(expect.arrayContaining(acts))
    }),
  )
})

test('[NEXT-03] where a button could be expected, the reason is known', () => {
  const whyNotTake = 'For people of Gold and above.'
  expect(whyNoAct(facts('open', 'member', { whyNotTake }))).toBe(whyNotTake)
  expect(whyNoAct(facts('held', 'holder', { status: taskStatus.assigned }))).toBe('Start the task first.')
  expect(whyNoAct(facts('held', 'member'))).toBeNull()
  // A guest has no way to start it, and needs none.
  const putBack = facts('held', 'holder', { status: taskStatus.assigned, isGuest: true })
  expect([whyNoAct(putBack), nextActsOf(putBack, all)]).toEqual([null, ['submit']])
})

test.each([
  ['open', 1, null, false, 'Nobody has this task yet.'],
  ['held', 1, 'Ana', false, 'Waits for Ana to start.'],
  ['held', 2, 'Ana', false, 'Ana works on it.'],
  ['inReview', 3, 'Ana', false, 'Waiting for review since Tuesday.'],
  ['changes', 2, 'Ana', true, 'Waits for Ana, who was asked for changes.'],
  ['accepted', 4, 'Ana', false, 'Nothing is left to do.'],
  ['closed', 5, null, false, 'It will not be done.'],
] as const)('[NEXT-01] a task without an offer that is %s, in status %i', (state, status, holder, isSentBack, says) => {
  const task = { status, holder, isSentBack }
  expect([plainStateOf(task), plainSentence(task, 'Tuesday')]).toEqual([state, says])
})
