import { defaultNotificationSettings, type Notice } from '#shared/contract/notifications.ts'
import type { Call, Reply } from '#shared/api-client/index.ts'
import { host, ok } from './fake-platform.ts'

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** A notice of that number; notices with higher numbers are newer. */
export const noticeOf = (number: number, more: Partial<Notice> = {}): Notice => ({
  id: idOf(number),
  group: 'requests',
  kind: 'request.applied',
  count: 1,
  actor: { id: idOf(900), username: `person${number}`, name: `Person ${number}` },
  project: { id: idOf(800), title: 'Bridge repair' },
  task: null,
  deletedTask: null,
  requestID: idOf(700 + number),
  money: null,
  endsAt: null,
  rejection: null,
  createdAt: new Date(Date.UTC(2026, 10, 1, 0, number)).toISOString(),
  updatedAt: new Date(Date.UTC(2026, 10, 1, 0, number)).toISOString(),
  isUnread: true,
  snoozedUntil: null,
  address: `/project/${idOf(800)}/collaborators`,
  ...more,
})

/** A notice of the account, which opens nothing. */
export const accountNotice = (number: number, more: Partial<Notice> = {}): Notice =>
  noticeOf(number, {
    group: 'account',
    kind: 'account.passwordChanged',
    project: null,
    requestID: null,
    actor: null,
    address: '/dashboard',
    ...more,
  })

type StoredNotice = { notice: Notice; isDone: boolean }

/**
 * Lets the host keep an inbox as the server does: lists, number and marks agree. Answers what tests change and read of it.
 */
export const hostInbox = (notices: readonly Notice[] = []) => {
  let kept: StoredNotice[] = notices.map((notice) => ({ notice, isDone: false }))
  const viewOf = ({ notice, isDone }: StoredNotice) => {
    if (isDone) return 'done'
    if (notice.snoozedUntil !== null) return 'snoozed'
    return notice.group === 'following' ? 'following' : 'forYou'
  }
  const state = { failure: null as Reply | null, capabilities: ['inbox', 'live'] }
  let held: Promise<void> | undefined
  const list = (view: string) =>
    kept
      .filter((one) => viewOf(one) === view)
      .map(({ notice }) => notice)
      .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const input = (call: Call) => call.input as { query?: Record<string, unknown>; body?: Record<string, unknown> }
  host.on('capabilities.list', () => ok({ data: state.capabilities }))
  host.on('notifications.list', (call) => {
    if (state.failure) return state.failure
    const { view = 'forYou', limit = 30, cursor } = input(call).query ?? {}
    const all = list(String(view))
    const from = cursor === undefined ? 0 : Number(cursor)
    const to = from + Number(limit)
    return ok({
      data: all.slice(from, to),
      nextCursor: to < all.length ? String(to) : null,
      upTo: all.length > 0 ? String(view) : null,
    })
  })
  const count = (view: string) => list(view).filter(({ isUnread }) => isUnread).length
  host.on('notifications.count', () => ok({ data: { forYou: count('forYou'), following: count('following') } }))
  host.on('notifications.settings', ok({ data: defaultNotificationSettings }))
  host.on('notifications.mark', async (call) => {
    const holding = held
    held = undefined
    await holding
    const { ids, upTo, as, until } = input(call).body ?? {}
    const isMarked = (one: StoredNotice) => (Array.isArray(ids) ? ids.includes(one.notice.id) : viewOf(one) === upTo)
    kept = kept.map((one) =>
      isMarked(one)
        ? {
            isDone: as === 'done',
            notice: {
              ...one.notice,
              isUnread: as === 'unread' || as === 'snoozed',
              snoozedUntil: as === 'snoozed' ? String(until) : null,
            },
          }
        : one,
    )
    return ok({ message: 'Marked.' })
  })
  return {
    /** Lets the next mark arrive, and be taken only when this is called. */
    holdMark: () => {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      return release
    },
    /** Lets reads of the lists fail; null lets them work again. */
    fail: (reply: Reply | null) => void (state.failure = reply),
    capabilities: (names: string[]) => void (state.capabilities = names),
    add: (...more: Notice[]) => void (kept = [...kept, ...more.map((notice) => ({ notice, isDone: false }))]),
    list,
    marks: () => host.called('notifications.mark').map((call) => input(call).body),
  }
}

/** Tells the screens that the inbox has changed, as the stream does. */
export const tellChanged = () =>
  host.live({
    type: 'frame',
    cursor: 'c1',
    frame: {
      cursor: 'c1',
      id: idOf(999),
      kind: 'notices.changed',
      actorID: null,
      projectID: null,
      taskID: null,
      requestID: null,
      subjectID: null,
      createdAt: '2026-11-01T00:00:00.000Z',
      task: null,
    },
  })

/** Notes from now on, in milliseconds, when a list begins to load and when its skeletons show; a slow machine delays both. */
export const watchSkeletons = (): { began?: number; shown?: number } => {
  const seen: { began?: number; shown?: number } = {}
  new MutationObserver(() => {
    if (document.querySelector(':is([role="dialog"], section[aria-label="Inbox"]) [aria-busy="true"]'))
      seen.began ??= performance.now()
    if (document.querySelector('[aria-label="Loading notices"]')) seen.shown ??= performance.now()
  }).observe(document.body, { childList: true, subtree: true })
  return seen
}
