import { describe, expect, test } from 'vitest'
import type { Notice } from '#shared/contract/notifications.ts'
import { badgeBitmap, BADGE_SIZE, badgeText } from './badge-image.ts'
import { collectedText, inboxLink, isQuiet, linkOf, textOf } from './what-to-show.ts'

const id = '019b3ec4-b441-7240-8f35-5733658cfe3b'
const at = '2026-11-22T12:00:00.000Z'
const notice = (change: Partial<Notice> = {}): Notice => ({
  id,
  group: 'requests',
  kind: 'request.applied',
  count: 1,
  actor: { id, username: 'kofi', name: 'Kofi' },
  project: { id, title: 'Bridge repair' },
  task: null,
  deletedTask: null,
  requestID: null,
  money: null,
  endsAt: null,
  rejection: null,
  createdAt: at,
  updatedAt: at,
  isUnread: true,
  snoozedUntil: null,
  address: `/project/${id}/collaborators`,
  ...change,
})
const task = { id, taskId: '12', title: 'Draw the map' }
const told = { hidePreviews: false, timeZone: null, now: new Date(at) }
const hidden = { title: 'Guildhall: something new for you', body: '' }

describe('what a notice says', () => {
  test('its sentence, and the project of a task', () => {
    expect(textOf(notice(), told)).toEqual({ title: 'Kofi applied to Bridge repair', body: '' })
    const assigned = notice({ kind: 'task.assigned', task })
    expect(textOf(assigned, told)).toEqual({ title: 'Kofi assigned you to Draw the map', body: 'Bridge repair' })
    expect(collectedText(5, told)).toEqual({ title: '5 new', body: '' })
  })

  test.each([
    ['2026-11-22T22:59:00.000Z', 'Your claim ends today'],
    ['2026-11-22T23:00:00.000Z', 'Your claim ends tomorrow'],
    ['2026-11-23T22:59:00.000Z', 'Your claim ends tomorrow'],
    ['2026-11-25T12:00:00.000Z', 'Your claim ends on November 25'],
    // It has ended since, or a round is open: then the sentence of the inbox.
    ['2026-11-22T11:00:00.000Z', 'Your time for Draw the map ends soon'],
    [null, 'Your time for Draw the map ends soon'],
  ])('[SETTLE-48] when a claim ends, by the day of the reader: %s', (endsAt, title) => {
    const warned = notice({ group: 'direct', kind: 'claim.warned', task, actor: null, endsAt })
    const body = title.startsWith('Your claim') ? 'Draw the map · Bridge repair' : 'Bridge repair'
    expect(textOf(warned, { ...told, timeZone: 'Europe/Vienna' })).toEqual({ title, body })
  })

  test.each([
    [{ amountCents: 40_000, currency: 'USD' }, '$400'],
    [{ amountCents: 40_050, currency: 'USD' }, '$400.50'],
    [{ amountCents: 12_345_600, currency: 'EUR' }, '€123,456'],
    [{ amountCents: 150_000, currency: 'JPY' }, '¥1,500'],
  ])('[SETTLE-48] what is owed and what was paid, with the amount: %o', (money, amount) => {
    // Several events of the task, such as the acceptance before it, leave the figure in front.
    const due = notice({ group: 'money', kind: 'reward.due', task, money, count: 2 })
    expect(textOf(due, told)).toEqual({ title: `Owed: ${amount}`, body: 'Draw the map · Bridge repair' })
    const paid = notice({ group: 'money', kind: 'payment.recorded', task, money })
    expect(textOf(paid, told)).toEqual({ title: 'Recorded as paid', body: `${amount} · Draw the map · Bridge repair` })
    for (const one of [due, paid]) {
      expect(textOf(one, { ...told, hidePreviews: true })).toEqual(hidden)
      expect(linkOf(one)).toBe(`guildhall://project/${id}/tasks/12`)
    }
    // A server before has no figures.
    expect(textOf({ ...paid, money: null }, told).title).toBe('Kofi recorded a payment to you in Bridge repair')
  })

  test('[NOTICE-06] with hidden previews these words and no other, alone or collected', () => {
    expect(textOf(notice(), { ...told, hidePreviews: true })).toEqual(hidden)
    expect(collectedText(5, { hidePreviews: true })).toEqual(hidden)
  })

  test.each([
    'Mail ada@guildhall.test',
    'See https://evil.test/x',
    'guildhall://login',
    'Code 123456',
    'ghd_abcdefghijklmnopqrstuvwxyz012345',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIi',
    id,
  ])('[NOTICE-07] a title that could be an address, a code or a token is not said: %s', (title) => {
    expect(textOf(notice({ project: { id, title } }), told)).toEqual(hidden)
    expect(textOf(notice({ kind: 'task.assigned', task, project: { id, title } }), told)).toEqual(hidden)
    expect(textOf(notice({ kind: 'task.assigned', task: { ...task, title } }), told)).toEqual(hidden)
  })

  test.each(['Bridge repair 2026', 'Phase 12345', 'Call 1234567 times', 'Ada & Co: tides'])(
    'ordinary titles are said: %s',
    (title) => {
      expect(textOf(notice({ project: { id, title } }), told).title).toBe(`Kofi applied to ${title}`)
    },
  )
})

describe('quiet hours', () => {
  const night = { quietHours: { from: '22:00', to: '07:00' }, timeZone: 'Europe/Vienna' }
  test.each([
    [night, '2026-11-22T20:59:00Z', false],
    [night, '2026-11-22T21:00:00Z', true],
    [night, '2026-11-23T00:30:00Z', true],
    [night, '2026-11-23T05:59:00Z', true],
    [night, '2026-11-23T06:00:00Z', false],
    // In summer the same hours begin an hour earlier.
    [night, '2026-07-22T20:00:00Z', true],
    [{ quietHours: { from: '12:00', to: '13:00' }, timeZone: null }, '2026-11-22T12:30:00Z', true],
    [{ quietHours: { from: '12:00', to: '13:00' }, timeZone: null }, '2026-11-22T13:00:00Z', false],
    [{ quietHours: { from: '09:00', to: '09:00' }, timeZone: null }, '2026-11-22T09:00:00Z', false],
    [{ quietHours: null, timeZone: null }, '2026-11-22T03:00:00Z', false],
  ])('[NOTICE-02] %o at %s: %s', (settings, now, quiet) => {
    expect(isQuiet(settings, new Date(now))).toBe(quiet)
  })
})

describe('what a notice opens', () => {
  test.each<[Partial<Notice>, string]>([
    [{}, `guildhall://project/${id}/collaborators`],
    [{ task, address: `/project/${id}/tasks?task=${id}` }, `guildhall://project/${id}/tasks/12`],
    [{ address: '/my-projects?tab=requests&show=sent' }, 'guildhall://my-projects'],
    [{ address: '/my-projects#invited' }, 'guildhall://my-projects'],
    [{ address: '/founder/admin' }, inboxLink],
    [{ address: '//evil.test' }, inboxLink],
    [{ address: '/market?next=//evil.test' }, 'guildhall://market'],
    [{ task: { ...task, taskId: '0' }, address: '/talent' }, 'guildhall://talent'],
  ])('[NOTICE-04] a notice opens only what a link from outside may open: %o opens %s', (change, link) => {
    expect(linkOf(notice(change))).toBe(link)
  })
})

describe('the picture over the taskbar', () => {
  /** The white dots of a picture, as text. */
  const drawn = (count: number) => {
    const bytes = badgeBitmap(count)
    const rows = Array.from({ length: BADGE_SIZE }, (_, y) =>
      Array.from({ length: BADGE_SIZE }, (_, x) => (bytes[(y * BADGE_SIZE + x) * 4] === 0xff ? '#' : '.')).join(''),
    )
    return rows.map((row) => row.replace(/\.+$/, '')).filter(Boolean)
  }
  test('[NOTICE-08] it has the number, and 9+ for more', () => {
    expect([badgeText(3), badgeText(9), badgeText(10)]).toEqual(['3', '9', '9+'])
    expect(drawn(7)).toEqual(
      ['######', '######', ...Array.from({ length: 8 }, () => '....##')].map((row) => `.....${row}`),
    )
    expect(drawn(12)).toEqual(['###', '#.#..#', '###.###', '..#..#', '###'].map((row) => `....${row}`))
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => drawn(count).join())).size).toBe(10)
    expect(drawn(11)).toEqual(drawn(99))
  })
})
