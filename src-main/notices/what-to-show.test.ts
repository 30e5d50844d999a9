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
  rejection: null,
  createdAt: at,
  updatedAt: at,
  isUnread: true,
  snoozedUntil: null,
  address: `/project/${id}/collaborators`,
  ...change,
})
const task = { id, taskId: '12', title: 'Draw the map' }
const told = { hidePreviews: false }
const hidden = { title: 'Guildhall: something new for you', body: '' }

describe('what a notice says', () => {
  test('its sentence, and the project of a task', () => {
    expect(textOf(notice(), told)).toEqual({ title: 'Kofi applied to Bridge repair', body: '' })
    const assigned = notice({ kind: 'task.assigned', task })
    expect(textOf(assigned, told)).toEqual({ title: 'Kofi assigned you to Draw the map', body: 'Bridge repair' })
    expect(collectedText(5, told)).toEqual({ title: '5 new', body: '' })
  })

  test('[NOTICE-06] with hidden previews these words and no other, alone or collected', () => {
    expect(textOf(notice(), { hidePreviews: true })).toEqual(hidden)
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
