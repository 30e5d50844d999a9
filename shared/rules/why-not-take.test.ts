import { describe, expect, test } from 'vitest'
import { projectStatus, taskStatus } from './statuses.ts'
import { type TakeAct, type TakeFacts, whyNotReasons, type WhyNotReason, whyNotTake } from './why-not-take.ts'

const offer = { mode: 'claim', takers: 'anyone', minTier: null, isRewarded: true } as const
const open: TakeFacts = {
  task: { status: taskStatus.assigned, holder: null, offer },
  project: {
    status: projectStatus.published,
    isArchived: false,
    isPaused: false,
    membersTake: true,
    owner: 'Marta',
    waitingRounds: 9,
    reviewQueueMax: 10,
    unsettled: null,
  },
  person: {
    role: null,
    isBlocked: false,
    isKnown: false,
    tier: 'basic',
    acceptedTasks: 1,
    held: 1,
    heldHere: 1,
    waitingApplications: 9,
    oldestAnswer: 'Friday',
    tooSoonUntil: null,
  },
}

type Changes = { [P in keyof TakeFacts]?: Partial<TakeFacts[P]> }
const facts = ({ task, project, person }: Changes): TakeFacts => ({
  task: { ...open.task, ...task },
  project: { ...open.project, ...project },
  person: { ...open.person, ...person },
})
const why = (changes: Changes, act: TakeAct = 'claim') => whyNotTake(facts(changes), act)

type Row = [reason: WhyNotReason, changes: Changes, status: 403 | 409, code: string, text: string, act?: TakeAct]
const takers = (which: NonNullable<TakeFacts['task']['offer']>['takers']) => ({ offer: { ...offer, takers: which } })
const byApplication = { offer: { ...offer, mode: 'apply' as const } }
/** Each reason first where it is the only one; more rows for its other texts. */
const rows: Row[] = [
  ['taken', { task: { holder: 'Ana' } }, 409, 'CONFLICT', 'Ana was quicker.'],
  ['notOpen', { task: { status: 3 } }, 409, 'CONFLICT', 'This task is not open any more.'],
  ['notOpen', { task: byApplication }, 409, 'CONFLICT', 'Apply for this task; it is not taken at once.'],
  ['notOpen', {}, 409, 'CONFLICT', 'Take this task; it needs no application.', 'apply'],
  [
    'notOpen',
    { task: { offer: { ...offer, mode: 'assigned' } } },
    409,
    'CONFLICT',
    'Marta gives this task to somebody.',
    'apply',
  ],
  ['notGivenOut', { project: { status: 0 } }, 409, 'CONFLICT', 'Not given out while the project is a draft.'],
  ['notGivenOut', { project: { isPaused: true } }, 409, 'CONFLICT', 'Not given out while the project is paused.'],
  ['notGivenOut', { project: { isArchived: true } }, 409, 'CONFLICT', 'Not given out while the project is archived.'],
  ['notGivenOut', { project: { status: 3 } }, 409, 'CONFLICT', 'Not given out while the project is completed.'],
  ['notGivenOut', { project: { status: 4 } }, 409, 'CONFLICT', 'Not given out while the project is rejected.'],
  [
    'notGivenOut',
    { task: { offer: null }, project: { membersTake: false }, person: { role: 'member' } },
    403,
    'FORBIDDEN',
    'In this project owners and admins give out the tasks.',
  ],
  ['queueFull', { project: { waitingRounds: 10 } }, 409, 'QUEUE_FULL', 'Marta has 10 hand-ins to review first.'],
  [
    'queueFull',
    { project: { waitingRounds: 1, reviewQueueMax: 1 } },
    409,
    'QUEUE_FULL',
    'Marta has 1 hand-in to review first.',
  ],
  ['posterStopped', { project: { unsettled: '$400.00 to Ana' } }, 409, 'CONFLICT', 'Settle $400.00 to Ana first.'],
  ['owner', { person: { role: 'owner' } }, 403, 'FORBIDDEN', 'Owners do not take tasks of their own project.'],
  ['blocked', { person: { isBlocked: true } }, 403, 'FORBIDDEN', 'This project does not take your applications.'],
  [
    'tier',
    { task: { offer: { ...offer, takers: 'tier', minTier: 'silver' } }, person: { tier: 'bronze' } },
    403,
    'FORBIDDEN',
    'For people of Silver and above.',
  ],
  [
    'known',
    { task: takers('known'), person: { role: null } },
    403,
    'FORBIDDEN',
    'For people who have worked with Marta or are vouched for.',
  ],
  [
    'newcomers',
    { task: takers('newcomers'), person: { acceptedTasks: 3, role: 'member' } },
    403,
    'FORBIDDEN',
    'For people with fewer than 3 accepted tasks.',
  ],
  ['members', { task: takers('members') }, 403, 'FORBIDDEN', 'For members of this project.'],
  ['members', { task: { offer: null } }, 403, 'FORBIDDEN', 'For members of this project.'],
  [
    'cap',
    { person: { held: 2, tier: 'basic' } },
    409,
    'CAP_REACHED',
    'You hold 2 of 2 tasks. Hand one in or give one back.',
  ],
  [
    'cap',
    { person: { held: 1, acceptedTasks: 0 } },
    409,
    'CAP_REACHED',
    'You hold 1 of 1 task. Hand one in or give one back.',
  ],
  [
    'cap',
    { task: byApplication, person: { waitingApplications: 10 } },
    409,
    'CAP_REACHED',
    '10 of 10 applications wait; the oldest is answered by Friday.',
    'apply',
  ],
  [
    'cap',
    { task: byApplication, person: { waitingApplications: 20, tier: 'gold', oldestAnswer: null } },
    409,
    'CAP_REACHED',
    '20 of 20 applications wait.',
    'apply',
  ],
  [
    'projectCap',
    { person: { tier: 'gold', held: 2, heldHere: 2 } },
    409,
    'CAP_REACHED',
    'You hold 2 of 2 tasks in this project. Hand one in or give one back.',
  ],
  [
    'tooSoon',
    { person: { tooSoonUntil: '12 December, 14:00' } },
    409,
    'CONFLICT',
    'You had this task. You can take it again after 12 December, 14:00.',
  ],
]

describe('[CLAIM-42] why somebody may not take a task', () => {
  test('an open task is taken, and one with applications applied for', () => {
    expect([why({}), why({ task: byApplication }, 'apply')]).toEqual([null, null])
  })

  test.each(rows)('%s %j: %i %s %s', (reason, changes, status, code, text, act) => {
    expect(why(changes, act)).toEqual({ reason, status, code, text })
  })

  test('each of the 14 reasons is a row', () => {
    expect(whyNotReasons).toHaveLength(14)
    expect([...new Set(rows.map(([reason]) => reason))]).toEqual([...whyNotReasons])
  })

  test.each(whyNotReasons.slice(0, -1).map((reason, index) => [reason, whyNotReasons.slice(index + 1)] as const))(
    '%s comes before the reasons behind it',
    (reason, later) => {
      // Facts that make two reasons true at once, where one person and one offer can have both.
      const [first] = rows.filter(([of]) => of === reason)
      for (const other of later) {
        const [second] = rows.filter(([of]) => of === other)
        const both = [second?.[1], first?.[1]].reduce<Changes>(
          (all, { task, project, person } = {}) => ({
            task: { ...all.task, ...task },
            project: { ...all.project, ...project },
            person: { ...all.person, ...person },
          }),
          {},
        )
        expect(why(both)?.reason).toBe(reason)
      }
    },
  )
})

test('[CLAIM-38] takers tier lets in its tier and those above', () => {
  const silver = { offer: { ...offer, takers: 'tier' as const, minTier: 'silver' as const } }
  const tiers = ['basic', 'bronze', 'silver', 'gold'] as const
  expect(tiers.map((tier) => why({ task: silver, person: { tier } })?.reason ?? null)).toEqual([
    'tier',
    'tier',
    null,
    null,
  ])
})

test('[CLAIM-39] takers known lets in members and known people', () => {
  const task = takers('known')
  expect([why({ task, person: { isKnown: true } }), why({ task, person: { role: 'member' } })]).toEqual([null, null])
})

test('[CLAIM-40] takers newcomers lets in members with fewer than three accepted tasks, takers members all members', () => {
  expect(why({ task: takers('newcomers'), person: { acceptedTasks: 2, role: 'member' } })).toBeNull()
  expect(why({ task: takers('members'), person: { role: 'admin', tier: 'gold', acceptedTasks: 90 } })).toBeNull()
})

test('[CLAIM-29] a member holds three tasks of a project', () => {
  const gold = { role: 'member', tier: 'gold' } as const
  expect(why({ person: { ...gold, held: 2, heldHere: 2 } })).toBeNull()
  expect(why({ person: { ...gold, held: 3, heldHere: 3 } })?.text).toBe(
    'You hold 3 of 3 tasks in this project. Hand one in or give one back.',
  )
})

test('[CLAIM-16] a task without an offer is for members, owners too, under no cap and beside a full queue', () => {
  const task = { offer: null }
  const full = { held: 9, heldHere: 9 }
  const project = { waitingRounds: 50, unsettled: '$400.00 to Ana' }
  for (const role of ['owner', 'admin', 'member'] as const)
    expect(why({ task, project, person: { ...full, role } })).toBeNull()
})

test('[SETTLE-37] the stop of a poster never concerns an offer of 0', () => {
  const task = { offer: { ...offer, isRewarded: false } }
  expect(why({ task, project: { unsettled: '$400.00 to Ana' } })).toBeNull()
})
