import { brand } from '#shared/brand.ts'
import { oneLine } from '#shared/contract/common.ts'
import type { Notice, NotificationSettings } from '#shared/contract/notifications.ts'
import { paths } from '#shared/rules/addresses.ts'
import { figureOf, type NoticeReader, noticeSentence } from '#shared/rules/notice-text.ts'
import { parseDeepLink } from '../deep-links/parse.ts'

/** What the system shows of a notice. */
export type NoticeText = { title: string; body: string }

/** All that a notice says when previews are hidden. */
const HIDDEN: NoticeText = { title: `${brand.name}: something new for you`, body: '' }
/** What people may have typed into a title and no notice says: e-mail addresses, links, codes of six digits, tokens. */
const SECRET = /\S@\S|:\/\/|(?<!\d)\d{6}(?!\d)|[\w.-]{32,}/

/** The text in two lines, since titles may be older than the rule that makes them one; nothing of it where it tells a secret. */
const unlessSecret = ({ title, body }: NoticeText): NoticeText =>
  SECRET.test(`${title} ${body}`) ? HIDDEN : { title: oneLine(title), body: oneLine(body) }

type Previews = Pick<NotificationSettings, 'hidePreviews'>
type Reader = Previews & Pick<NotificationSettings, 'timeZone'> & { now: Date }

/** The time zone, where this device knows it: the server may know newer ones. */
const known = (timeZone: string | null): string | undefined => {
  try {
    return timeZone === null ? undefined : new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Where the person reads: in the time zone that they have set, else in the device's, and in the words of the device. */
const readerOf = ({ timeZone, now }: Reader): NoticeReader => ({
  ...{ now, timeZone: known(timeZone) },
  locale: new Intl.NumberFormat().resolvedOptions().locale,
})

/**
 * What one notice says: its sentence, and below it the project of a task. For money and the end of a claim it says the figure,
 * with the task below.
 */
export const textOf = (notice: Notice, reader: Reader): NoticeText => {
  if (reader.hidePreviews) return HIDDEN
  const figure = figureOf(notice, readerOf(reader))
  const project = notice.project?.title
  if (figure)
    return unlessSecret({
      title: figure.title,
      body: [figure.more, notice.task?.title, project].filter(Boolean).join(' · '),
    })
  const body = notice.task || notice.kind === 'task.deleted' ? (project ?? '') : ''
  return unlessSecret({ title: noticeSentence(notice), body })
}

/** What stands for this many notices. */
export const collectedText = (count: number, { hidePreviews }: Previews): NoticeText =>
  hidePreviews ? HIDDEN : { title: `${count} new`, body: '' }

/** Whether it is a time at which the person wants no notice, in the time zone of their settings. */
export const isQuiet = (
  { quietHours, timeZone }: Pick<NotificationSettings, 'quietHours' | 'timeZone'>,
  now: Date,
): boolean => {
  if (!quietHours) return false
  const { from, to } = quietHours
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: known(timeZone) ?? 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now)
  // Hours that end earlier than they begin span midnight.
  return from <= to ? from <= time && time < to : time >= from || time < to
}

const linkTo = (address: string): string => `${brand.deepLinkScheme}:/${address}`
export const inboxLink = linkTo(paths.inbox())

/** The link that opens what a notice is about; where no link from outside may lead there, the page or the inbox. */
export const linkOf = ({ project, task, address }: Notice): string => {
  const exact = project && task ? paths.taskByNumber(project.id, task.taskId) : address
  const page = address.replace(/[?#].*$/, '')
  return [exact, page].map(linkTo).find((link) => parseDeepLink(link) !== null) ?? inboxLink
}
