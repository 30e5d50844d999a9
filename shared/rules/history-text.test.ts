import { describe, expect, test } from 'vitest'
import type { FeedEntry, HistoryEvent } from '../contract/comments.ts'
import { feedItems, historySentence } from './history-text.ts'
import { namesIn, numbersIn } from './comment-names.ts'

const kofi = { id: '01890000-0000-7000-8000-000000000001', username: 'kofi', name: 'Kofi Mensah' }
const lena = { id: '01890000-0000-7000-8000-000000000002', username: 'lena', name: '' }
const event = (
  kind: string,
  changes: HistoryEvent['changes'] = [],
  more: Partial<HistoryEvent> = {},
): HistoryEvent => ({
  kind,
  actor: kofi,
  changes,
  round: null,
  ...more,
})
const changed = (field: string, from: string | null = null, to: string | null = null) =>
  event('task.changed', [{ field, from, to }])
const now = new Date('2026-11-22T12:00:00Z')
const said = (...events: HistoryEvent[]) => historySentence({ actor: events[0]?.actor ?? null, events }, now)

describe('[STAGE-14] history names the stage', () => {
  const staged = (from: string | null, to: string | null, ...more: HistoryEvent['changes']) =>
    event(more.length > 0 ? 'task.moved' : 'task.staged', [...more, { field: 'stage', from, to }])
  test.each<[string, HistoryEvent[]]>([
    ['Kofi Mensah moved this to QA', [staged('Build', 'QA')]],
    ['Kofi Mensah moved this to QA', [staged(null, 'QA', { field: 'status', from: '2', to: '3' })]],
    // Two moves within two minutes are one line, which names where they led.
    [
      'Kofi Mensah moved this to Done',
      [staged('Build', 'QA'), staged(null, 'Done', { field: 'status', from: '3', to: '4' })],
    ],
    // A status without stages has no name of its own.
    [
      'Kofi Mensah moved this to Under Review',
      [staged('Build', 'QA'), event('task.moved', [{ field: 'status', from: '2', to: '3' }])],
    ],
  ])('%s', (sentence, events) => {
    expect(said(...events)).toBe(sentence)
  })
})

describe('[TALK-06] history in sentences', () => {
  test.each<[string, HistoryEvent]>([
    ['Kofi Mensah created this', event('task.created')],
    ['Kofi Mensah moved this to Under Review', event('task.moved', [{ field: 'status', from: '2', to: '3' }])],
    ['Kofi Mensah assigned this to lena', event('task.assigned', [{ field: 'assignee', from: null, to: 'lena' }])],
    ['Kofi Mensah took lena off this', event('task.assigned', [{ field: 'assignee', from: 'lena', to: null }])],
    [
      'Kofi Mensah handed this from lena to ada',
      event('task.assigned', [{ field: 'assignee', from: 'lena', to: 'ada' }]),
    ],
    ['Kofi Mensah took this on', event('task.assigned', [{ field: 'assignee', from: null, to: 'Kofi Mensah' }])],
    ['Kofi Mensah gave this up', event('task.assigned', [{ field: 'assignee', from: 'Kofi Mensah', to: null }])],
    ['Kofi Mensah changed the title', changed('title')],
    ['Kofi Mensah changed the due date from 3 to 5 December', changed('dueOn', '2026-12-03', '2026-12-05')],
    ['Kofi Mensah changed the due date from 30 November to 5 December', changed('dueOn', '2026-11-30', '2026-12-05')],
    [
      'Kofi Mensah changed the due date from 30 December to 2 January 2027',
      changed('dueOn', '2026-12-30', '2027-01-02'),
    ],
    ['Kofi Mensah set the due date to 5 December', changed('dueOn', null, '2026-12-05')],
    ['Kofi Mensah removed the due date (5 December)', changed('dueOn', '2026-12-05', null)],
    ['Kofi Mensah changed the priority from none to high', changed('priority', 'none', 'high')],
    ['Kofi Mensah changed the labels', changed('labelIDs')],
    ['Kofi Mensah submitted this for review (round 2)', event('submission.submitted', [], { round: 2 })],
    ['Kofi Mensah took this', event('claim.made')],
    ['Kofi Mensah took more time', event('claim.extended')],
    ['Kofi Mensah gave this back', event('claim.returned')],
    ['Kofi Mensah took this back', event('claim.takenBack')],
    ['The time for this was over', event('claim.expired', [], { actor: null })],
    ['Kofi Mensah requested changes', event('submission.changes', [], { round: 1 })],
    ['This is overdue', event('task.overdue', [], { actor: null })],
    [
      'Somebody moved this to Completed',
      event('task.moved', [{ field: 'status', from: '3', to: '4' }], { actor: null }),
    ],
    ['Kofi Mensah changed this', event('task.ofANewerServer')],
    ['Kofi Mensah made an offer for this', event('offer.made')],
    [
      'Kofi Mensah changed the offer',
      event('offer.changed', [
        { field: 'amountCents', from: '4000', to: '5000' },
        { field: 'payDays', from: null, to: null },
      ]),
    ],
    ['Kofi Mensah closed the offer', event('offer.closed')],
    ['Kofi Mensah changed the offer', event('reward.reserved')],
    ['Kofi Mensah made the reward due', event('reward.due')],
    ['This waits for its payment', event('reward.reminded', [], { actor: null })],
  ])('%s', (sentence, one) => {
    expect(said(one)).toBe(sentence)
  })
})

const entry = (seconds: number, one: HistoryEvent | null, id = `entry ${seconds}`): FeedEntry => ({
  id,
  createdAt: new Date(now.getTime() + seconds * 1000).toISOString(),
  event: one,
  comment: one ? null : ({ id } as FeedEntry['comment']),
})
const moved = (from: string, to: string, actor = kofi) => ({
  ...event('task.moved', [{ field: 'status', from, to }]),
  actor,
})
const lines = (...entries: FeedEntry[]) =>
  feedItems(entries).map((item) => (item.type === 'comment' ? 'comment' : historySentence(item, now)))

describe('[TALK-07] changes of the same person within two minutes are one line', () => {
  test('several fields are told together, and one field from its first to its last value', () => {
    expect(
      lines(
        entry(0, changed('title')),
        entry(30, changed('dueOn', '2026-12-03', '2026-12-04')),
        entry(60, changed('dueOn', '2026-12-04', '2026-12-05')),
        entry(120, moved('1', '2')),
      ),
    ).toEqual([
      'Kofi Mensah changed the title, changed the due date from 3 to 5 December and moved this to In Progress',
    ])
  })
  test('another person, two minutes or a comment begin another line', () => {
    expect(
      lines(
        entry(0, moved('1', '2')),
        entry(10, moved('2', '3', lena)),
        entry(20, moved('3', '2')),
        entry(141, moved('2', '3')),
        entry(150, null),
        entry(160, moved('3', '4')),
      ),
    ).toEqual([
      'Kofi Mensah moved this to In Progress',
      'lena moved this to Under Review',
      'Kofi Mensah moved this to In Progress',
      'Kofi Mensah moved this to Under Review',
      'comment',
      'Kofi Mensah moved this to Completed',
    ])
  })
  test('a status that is moved there and back says so', () => {
    expect(lines(entry(0, moved('1', '2')), entry(5, moved('2', '1')))).toEqual([
      'Kofi Mensah moved this, and back to Assigned',
    ])
  })
  test('so does any other field that has its first value again', () => {
    const there = (field: string, from: string | null, to: string | null) => [
      entry(0, changed(field, from, to)),
      entry(5, changed(field, to, from)),
    ]
    expect(lines(...there('priority', 'low', 'high'))).toEqual(['Kofi Mensah changed the priority, and back'])
    expect(lines(...there('dueOn', '2026-12-03', '2026-12-05'))).toEqual(['Kofi Mensah changed the due date, and back'])
    expect(lines(...there('assignee', 'Ada', 'Grace'))).toEqual(['Kofi Mensah changed the assignee, and back'])
    expect(lines(...there('estimateHours', null, '3'))).toEqual(['Kofi Mensah changed the estimate'])
  })
})

describe('[TALK-11] [TALK-12] names and numbers in a comment', () => {
  test('names stand behind an @ that begins a word, in any case, and not in code', () => {
    expect(namesIn('@Ada, (@grace) @ada.\n@x `@code` a@b.org\n```\n@block\n```\n@last')).toEqual([
      'ada',
      'grace',
      'last',
    ])
  })
  test('numbers stand behind a # that begins a word', () => {
    expect(numbersIn('#12 (#3), #0 x#4 #5a https://example.org/#6 `#7` #12')).toEqual([12, 3])
  })
})

test('[TALK-06] who takes a task is said once to have it, and what an offer reserves is not said beside it', () => {
  const taken = [
    event('claim.made'),
    event('task.moved', [{ field: 'status', from: '1', to: '2' }]),
    event('task.assigned', [{ field: 'assignee', from: null, to: 'Kofi Mensah' }]),
  ]
  expect(said(...taken)).toBe('Kofi Mensah took this and moved this to In Progress')
  expect(said(event('task.created'), event('offer.made'), event('reward.reserved'))).toBe(
    'Kofi Mensah created this and made an offer for this',
  )
})
