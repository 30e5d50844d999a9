import { z } from 'zod'
import { brand } from '../brand.ts'
import { enveloped, messageOnly, time } from './common.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'

/** The most days in a calendar. */
export const CALENDAR_MAX = 1_000

const hideTitles = z.boolean().meta({
  description: `Whether each day says only what kind of day it is ('${brand.name}: review'), and no title.`,
  examples: [false],
})
const calendarState = z
  .object({
    hideTitles,
    createdAt: time.meta({ description: 'When the address was made.' }),
  })
  .meta({ id: 'CalendarState', description: 'That the viewer has an address of a calendar, without the address.' })
export type CalendarState = z.output<typeof calendarState>

export const calendar = noun('The viewer’s own days, at an address that calendar programs read.', {
  get: endpoint({
    method: 'GET',
    path: '/users/calendar',
    summary: 'Whether the viewer has an address of a calendar. The address itself cannot be read again.',
    policy: 'user',
    scope: null,
    since: 'calendar',
    response: enveloped(calendarState.nullable()),
    failure: serverMessageOr('Failed to load your calendar'),
  }),
  make: endpoint({
    method: 'POST',
    path: '/users/calendar',
    summary: 'Makes the address of the viewer’s calendar; the one before it stops working. Only this answer has it.',
    policy: 'user',
    scope: null,
    since: 'calendar',
    body: z.strictObject({ hideTitles: hideTitles.default(false) }),
    response: enveloped(
      calendarState.extend({
        address: z.string().meta({
          description: 'The address to give to a calendar program. Anyone who has it can see these days.',
          examples: ['https://guildhall.example.org/calendar/0Zx9….ics'],
        }),
      }),
    ),
    status: 201,
    leaves: [],
    stale: ['calendar.get'],
    failure: serverMessageOr('Failed to make the address'),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/users/calendar',
    summary: 'Hides or shows titles in the calendar; its address stays.',
    policy: 'user',
    scope: null,
    since: 'calendar',
    body: z.strictObject({ hideTitles }),
    response: messageOnly,
    fails: { 404: 'NOT_FOUND' },
    leaves: [],
    stale: ['calendar.get'],
    failure: serverMessageOr('Failed to change your calendar'),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/users/calendar',
    summary: 'Ends the address of the viewer’s calendar.',
    policy: 'user',
    scope: null,
    since: 'calendar',
    response: messageOnly,
    leaves: [],
    stale: ['calendar.get'],
    failure: serverMessageOr('Failed to remove the address'),
  }),
})
