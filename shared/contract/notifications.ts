import { z } from 'zod'
import { enveloped, id, idOf, messageOnly, PAGE_SIZE_MAX, sentTime, time } from './common.ts'
import { rejectionOf } from './decisions.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'
import { timeZoneName } from './time-zone.ts'

/** What notices are sorted into; all but 'following' are for the person themselves. */
export const noticeGroups = ['direct', 'requests', 'review', 'money', 'deadlines', 'following', 'account'] as const
export type NoticeGroup = (typeof noticeGroups)[number]
export const noticeViews = ['forYou', 'following', 'snoozed', 'done'] as const
export type NoticeView = (typeof noticeViews)[number]
const marks = ['read', 'unread', 'done', 'snoozed'] as const
/** The most notices that are marked by their IDs at once. */
const MARKED_MAX = 200

const title = z.string()
export const notice = z
  .object({
    id,
    group: z.enum(noticeGroups).meta({ description: 'Why the person is notified.', examples: ['requests'] }),
    kind: z.string().meta({
      description:
        'What happened last, as the log of events calls it; `task.unassigned` to whom a task was taken from.',
      examples: ['request.applied'],
    }),
    count: z
      .int()
      .min(1)
      .meta({ description: 'The number of its events.', examples: [3] }),
    actor: z
      .object({
        id,
        username: z.string().meta(described.username),
        name: z.string().meta(described.fullName),
      })
      .nullable()
      .meta({ description: 'Who did it last; null when nobody did, or they are gone.' }),
    project: z
      .object({ id, title: title.meta(described.projectTitle) })
      .nullable()
      .meta({ description: 'The project it is about.' }),
    task: z
      .object({
        id,
        taskId: z.string().meta({ description: "The task's number within its project.", examples: ['12'] }),
        title: title.meta(described.taskTitle),
      })
      .nullable()
      .meta({ description: 'The task it is about.' }),
    deletedTask: title
      .nullable()
      .default(null)
      .meta({ ...described.taskTitle, description: 'The title of the task whose deletion it is about, else null.' }),
    requestID: id.nullable().meta({ description: 'The request it is about.' }),
    money: z
      .object({
        amountCents: z.number().meta({ description: 'In hundredths of the currency.', examples: [40_000] }),
        currency: z.string().meta({ description: 'ISO 4217.', examples: ['USD'] }),
      })
      .nullable()
      .default(null)
      .meta({ description: 'What the person is owed or was paid; null where the last event is about neither.' }),
    endsAt: sentTime
      .nullable()
      .default(null)
      .meta({ description: 'Until when the person has the task, where the last event warns of that; else null.' }),
    ...rejectionOf,
    createdAt: time,
    updatedAt: time.meta({ description: 'When its last event happened.' }),
    isUnread: z.boolean().meta({ description: 'Whether it is unread.', examples: [true] }),
    snoozedUntil: time.nullable().meta({ description: 'When it comes back; null where it was not put off.' }),
    address: z.string().meta({
      description: 'Where the app shows the thing: a path with its query.',
      examples: ['/project/01890a5d-ac96-774b-bcce-b302099a8057/collaborators'],
    }),
  })
  .meta({ id: 'Notice', description: 'A notice about one thing, with all that has happened to it since.' })
export type Notice = z.output<typeof notice>

const mailWays = ['now', 'digest', 'off'] as const
const desktop = z.boolean().meta({ description: 'Whether the desktop shows them.', examples: [true] })
const channels = z
  .strictObject({
    inbox: z.boolean().meta({ description: 'Whether the inbox has them.', examples: [true] }),
    mail: z.enum(mailWays).meta({ description: 'A mail soon, once a day, or none.', examples: ['now'] }),
    desktop,
  })
  .meta({ id: 'NoticeChannels', description: 'How the notices of a group reach the person.' })
/** Notices about the account itself cannot be switched off. */
const accountChannels = z
  .strictObject({
    inbox: z.literal(true).meta({ description: 'Always.', examples: [true] }),
    mail: z.enum(['now', 'digest']).meta({ description: 'A mail soon, or once a day.', examples: ['now'] }),
    desktop,
  })
  .meta({ id: 'AccountNoticeChannels', description: 'How notices about the account itself reach the person.' })

const hourOfDay = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'A time of day is written like 22:30.')

export const notificationSettings = z
  .strictObject({
    groups: z
      .strictObject({
        direct: channels,
        requests: channels,
        review: channels,
        money: channels,
        deadlines: channels,
        following: channels,
        account: accountChannels,
      })
      .meta({ description: 'For each group of notices, how they reach the person.' }),
    timeZone: timeZoneName
      .nullable()
      .meta({ description: 'The IANA name of the time zone; null for UTC.', examples: ['Europe/Vienna'] }),
    digestHour: z
      .int()
      .min(0)
      .max(23)
      .meta({ description: 'The hour of the day at which the digest leaves.', examples: [8] }),
    quietHours: z
      .strictObject({
        from: hourOfDay.meta({ description: 'When they begin.', examples: ['22:00'] }),
        to: hourOfDay.meta({ description: 'When they end; earlier than the begin for a night.', examples: ['07:00'] }),
      })
      .nullable()
      .meta({ description: 'When the desktop shows nothing; null for no such hours.' }),
    hidePreviews: z
      .boolean()
      .meta({ description: 'Whether the desktop keeps to itself what a notice says.', examples: [false] }),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.output<typeof notificationSettings>

const everywhere = { inbox: true, mail: 'now', desktop: true } as const
/** What holds for a person who has chosen nothing. */
export const defaultNotificationSettings: NotificationSettings = {
  groups: {
    direct: everywhere,
    requests: everywhere,
    review: everywhere,
    money: everywhere,
    deadlines: { inbox: true, mail: 'digest', desktop: true },
    following: { inbox: true, mail: 'off', desktop: false },
    account: everywhere,
  },
  timeZone: null,
  digestHour: 8,
  quietHours: null,
  hidePreviews: false,
}

const count = (what: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `How many unread ones are ${what}.`, examples: [2] })
const taskParams = z.strictObject({ id: idOf('the task') })
const followed = enveloped(
  z
    .object({
      isFollowing: z.boolean().meta({ description: 'Whether they get notices about it.', examples: [true] }),
      isMuted: z.boolean().meta({ description: 'Whether they have muted it.', examples: [false] }),
    })
    .meta({ id: 'Following', description: 'How the viewer follows a task.' }),
)

export const notifications = noun('The inbox: what a person is told of, and how.', {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    summary: "The viewer's own notices, newest first.",
    policy: 'user',
    scope: 'read',
    since: 'inbox',
    query: z.strictObject({
      view: z
        .enum(noticeViews)
        .default('forYou')
        .meta({
          description: 'For the person themselves, of what they follow, put off until later, or done with.',
          examples: ['forYou'],
        }),
      cursor: z
        .string()
        .max(200)
        .optional()
        .meta({ description: '`nextCursor` of the answer before; without it the list begins.' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(PAGE_SIZE_MAX)
        .default(30)
        .meta({ description: 'The most notices in one answer.', examples: [30] }),
    }),
    response: z.object({
      data: z.array(notice),
      nextCursor: z.string().nullable().meta({ description: 'The cursor of the next page; null at the end.' }),
      upTo: z
        .string()
        .nullable()
        .meta({ description: 'Identifies the present view, to mark all of it; null if it is empty.' }),
    }),
    failure: serverMessageOr('Failed to load the inbox'),
  }),
  count: endpoint({
    method: 'GET',
    path: '/notifications/count',
    summary: 'How many unread notices the viewer has.',
    policy: 'user',
    scope: 'read',
    since: 'inbox',
    response: enveloped(
      z.object({ forYou: count('for the person themselves'), following: count('of what they follow') }),
    ),
    failure: serverMessageOr('Failed to load the inbox'),
  }),
  mark: endpoint({
    method: 'POST',
    path: '/notifications/mark',
    summary:
      "Marks notices of the viewer's own; others are passed over. Needs `ids` or `upTo`, and `until` for snoozed.",
    policy: 'user',
    scope: 'work',
    since: 'inbox',
    body: z
      .strictObject({
        ids: z.array(idOf('a notice')).min(1).max(MARKED_MAX).optional().meta({ description: 'The notices to mark.' }),
        upTo: z
          .string()
          .max(4000)
          .optional()
          .meta({ description: '`upTo` of a list: all of that view, but for what has come since.' }),
        as: z.enum(marks).meta({ description: 'What they are from now on.', examples: ['read'] }),
        until: sentTime.optional().meta({ description: 'With snoozed: when they come back.' }),
      })
      .refine(({ ids, upTo }) => ids !== undefined || upTo !== undefined, {
        path: ['ids'],
        message: 'Say which notices: either ids or upTo.',
      }),
    response: messageOnly,
    limits: ['mark'],
    leaves: [],
    stale: reads.inbox,
    failure: serverMessageOr('Failed to mark the notice'),
  }),
  following: endpoint({
    method: 'GET',
    path: '/user-tasks/:id/follow',
    summary: 'How the viewer follows a task. Its assignee and its creator do, unless they have chosen otherwise.',
    policy: 'task.party',
    scope: 'read',
    since: 'inbox',
    params: taskParams,
    response: followed,
    about: ['taskID', 'id'],
    failure: serverMessageOr('Failed to load whether you follow the task'),
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/user-tasks/:id/follow',
    summary: 'Follows a task, or mutes it.',
    policy: 'task.party',
    scope: 'work',
    since: 'inbox',
    params: taskParams,
    body: z.strictObject({
      muted: z
        .boolean()
        .default(false)
        .meta({ description: 'Whether to mute its comments, moves and fields.', examples: [false] }),
    }),
    response: followed,
    leaves: [],
    stale: ['notifications.following'],
    failure: serverMessageOr('Failed to follow the task'),
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/user-tasks/:id/follow',
    summary: 'Ends following or muting a task.',
    policy: 'task.party',
    scope: 'work',
    since: 'inbox',
    params: taskParams,
    response: followed,
    leaves: [],
    stale: ['notifications.following'],
    failure: serverMessageOr('Failed to unfollow the task'),
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/users/unsubscribe',
    summary:
      'Ends the mail of one group for the person whom a link in such a mail names; unknown links change nothing.',
    policy: 'public',
    scope: null,
    since: 'inbox',
    body: z.strictObject({
      token: z
        .string()
        .min(1)
        .max(300)
        .meta({ description: 'From the link.', examples: ['MDE4OTBhNWQ.c2lnbmVk'] }),
    }),
    response: messageOnly,
    limits: ['unsubscribe'],
    leaves: [],
    stale: ['notifications.settings'],
    failure: serverMessageOr('Failed to end these mails'),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/users/notification-settings',
    summary: 'How the viewer wants to be notified.',
    policy: 'user',
    scope: 'read',
    since: 'inbox',
    response: enveloped(notificationSettings),
    failure: serverMessageOr('Failed to load settings'),
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/users/notification-settings',
    summary: 'Replaces how the viewer wants to be notified. Notices about the account cannot be switched off.',
    policy: 'user',
    scope: 'work',
    since: 'inbox',
    body: notificationSettings,
    response: enveloped(notificationSettings),
    leaves: [],
    stale: ['notifications.settings', ...reads.inbox],
    failure: serverMessageOr('Failed to save settings'),
  }),
})
