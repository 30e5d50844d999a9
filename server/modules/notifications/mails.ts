import type { NoticeKind } from '#shared/contract/events.ts'
import { cut } from '#shared/rules/cut.ts'
import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { defaultNotificationSettings, type NoticeGroup } from '#shared/contract/notifications.ts'
import { paths } from '#shared/rules/addresses.ts'
import { oneLine } from '#shared/contract/common.ts'
import { onOneLine } from '#shared/rules/first-paragraph.ts'
import { noticeGroupText } from '#shared/rules/notice-groups.ts'
import type { JobDeps } from '#server/jobs/job.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import { hello } from '#server/mail/phrases.ts'
import { addressOf } from './address.ts'
import { findCommentTexts, findNames, findReader, findUnseen } from './mail-repository.ts'
import type { NoticeRow } from './repository.ts'
import { sentenceOf } from './sentences.ts'
import { findSettings } from './settings-repository.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** The most characters of a comment that a mail quotes. */
const QUOTED_MAX = 300
const quoteOf = (body: string): string => cut(oneLine(onOneLine(body)), QUOTED_MAX)

/** The most notices that a mail names; it counts the others. */
const NAMED_MAX = 30

const schema = z.object({
  userID: z.uuid(),
  isDigest: z.boolean(),
  /** The notices and those of their events that the mail is to tell of. */
  notices: z.array(z.object({ id: z.uuid(), events: z.array(z.uuid()) })),
})
type Payload = z.output<typeof schema>

/** Whether one act, which did this to many tasks, is what the notice tells of. */
const isCounted = (kind: NoticeKind) => kind === 'tasks.deleted'

const isEndOfClaim = (kind: NoticeKind) => kind === 'claim.takenBack' || kind === 'claim.expiredOwn'
/** A guest of a task learns the names of those alone whom they may know. */
const mayName = (row: NoticeRow, actor: string): boolean => !row.is_guest || row.actor_id === actor

/** What the mail tells, newest first: of what the person has still not seen, may open now, and still wants mail about. */
const newsOf = async ({ db, clock }: JobDeps, { userID, notices }: Payload) => {
  const { groups } = (await findSettings(db, userID)) ?? defaultNotificationSettings
  const wanted = new Map(notices.map(({ id, events }) => [id, new Set(events)]))
  const rows = await findUnseen(db, userID, [...wanted.keys()], clock.now())
  const found = rows.flatMap((row) => {
    const events = row.events.filter(
      ({ id, kind, group }) =>
        wanted.get(row.id)?.has(id) && groups[group].mail !== 'off' && (!row.is_lost || isEndOfClaim(kind)),
    )
    const last = events.at(-1)
    return last ? [{ row, last, events }] : []
  })
  const names = await findNames(db, [...new Set(found.flatMap(({ last }) => last.actor ?? []))])
  const said = await findCommentTexts(
    db,
    found.flatMap(({ row: { task_id: taskID }, last: { id, kind } }) =>
      taskID !== null && kind.startsWith('comment.') ? [{ id, taskID }] : [],
    ),
  )
  return found.map(({ row, last, events }) => ({
    row,
    /** The text, where it is a comment that is still there. */
    quote: said.get(last.id),
    /** The group of what happened last comes first. */
    groups: events.map(({ group }) => group).reverse(),
    text:
      sentenceOf(last.kind, {
        actor: last.actor === null || !mayName(row, last.actor) ? undefined : names.get(last.actor),
        project: row.project_title,
        task: row.task_title ?? (isCounted(last.kind) ? null : row.deleted_task),
        ...(isCounted(last.kind) && { count: row.count, deletedTasks: row.deleted_task }),
      }) + (events.length > 1 && !isCounted(last.kind) ? ` (${events.length} new)` : ''),
  }))
}

const subjectOf = (news: readonly { text: string }[], isDigest: boolean): string => {
  const [first] = news
  if (isDigest) return `Your day on ${brand.name}: ${news.length} new`
  return news.length === 1 && first ? first.text : `${news.length} new notices on ${brand.name}`
}

/** Under the mail: where one chooses what to be mailed, and one link for each group that ends its mail. */
const footerOf = (groups: readonly NoticeGroup[], linkFor: (group: NoticeGroup) => string, settings: string) => [
  `Notification settings:\n${settings}`,
  ...groups.map((group) => `No more mail about ${noticeGroupText[group].about}:\n${linkFor(group)}`),
]

/**
 * The mail about notices that were not read in time, or the digest of the day. None is sent when all of it has
 * been read, may no longer be opened or is no longer wanted.
 */
export const noticeMail = defineMailJob({
  kind: 'notice-mail',
  schema,
  compose: async (deps, payload) => {
    const { db, publicOrigin, secret } = deps
    const { userID, isDigest } = payload
    const reader = await findReader(db, userID)
    const news = reader ? await newsOf(deps, payload) : []
    const [first] = news
    const groups = [...new Set(news.flatMap((each) => each.groups))]
    const [group] = groups
    if (!reader || !first || !group) return null
    const linkFor = (which: NoticeGroup) => {
      const token = unsubscribeToken(secret(), { userID, group: which })
      return appLink(publicOrigin(), paths.unsubscribe({ token, group: which }))
    }
    const named = news.slice(0, NAMED_MAX)
    const more = news.length - named.length
    return {
      ...composeMail({
        kind: isDigest ? 'digest' : 'notices',
        to: reader.email,
        subject: subjectOf(news, isDigest),
        lines: [
          hello(reader),
          ...named.flatMap(({ text, quote }) => [`${text}.`, ...(quote === undefined ? [] : [`“${quoteOf(quote)}”`])]),
          ...(more > 0 ? [`And ${more} more.`] : []),
        ],
        action:
          news.length === 1
            ? { label: 'Open it', url: appLink(publicOrigin(), addressOf(first.row, userID)) }
            : { label: 'Open the inbox', url: appLink(publicOrigin(), paths.inbox()) },
        footer: footerOf(groups, linkFor, appLink(publicOrigin(), paths.settings('notifications'))),
      }),
      unsubscribeUrl: linkFor(group),
    }
  },
})

export const noticeJobs = [noticeMail]
