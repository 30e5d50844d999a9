import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventKinds } from '#shared/contract/events.ts'
import type { LoggedEvent } from '../events/read.ts'
import { listenersOf, mayReceive } from './audience.ts'
import type { Rights } from './live-repository.ts'

const people = ['ada', 'ben', 'cleo', 'dan', 'eve']
const projects = ['map', 'bridge']
/** A guest hears of what comes after the offer. */
const [BEFORE, LATER] = [new Date(-1), new Date(1)]
const person = fc.constantFrom(...people)

/** Who is a member of what, and whether the project is gone; and who administers. */
const rights = fc
  .record({
    members: fc.uniqueArray(
      fc.record({
        userID: person,
        projectID: fc.constantFrom(...projects),
        role: fc.constantFrom('owner' as const, 'admin' as const, 'member' as const),
      }),
      { selector: ({ userID, projectID }) => `${userID} ${projectID}` },
    ),
    gone: fc.subarray(projects),
    guests: fc.array(fc.record({ userID: person, isLate: fc.boolean() }), { maxLength: 2 }),
    administrators: fc.subarray(people),
  })
  .map(({ members, gone, guests, administrators }): Rights => ({
    membersOf: (projectID) => members.filter((one) => one.projectID === projectID).map(({ userID }) => userID),
    administrators,
    isAdministrator: (userID) => administrators.includes(userID),
    memberOf: (userID, projectID) => {
      const found = members.find((one) => one.userID === userID && one.projectID === projectID)
      return found && { role: found.role, isDeleted: gone.includes(found.projectID) }
    },
    guestsOf: (taskID) =>
      new Map(taskID === null ? [] : guests.map(({ userID, isLate }) => [userID, isLate ? LATER : BEFORE])),
  }))

const event = fc
  .record({
    kind: fc.constantFrom(...eventKinds),
    projectID: fc.option(fc.constantFrom(...projects)),
    requestID: fc.option(fc.constant('request')),
    subjectID: fc.option(person),
    taskID: fc.option(fc.constant('task')),
  })
  .map((some): LoggedEvent => {
    const about = { actorID: 'ada', data: {}, createdAt: new Date(0), id: 'event', xid: '1' }
    return { ...about, ...some }
  })

test('[LIVE-11] those whom a change is looked up for are all who may hear of it, whoever else is connected', () => {
  fc.assert(
    fc.property(event, rights, fc.subarray(people), (one, given, here) => {
      const all = people.filter((userID) => here.includes(userID) && mayReceive(one, userID, given))
      expect(listenersOf(one, given, (userID) => here.includes(userID)).toSorted()).toEqual(all)
    }),
    { numRuns: 3_000 },
  )
})

test('[LIVE-11] the rights of members who are not connected are not looked at', () => {
  const asked: string[] = []
  const given: Rights = {
    membersOf: () => people,
    administrators: [],
    isAdministrator: () => false,
    memberOf: (userID) => {
      asked.push(userID)
      return { role: 'member', isDeleted: false }
    },
    guestsOf: () => new Map(),
  }
  const about = { actorID: 'ada', taskID: null, requestID: null, subjectID: null, data: {}, createdAt: new Date(0) }
  const one: LoggedEvent = { ...about, id: 'event', xid: '1', kind: 'task.created', projectID: 'map' }
  expect(listenersOf(one, given, (userID) => userID === 'ben')).toEqual(['ben'])
  expect(asked).toEqual(['ben'])
})

test('[GUEST-12] a guest hears of the task since its offer was made, and of nothing else', () => {
  const given: Rights = {
    membersOf: () => [],
    administrators: [],
    isAdministrator: () => false,
    memberOf: () => undefined,
    guestsOf: (taskID) => new Map(taskID === 'task' ? [['ben', new Date(0)]] : []),
  }
  const hears = (some: Partial<LoggedEvent>) => {
    const about = {
      actorID: 'ada',
      projectID: 'map',
      requestID: null,
      subjectID: null,
      data: {},
      id: 'event',
      xid: '1',
    }
    const one: LoggedEvent = { ...about, taskID: 'task', createdAt: new Date(0), kind: 'comment.added', ...some }
    return listenersOf(one, given, () => true).includes('ben')
  }
  expect(hears({})).toBe(true)
  expect(hears({ createdAt: new Date(-1) })).toBe(false)
  expect(hears({ taskID: 'other' })).toBe(false)
  expect(hears({ taskID: null })).toBe(false)
  expect(hears({ kind: 'reward.due', subjectID: 'ben' })).toBe(true)
  expect(hears({ kind: 'reward.due', subjectID: 'ada' })).toBe(false)
  // What is paid to them is theirs, whether or not it is for a task.
  for (const kind of ['payment.recorded', 'payment.voided', 'payment.confirmed', 'payment.missing'] as const)
    expect([hears({ kind, taskID: null, subjectID: 'ben' }), hears({ kind, taskID: null, subjectID: 'ada' })]).toEqual([
      true,
      false,
    ])
  const heard = eventKinds.filter((kind) => hears({ kind }))
  expect(heard.filter((kind) => !/^(?:task|comment|submission|claim|offer|proposal|dispute)\./.test(kind))).toEqual([])
  for (const kind of ['task.created', 'task.staged', 'task.ordered', 'reward.reserved', 'member.joined'] as const)
    expect(heard).not.toContain(kind)
})

test('a change of a kind that is not known here reaches nobody', () => {
  const given: Rights = {
    membersOf: () => people,
    administrators: people,
    isAdministrator: () => true,
    memberOf: () => ({ role: 'owner', isDeleted: false }),
    guestsOf: () => new Map(people.map((userID) => [userID, BEFORE])),
  }
  const one = { kind: 'comet.seen', projectID: 'map', requestID: null, subjectID: 'ada' } as unknown as LoggedEvent
  expect(listenersOf(one, given, () => true)).toEqual([])
})
