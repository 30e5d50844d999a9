import { defaultNotificationSettings, type NotificationSettings } from '#shared/contract/notifications.ts'
import type { AppDeps } from '#server/deps.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { mayCauseMail } from './mail-limits.ts'
import {
  type DueNotice,
  findDueNotices,
  findPeopleToMail,
  holdMails,
  noteDigest,
  noteGathered,
  type NoticeEvent,
} from './mail-repository.ts'
import { digestMoments, PATIENCE_MS } from './mail-times.ts'
import { noticeMail } from './mails.ts'
import { findSettings } from './settings-repository.ts'

const PEOPLE_AT_ONCE = 100
/** Older news is no news: a server that had no mail server for long does not send what has gathered since. */
const OUTDATED_MS = 7 * 24 * 60 * 60_000

/** What is to become of an event: a mail now, a look later, or nothing. */
type Fate = { type: 'due'; isDigest: boolean } | { type: 'later'; at: Date } | { type: 'none' }

const fateOf = (
  { group, at }: NoticeEvent,
  settings: NotificationSettings,
  lastDigestAt: Date | null,
  now: Date,
): Fate => {
  const way = settings.groups[group].mail
  const happened = new Date(at).getTime()
  if (way === 'off' || happened < now.getTime() - OUTDATED_MS) return { type: 'none' }
  if (way === 'now') {
    const due = new Date(happened + PATIENCE_MS)
    return due <= now ? { type: 'due', isDigest: false } : { type: 'later', at: due }
  }
  const { last, next } = digestMoments(now, settings)
  const isStillToCome = lastDigestAt === null || lastDigestAt < last
  return isStillToCome && happened <= last.getTime() ? { type: 'due', isDigest: true } : { type: 'later', at: next }
}

type Gathered = { notice: DueNotice; event: NoticeEvent; fate: Fate }

/** Which of those who acted may cause a mail to the person now. */
const whoMayMail = async (tx: Tx, userID: string, now: Date, due: readonly Gathered[]): Promise<Set<string | null>> => {
  // In one order, so that two processes never wait for each other in a circle.
  const actors = [...new Set(due.map(({ event }) => event.actor))].sort()
  const allowed = new Set<string | null>()
  for (const from of actors) if (await mayCauseMail(tx, now, { from, to: userID })) allowed.add(from)
  return allowed
}

/**
 * Gathers what one person is to be mailed now into one mail, whose job is written in the transaction that notes it: each
 * event is mailed once, whatever dies in between.
 */
const gatherFor = async (tx: Tx, userID: string, now: Date): Promise<void> => {
  const held = await holdMails(tx, userID)
  if (!held) return
  const settings = (await findSettings(tx, userID)) ?? defaultNotificationSettings
  const notices = await findDueNotices(tx, userID, now)
  const gathered = notices.flatMap((notice): Gathered[] =>
    notice.events.map((event) => ({ notice, event, fate: fateOf(event, settings, held.lastDigestAt, now) })),
  )
  for (const { id } of notices) {
    const ofNotice = gathered.filter(({ notice }) => notice.id === id)
    const later = ofNotice.flatMap(({ event, fate }) =>
      fate.type === 'later' ? [{ since: event.at, at: fate.at }] : [],
    )
    const earliest = (times: readonly number[]) => new Date(Math.min(...times))
    const next = later.length > 0 && {
      since: earliest(later.map(({ since }) => new Date(since).getTime())),
      at: earliest(later.map(({ at }) => at.getTime())),
    }
    const done = ofNotice.filter(({ fate }) => fate.type !== 'later').map(({ event }) => event.id)
    await noteGathered(tx, { id, done, next: next || null })
  }
  const due = gathered.filter(({ fate }) => fate.type === 'due')
  if (due.length === 0) return
  const isDigest = due.every(({ fate }) => fate.type === 'due' && fate.isDigest)
  if (due.some(({ fate }) => fate.type === 'due' && fate.isDigest))
    await noteDigest(tx, userID, digestMoments(now, settings).last)
  const allowed = await whoMayMail(tx, userID, now, due)
  const mailed = new Map<string, string[]>()
  for (const { notice, event } of due)
    if (allowed.has(event.actor)) mailed.set(notice.id, [...(mailed.get(notice.id) ?? []), event.id])
  if (mailed.size === 0) return
  const payload = { userID, isDigest, notices: [...mailed].map(([id, events]) => ({ id, events })) }
  await enqueue(tx, noticeMail, payload, now)
}

/**
 * Makes jobs of the mails that are due: of notices that were not read in time, and the digests of the day. Any number of
 * processes may do this at the same time; finding nothing costs one small read. Errors: the first of those met, once
 * everybody was seen to.
 */
export const gatherNoticeMails = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> => {
  const failures: unknown[] = []
  for (const userID of await findPeopleToMail(db, clock.now(), PEOPLE_AT_ONCE))
    try {
      await withTx(db, (tx) => gatherFor(tx, userID, clock.now()))
    } catch (error) {
      // What is wrong with one person's notices keeps nobody else's mail.
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}
