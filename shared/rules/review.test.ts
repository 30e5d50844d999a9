import { describe, expect, test } from 'vitest'
import {
  actOfChange,
  decideReview,
  maySubmitFrom,
  type ReviewAct,
  type Reviewer,
  reviewerOf,
  type RoundState,
} from './review.ts'

const states: readonly RoundState[] = ['none', 'open', 'accepted', 'changes', 'withdrawn']
const acts: readonly ReviewAct[] = [
  'submit',
  'accept',
  'changes',
  'withdraw',
  'complete',
  'moveBack',
  'reassign',
  'delete',
  'agree',
]
const actors: readonly Reviewer[] = ['author', 'only manager', 'manager', 'member']

/** For each state and act what author, only manager, other manager and other member bring about, in this order. */
const closed = {
  submit: 'submitted submitted forbidden forbidden',
  accept: 'forbidden conflict conflict forbidden',
  changes: 'forbidden conflict conflict forbidden',
  withdraw: 'conflict conflict forbidden forbidden',
  complete: 'nothing nothing nothing nothing',
  moveBack: 'nothing nothing nothing nothing',
  reassign: 'nothing nothing nothing nothing',
  delete: 'nothing nothing nothing nothing',
  agree: 'nothing nothing nothing nothing',
}
const expected: Readonly<Record<RoundState, Readonly<Record<ReviewAct, string>>>> = {
  none: closed,
  accepted: closed,
  changes: closed,
  withdrawn: closed,
  open: {
    submit: 'conflict conflict forbidden forbidden',
    accept: 'forbidden accepted accepted forbidden',
    changes: 'forbidden changes changes forbidden',
    withdraw: 'withdrawn withdrawn forbidden forbidden',
    complete: 'forbidden accepted accepted forbidden',
    moveBack: 'withdrawn withdrawn changes forbidden',
    reassign: 'withdrawn withdrawn withdrawn forbidden',
    delete: 'withdrawn withdrawn withdrawn forbidden',
    agree: 'accepted accepted accepted forbidden',
  },
}

describe('[REVIEW-15] the review of a task, for every state, act and actor', () => {
  test.each(states.flatMap((state) => acts.map((act) => [state, act] as const)))('%s: %s', (state, act) => {
    expect(actors.map((actor) => decideReview(state, actor, act)).join(' ')).toBe(expected[state][act])
  })
})

test('the author of a round is an ordinary author unless they are the only manager', () => {
  const who = (isAuthor: boolean, role: 'owner' | 'admin' | 'member', isOnlyManager: boolean) =>
    reviewerOf({ isAuthor, role, isOnlyManager })
  expect([who(true, 'member', false), who(true, 'owner', false), who(true, 'owner', true)]).toEqual([
    'author',
    'author',
    'only manager',
  ])
  expect([who(false, 'admin', false), who(false, 'owner', true), who(false, 'member', false)]).toEqual([
    'manager',
    'manager',
    'member',
  ])
})

test('a change is to an open round what it does to the task: deletion before a new assignee, that before a move', () => {
  const before = { status: 3, assignedToID: 'kofi' }
  const of = (after: Partial<typeof before> & { isDeleted?: boolean }) => actOfChange(before, { ...before, ...after })
  expect(of({})).toBeNull()
  expect([0, 1, 2, 3, 4, 5].map((status) => of({ status }))).toEqual([
    'moveBack',
    'moveBack',
    'moveBack',
    null,
    'complete',
    'moveBack',
  ])
  expect(of({ assignedToID: 'lena', status: 4 })).toBe('reassign')
  expect(of({ isDeleted: true, assignedToID: 'lena' })).toBe('delete')
})

test('a task is handed in from In Progress and Under Review', () => {
  expect([0, 1, 2, 3, 4, 5].filter((status) => maySubmitFrom(status))).toEqual([2, 3])
})

test('[GUEST-06] a guest, who moves no task, hands in from wherever somebody has put it back', () => {
  expect([0, 1, 2, 3, 4, 5].filter((status) => maySubmitFrom(status, true))).toEqual([0, 1, 2, 3])
})
