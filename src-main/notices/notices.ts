import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type LiveEvent, type Transport } from '#shared/api-client/index.ts'
import { NOTICES_CHANGED } from '#shared/contract/events.ts'
import { type Capability, PAGE_SIZE_MAX } from '#shared/contract/index.ts'
import type { Notice, NotificationSettings } from '#shared/contract/notifications.ts'
import type { Follower } from '../live/following.ts'
import { type NoticeMemory, openMemory } from './memory.ts'
import { collectedText, inboxLink, isQuiet, linkOf, type NoticeText, textOf } from './what-to-show.ts'

/** Milliseconds for which changes are gathered before the inbox is read. */
const GATHER_MS = 200
/** Milliseconds between two looks at the number: a notice that was put off comes back without an event. */
const COUNT_AGAIN_MS = 60_000
/** The most notices that are shown within BURST_MS milliseconds; more become one that says their number. */
const BURST_MAX = 3
const BURST_MS = 10_000
/** Milliseconds after sign-in, or the app's start, in which the person has the app before them, whatever has the focus. */
const START_MS = 10_000
/** The ID of the notice that stands for several. */
const COLLECTED = 'collected'

/** The parts of the system that show notices. */
export type Display = {
  /** Shows a notice, in the place of one with the same ID. */
  show: (id: string, shown: NoticeText) => void
  close: (id: string) => void
  /** Shows the number at the app's icon; 0 takes it away. */
  badge: (count: number) => void
  /** Whether a window of the app has the person's attention. */
  isFocused: () => boolean
}

type NoticeStore = {
  memory: { read: () => NoticeMemory; write: (memory: NoticeMemory) => void }
  hasBadge: () => boolean
}
type Inbox = { unread: Notice[]; isWhole: boolean; count: number; settings: NotificationSettings }
/** A notice on display by itself, or in the one that stands for several; the time in milliseconds. */
type OnDisplay = { at: number; isCollected: boolean }

/**
 * Shows the signed-in person's notices by the system, and their number at the app's icon. `open` brings the app forward
 * and opens a link.
 */
export const createNotices = (parts: {
  send: Transport
  display: Display
  kept: NoticeStore
  open: (link: string) => void
  now?: () => Date
}): Follower & { clicked: (said: string) => void; badgeChanged: () => void } => {
  const { display, kept, now = () => new Date() } = parts
  const api = createClient(parts.send)
  const memory = openMemory(kept.memory)
  /** What is shown, by the ID of each notice. */
  const shown = new Map<string, OnDisplay>()
  let person: { userID: string; begunAt: number; hasRead: boolean } | null = null
  let isWanted = false
  let isReading = false
  let count = 0
  let timer: NodeJS.Timeout | undefined

  const showCount = () => display.badge(kept.hasBadge() ? count : 0)
  const isSomeCollected = () => [...shown.values()].some(({ isCollected }) => isCollected)
  const close = (id: string): void => {
    const was = shown.get(id)
    shown.delete(id)
    if (was?.isCollected && isSomeCollected()) return
    const place = was?.isCollected ? COLLECTED : id
    memory.closed(place)
    display.close(place)
  }
  const closeAll = (): void => {
    for (const id of new Set([...shown.keys(), ...memory.open()])) close(id)
  }

  const readInbox = async (): Promise<Inbox> => {
    const [{ data: settings }, { data: unread }] = await Promise.all([
      api.notifications.settings({}),
      api.notifications.count({}),
    ])
    const views = settings.groups.following.desktop ? (['forYou', 'following'] as const) : (['forYou'] as const)
    const lists = await Promise.all(
      views.map((view) => api.notifications.list({ query: { view, limit: PAGE_SIZE_MAX } })),
    )
    return {
      unread: lists.flatMap(({ data }) => data).filter((notice) => notice.isUnread),
      isWhole: lists.every(({ nextCursor }) => nextCursor === null),
      count: unread.forYou,
      settings,
    }
  }

  /** Shows them by themselves, or as one with those shown a moment ago when they are too many. */
  const showNew = (notices: readonly Notice[], settings: NotificationSettings): void => {
    const at = now().getTime()
    for (const { id } of notices) if (shown.has(id)) close(id)
    const recent = [...shown].filter(([, one]) => at - one.at < BURST_MS).map(([id]) => id)
    const isBurst = recent.length + notices.length > BURST_MAX
    for (const notice of isBurst ? [] : notices) {
      memory.shown(notice.id, linkOf(notice))
      shown.set(notice.id, { at, isCollected: false })
      display.show(notice.id, textOf(notice, { ...settings, now: now() }))
    }
    if (!isBurst) return
    const before = recent.filter((id) => shown.get(id)?.isCollected === false)
    for (const id of before) close(id)
    for (const id of [...before, ...notices.map((notice) => notice.id)]) shown.set(id, { at, isCollected: true })
    memory.shown(COLLECTED, inboxLink)
    const collected = [...shown.values()].filter(({ isCollected }) => isCollected).length
    display.show(COLLECTED, collectedText(collected, settings))
  }

  const take = (whose: NonNullable<typeof person>, inbox: Inbox): void => {
    const { unread, isWhole, settings } = inbox
    const isStart = !whose.hasRead && Date.now() - whose.begunAt < START_MS
    whose.hasRead = true
    const left = new Set(unread.map(({ id }) => id))
    // What was read elsewhere, or may no longer be opened, is not among the unread ones.
    const isGone = (id: string) => (id === COLLECTED ? left.size === 0 : !left.has(id))
    for (const id of new Set([...shown.keys(), ...memory.open()])) if (isWhole && isGone(id)) close(id)
    count = inbox.count
    showCount()
    // They are remembered before they are shown: one that is missed is in the inbox, one that comes twice is a fault.
    const fresh = memory.takeNew(whose.userID, unread)
    const wanted = fresh.filter(({ group }) => settings.groups[group].desktop)
    const isSeen = isStart || display.isFocused() || isQuiet(settings, now())
    if (wanted.length > 0 && !isSeen) showNew(wanted, settings)
  }

  const read = async (): Promise<void> => {
    isWanted = true
    if (isReading) return
    isReading = true
    try {
      while (isWanted && person) {
        const whose = person
        await sleep(GATHER_MS)
        // For a person who signed in since, the next turn reads.
        if (person !== whose) continue
        isWanted = false
        // A server that does not answer is asked again once the stream is back.
        const inbox = await readInbox().catch(() => null)
        if (inbox && person === whose) take(whose, inbox)
      }
    } finally {
      isReading = false
    }
  }
  const look = async (): Promise<void> => {
    const answer = await api.notifications.count({}).catch(() => null)
    if (answer && answer.data.forYou !== count) await read()
  }
  const end = (): void => {
    clearInterval(timer)
    person = null
    closeAll()
    count = 0
    showCount()
  }

  return {
    begin: (userID: string, able: ReadonlySet<Capability>): void => {
      if (!able.has('inbox')) return end()
      if (person?.userID === userID) return
      person = { userID, begunAt: Date.now(), hasRead: false }
      timer = setInterval(() => void look(), COUNT_AGAIN_MS)
      void read()
    },
    changed: (event: LiveEvent): void => {
      const isNews = event.type === 'frame' ? event.frame.kind === NOTICES_CHANGED : true
      const isDown = event.type === 'state' && event.state === 'down'
      if (person && isNews && !isDown) void read()
    },
    end,
    /** The person clicked a notice: one of this run, or of an earlier one. What the system says of it has its ID in it. */
    clicked: (said: string): void => {
      const id = memory.open().find((one) => said.includes(one))
      // Windows tells of some clicks twice.
      if (id === undefined) return
      const link = memory.closed(id)
      if (id === COLLECTED) for (const [one, { isCollected }] of shown) if (isCollected) shown.delete(one)
      shown.delete(id)
      display.close(id)
      if (link !== undefined) parts.open(link)
    },
    /** The person switched the number at the icon on or off. */
    badgeChanged: showCount,
  }
}
