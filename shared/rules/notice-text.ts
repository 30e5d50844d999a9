import type { NoticeKind } from '../contract/events.ts'
import type { Notice } from '../contract/notifications.ts'
import { moneyText } from './money-text.ts'
import { nameOf } from './person.ts'

/** What a sentence needs of a notice. */
export type ToldNotice = Pick<Notice, 'kind' | 'count' | 'actor' | 'project' | 'task'> &
  Partial<Pick<Notice, 'deletedTask'>>
type Words = { who: string; project: string; task: string; many: string; names: string }

/** What happened last, by its kind; the compiler asks for the sentence of each. `who` acted; who or what is gone has a word that stands for it. */
const sentences: Readonly<Record<NoticeKind, (words: Words) => string>> = {
  'request.applied': ({ who, project }) => `${who} applied to ${project}`,
  'request.approved': ({ who, project }) => `${who} approved your application to ${project}`,
  'request.rejected': ({ who, project }) => `${who} rejected your application to ${project}`,
  'request.reopened': ({ who, project }) => `${who} reopened your application to ${project}`,
  'request.invited': ({ who, project }) => `${who} invited you to ${project}`,
  'request.accepted': ({ who, project }) => `${who} accepted your invitation to ${project}`,
  'request.declined': ({ who, project }) => `${who} declined your invitation to ${project}`,
  'request.reminded': ({ project }) => `A request in ${project} waits for your answer`,
  'request.waiting': ({ project }) => `A request in ${project} still has no answer`,
  'request.prolonged': ({ who, project }) => `${who} moved the answer date of your request in ${project}`,
  'request.expired': ({ project }) => `A request in ${project} was closed, because nobody answered in time`,
  'invitation.ended': ({ project }) =>
    `Your invitation to ${project} has ended, because nobody registered with it in time`,
  'request.commented': ({ who, project }) => `${who} wrote about an application to ${project}`,
  'request.mentioned': ({ who, project }) => `${who} mentioned you on an application to ${project}`,
  'request.closed': ({ project }) => `Your request in ${project} was closed, because the project was deleted`,

  'member.role': ({ who, project }) => `${who} changed your role in ${project}`,
  'member.removed': ({ who, project }) => `${who} removed you from ${project}`,
  'member.left': ({ who, project }) => `${who} left ${project}`,

  'task.created': ({ who, task }) => `${who} assigned you to ${task}`,
  'task.assigned': ({ who, task }) => `${who} assigned you to ${task}`,
  'tasks.assigned': ({ who, many, project }) => `${who} assigned you ${many} in ${project}`,
  'tasks.deleted': ({ who, many, project, names }) => `${who} deleted ${many} in ${project}${names}`,
  'task.unassigned': ({ who, task }) => `${who} took you off ${task}`,
  'task.moved': ({ who, task }) => `${who} moved ${task}`,
  'task.deleted': ({ who, task }) => `${who} deleted ${task}`,
  'task.changed': ({ who, task }) => `${who} changed due date or priority of ${task}`,
  'task.due': ({ task }) => `Due within 24 hours: ${task}`,
  'task.overdue': ({ task }) => `Overdue: ${task}`,

  'submission.submitted': ({ who, task }) => `${who} submitted ${task} for review`,
  'submission.accepted': ({ who, task }) => `${who} accepted your work on ${task}`,
  'submission.acceptedByClock': ({ task }) => `Nobody reviewed ${task} in time, so it counts as accepted`,
  'submission.reminded': ({ task }) => `${task} waits for your review`,
  'submission.changes': ({ who, task }) => `${who} requested changes to ${task}`,

  'claim.made': ({ who, task }) => `${who} took ${task}`,
  'claim.warned': ({ task }) => `Your time for ${task} ends soon`,
  'claim.returned': ({ who, task }) => `${who} gave ${task} back`,
  'claim.takenBack': ({ who, task }) => `${who} took ${task} back`,
  'claim.expired': ({ task }) => `The time for ${task} is over; it is open again`,
  'claim.expiredOwn': ({ task }) => `Your time for ${task} is over`,

  'comment.added': ({ who, task }) => `${who} commented on ${task}`,
  'comment.mentioned': ({ who, task }) => `${who} mentioned you on ${task}`,

  'offer.changed': ({ who, task }) => `${who} changed the reward of ${task}`,
  'reward.due': ({ task }) => `A reward for ${task} is owed to you`,
  'reward.reminded': ({ task }) => `${task} waits for its payment`,
  'reward.forgiven': ({ task }) => `Nothing is owed for ${task} any more: the account it was owed to is deleted`,
  'proposal.made': ({ who, task }) => `${who} proposes another amount for ${task}`,
  'proposal.accepted': ({ who, task }) => `${who} agreed to the amount proposed for ${task}`,
  'proposal.refused': ({ who, task }) => `${who} refused the amount proposed for ${task}`,
  'proposal.withdrawn': ({ who, task }) => `${who} withdrew the amount proposed for ${task}`,
  'proposal.expired': ({ task }) => `Nobody answered the amount proposed for ${task}`,
  'dispute.opened': ({ who, task }) => `${who} opened a dispute about ${task}`,
  'dispute.stated': ({ who, task }) => `${who} says what happened in the dispute about ${task}`,
  'dispute.ruled': ({ task }) => `The dispute about ${task} is ruled`,
  'dispute.withdrawn': ({ task }) => `The dispute about ${task} was withdrawn`,
  'dispute.reminded': () => 'A dispute waits for your ruling',
  'report.made': () => 'A report waits for a decision',
  'report.decided': () => 'Administrators have decided about something of yours',
  'report.appealed': () => 'An appeal waits for a decision',
  'payment.recorded': ({ who, project }) => `${who} recorded a payment to you in ${project}`,
  'payment.voided': ({ who, project }) => `${who} voided a payment to you in ${project}`,
  'payment.missing': ({ who, project }) => `${who} says that nothing of a payment in ${project} arrived`,

  'rating.due': ({ project }) => `A review of your work together in ${project} is due`,
  'rating.revealed': ({ project }) => `You can read a review of your work together in ${project}`,

  'webhook.paused': ({ project }) =>
    `A webhook of ${project} is paused: its receiver is gone, or took nothing for a day`,

  'project.status': ({ who, project }) => `${who} completed ${project}`,
  'project.archived': ({ who, project }) => `${who} archived ${project}`,
  'project.deleted': ({ who, project }) => `${who} deleted ${project}`,

  'creatorApplication.sent': ({ who }) => `${who} applied to become a creator`,
  'creatorApplication.reminded': () => 'A creator application waits for its answer',
  'creatorApplication.approved': () => 'Your creator application was approved',
  'creatorApplication.rejected': () => 'Your creator application was rejected',

  'waitlist.wanted': ({ who }) => `${who} asks you to let somebody in`,

  'payout.changed': () => 'Your payout details were changed',

  'account.signedIn': () => 'Somebody signed in to your account from a new device',
  'account.emailChanged': () => 'The address of your account was changed',
  'account.passwordChanged': () => 'Your password was changed',
  'account.tokenMade': () => 'An access token was made for your account',
  'account.twoStepOn': () => 'Two-step sign-in was switched on for your account',
  'account.tierFell': () =>
    'Your tier is lower: silver now needs work for 2 creators, and gold for 3. Your points stay',
  'account.twoStepOff': () => 'Two-step sign-in was switched off for your account',
}

/** What a notice is about, as a sentence names it. */
const thingOf = ({ kind, task, project }: ToldNotice): string => {
  if (task) return task.title
  if (project) return project.title
  if (kind.startsWith('account.') || kind.startsWith('payout.')) return 'your account'
  return kind.startsWith('creatorApplication.') ? 'a creator application' : 'something that is gone'
}

/**
 * What happened last, as a sentence without full stop: 'Kofi Boateng applied to Bridge repair'. A newer server's
 * unknown kind is 'Something new on …'.
 */
export const lastSentence = (notice: ToldNotice): string => {
  const words = {
    who: notice.actor ? nameOf(notice.actor) : 'Somebody',
    many: notice.count === 1 ? 'a task' : `${notice.count.toLocaleString('en-US')} tasks`,
    project: notice.project?.title ?? 'a project',
    names: notice.deletedTask ? `: ${notice.deletedTask}` : '',
    task: notice.task?.title ?? notice.deletedTask ?? 'a task',
  }
  const known: Partial<Record<string, (words: Words) => string>> = sentences
  return known[notice.kind]?.(words) ?? `Something new on ${thingOf(notice)}`
}

/** What the notice says: the event itself, or of several '3 new on Bridge repair'. */
export const noticeSentence = (notice: ToldNotice): string =>
  isOfSeveral(notice) ? `${notice.count.toLocaleString('en-US')} new on ${thingOf(notice)}` : lastSentence(notice)

/** Whether a thing has several events; one act on many things is one event that counts them. */
export const isOfSeveral = ({ kind, count }: ToldNotice): boolean => count > 1 && !kind.startsWith('tasks.')

/** Who reads it: their time zone and place. */
export type NoticeReader = { now: Date; timeZone: string | undefined; locale: string }
type Figures = Pick<Notice, 'kind' | 'money' | 'endsAt'>

const dayIn = (timeZone: string | undefined, date: Date): number =>
  Date.parse(
    new Intl.DateTimeFormat('en-CA', { ...(timeZone !== undefined && { timeZone }), dateStyle: 'short' }).format(date),
  )
const DAY_MS = 86_400_000

const endOf = (end: Date, { now, timeZone, locale }: NoticeReader): string => {
  const days = (dayIn(timeZone, end) - dayIn(timeZone, now)) / DAY_MS
  if (days < 2) return days === 1 ? 'tomorrow' : 'today'
  const written = { ...(timeZone !== undefined && { timeZone }), day: 'numeric', month: 'long' } as const
  return `on ${new Intl.DateTimeFormat(locale, written).format(end)}`
}

/**
 * What the desktop says of money and of the end of a claim, with the figure, however many other events its thing has; null for
 * all else, and for what a server without figures tells.
 */
export const figureOf = (
  { kind, money, endsAt }: Figures,
  reader: NoticeReader,
): { title: string; more: string } | null => {
  if (kind === 'claim.warned' && endsAt !== null && new Date(endsAt) > reader.now)
    return { title: `Your claim ends ${endOf(new Date(endsAt), reader)}`, more: '' }
  if (money === null) return null
  const amount = moneyText({ cents: money.amountCents, currency: money.currency, locale: reader.locale, isShort: true })
  if (kind === 'reward.due') return { title: `Owed: ${amount}`, more: '' }
  return kind === 'payment.recorded' ? { title: 'Recorded as paid', more: amount } : null
}
