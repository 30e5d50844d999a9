import { brand } from '#shared/brand.ts'
import type { Notice, NotificationSettings } from '#shared/contract/notifications.ts'
import { paths } from '#shared/rules/addresses.ts'
import { noticeSentence } from '#shared/rules/notice-text.ts'
import { parseDeepLink } from '../deep-links/parse.ts'

/** What the system shows of a notice. */
export type NoticeText = { title: string; body: string }

/** All that a notice says when previews are hidden. */
const HIDDEN: NoticeText = { title: `${brand.name}: something new for you`, body: '' }
/** What people may have typed into a title and no notice says: e-mail addresses, links, codes of six digits, tokens. */
const SECRET = /\S@\S|:\/\/|(?<!\d)\d{6}(?!\d)|[\w.-]{32,}/

const unlessSecret = (shown: NoticeText): NoticeText => (SECRET.test(`${shown.title} ${shown.body}`) ? HIDDEN : shown)

type Previews = Pick<NotificationSettings, 'hidePreviews'>

/** What one notice says: its sentence, and below it the project of a task. */
export const textOf = (notice: Notice, { hidePreviews }: Previews): NoticeText =>
  hidePreviews
    ? HIDDEN
    : unlessSecret({
        title: noticeSentence(notice),
        body: notice.task || notice.kind === 'task.deleted' ? (notice.project?.title ?? '') : '',
      })

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
    timeZone: timeZone ?? 'UTC',
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
