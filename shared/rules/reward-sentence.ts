import type { Due } from '../contract/dues.ts'
import type { RewardOfTask } from '../contract/rewards.ts'
import { moneyText } from './money-text.ts'
import { nameOf } from './person.ts'
import { wallTime } from './zone-times.ts'
import type { Blocker, Reward } from './reward-state.ts'

/** How the viewer reads days and amounts. */
export type Reader = { locale: string; zone: string; now: Date }
/** The people that a sentence names, as the viewer knows them. */
export type RewardNames = {
  /** The owner, who reviews and pays. */
  owner: string
  /** Who has the task, or had it. */
  holder: string
  /** Who asked for changes, or proposes an amount; the owner or the holder where nobody is known. */
  actor?: string | null
}

const DAY_MS = 24 * 60 * 60_000
const dayNumber = (moment: Date, zone: string) => Math.floor(wallTime(moment.getTime(), zone) / DAY_MS)
/** Whole days of the viewer's calendar from now to a moment; below 0 for one that is over. */
const daysFromNow = (moment: Date, { zone, now }: Reader) => dayNumber(moment, zone) - dayNumber(now, zone)

/** '12 December', with its year when that is most of a year away. */
const dateText = (moment: Date, reader: Reader): string => {
  const isFar = Math.abs(daysFromNow(moment, reader)) > 300
  return new Intl.DateTimeFormat(reader.locale, {
    day: 'numeric',
    month: 'long',
    ...(isFar && { year: 'numeric' }),
    timeZone: reader.zone,
  }).format(moment)
}
const nearby: Readonly<Record<string, string>> = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }
/** 'Tuesday' for a day of the week before or after today, 'today' and its neighbours by their names, else the date. */
const nearText = (moment: Date, reader: Reader): string => {
  const days = daysFromNow(moment, reader)
  if (Math.abs(days) >= 7) return dateText(moment, reader)
  const weekday = new Intl.DateTimeFormat(reader.locale, { weekday: 'long', timeZone: reader.zone })
  return nearby[days] ?? weekday.format(moment)
}
/** 'on Monday', 'on 3 December', or 'today'. */
const onText = (moment: Date, reader: Reader): string => {
  const text = nearText(moment, reader)
  return Object.values(nearby).includes(text) ? text : `on ${text}`
}

/** '$300', '$12.50', '€1,200': without the decimals of whole amounts. Amounts are hundredths in every currency. */
export const shortAmount = (cents: number, currency: string, locale: string): string =>
  moneyText({ cents, currency, locale, isShort: true })

const withDay = (text: string, moment: Date | null, reader: Reader) =>
  moment ? `${text} ${dateText(moment, reader)}` : text

const actsOfEnding: Readonly<Partial<Record<Blocker['what'], string>>> = {
  returned: 'Given back',
  takenBack: 'Taken back',
  expired: 'Ended with its time',
  ended: 'Ended',
  offerClosed: 'Closed',
}

const lateText = ({ by }: Pick<Blocker, 'by'>, reader: Reader): string => {
  const days = by ? -daysFromNow(by, reader) : 0
  if (days <= 0) return 'Late since today.'
  return `Late by ${days} ${days === 1 ? 'day' : 'days'}.`
}

/** What is owed and for whom it waits; late first. */
const dueText = ({ state, blocker }: Reward, names: RewardNames, reader: Reader): string => {
  const { what, who, by, since, saidHow } = blocker
  const payment = `Waits for ${names.owner} to record the payment`
  const parts = [
    state === 'late' ? lateText(blocker, reader) : '',
    what === 'missing' ? `${names.holder} says that nothing arrived.` : '',
    since ? `Owed since ${dateText(since, reader)}.` : '',
    who === 'managers' ? `${by ? `${payment} by ${dateText(by, reader)}` : payment}.` : '',
    saidHow === false ? `${names.holder} has not said how to be paid.` : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** The same of one of a project's dues, as those read it who pay: late first. */
export const dueSentence = (
  due: { since: Date; payBy: Date; isLate: boolean; waitsFor?: string | null },
  reader: Reader,
): string => {
  const { since, payBy, isLate, waitsFor = null } = due
  const owed = `Owed since ${dateText(since, reader)}.`
  if (waitsFor !== null) return `${owed} ${waitsFor} has not said how to be paid.`
  return isLate
    ? `${lateText({ by: payBy }, reader)} ${owed} Was to be paid by ${dateText(payBy, reader)}.`
    : `${owed} To be paid by ${dateText(payBy, reader)}.`
}

const proposalText = (
  { who, by, amountCents, ofCents }: Blocker,
  { owner, holder, actor }: RewardNames,
  { currency, ...reader }: Reader & { currency: string },
): string => {
  const [proposer, other] = who === 'holder' ? [actor ?? owner, holder] : [actor ?? holder, owner]
  const amount = (cents: number | null) => shortAmount(cents ?? 0, currency, reader.locale)
  const answer = by ? `; ${other} answers by ${nearText(by, reader)}.` : '.'
  return `${proposer} proposes ${amount(amountCents)} of ${amount(ofCents)}${answer}`
}

const openText = ({ what, waitingRounds, project }: Blocker, { owner }: RewardNames): string => {
  switch (what) {
    case 'full':
      return `Full: ${waitingRounds} ${waitingRounds === 1 ? 'hand-in waits' : 'hand-ins wait'} for review.`
    case 'assignment':
      return `Waits for ${owner} to give it to somebody.`
    case 'notGivenOut':
      return `Not given out while the project is ${project ?? 'closed'}.`
    case 'stopped':
      return `Not given out until ${owner} has paid what is late.`
    default:
      return 'Free to take.'
  }
}

const reviewText = ({ by, since }: Blocker, { owner }: RewardNames, reader: Reader): string => {
  const waits = `Waits for ${owner}'s review${since ? ` since ${nearText(since, reader)}` : ''}`
  return by ? `${waits}; counts as accepted on ${dateText(by, reader)}.` : `${waits}.`
}

const changesText = ({ by, since }: Blocker, names: RewardNames, reader: Reader): string => {
  const asked = `${names.actor ?? names.owner} asked for changes${since ? ` ${onText(since, reader)}` : ''}`
  return by ? `${asked}; ${names.holder} has it until ${dateText(by, reader)}.` : `${asked}.`
}

const recordedText = ({ by, since }: Blocker, { holder }: RewardNames, reader: Reader): string => {
  const until = by ? `, until ${dateText(by, reader)}` : ''
  return `${withDay('Recorded as paid on', since, reader)}. ${holder} can confirm, or say that nothing arrived${until}.`
}

const closedText = ({ what, since, reason }: Blocker, reader: Reader): string => {
  const act = actsOfEnding[what] ?? 'Closed'
  const when = since ? `${act} on ${dateText(since, reader)}` : act
  return reason ? `${when}: ${/[.!?…]$/u.test(reason) ? reason : `${reason}.`}` : `${when}.`
}

/** What a task with a reward waits for, as the viewer reads it: in their calendar and the order of their days. */
export const rewardSentence = (reward: Reward, names: RewardNames, reader: Reader & { currency: string }): string => {
  const { state, blocker } = reward
  switch (state) {
    case 'open':
      return openText(blocker, names)
    case 'held':
      return `${withDay(`${names.holder} works on it${blocker.by ? ' until' : ''}`, blocker.by, reader)}.`
    case 'inReview':
      return reviewText(blocker, names, reader)
    case 'changes':
      return changesText(blocker, names, reader)
    case 'proposed':
      return proposalText(blocker, names, reader)
    case 'due':
    case 'late':
      return dueText(reward, names, reader)
    case 'recorded':
      return recordedText(blocker, names, reader)
    case 'settled':
      return blocker.what === 'confirmed' ? 'Paid and confirmed.' : 'Paid; nobody objected in 30 days.'
    case 'disputed':
      return `${withDay('In dispute since', blocker.since, reader)}; see it.`
    case 'accepted':
      if (blocker.what === 'ruling') return `${withDay('Ruled on', blocker.since, reader)}: nothing is owed.`
      return `${withDay(blocker.since ? 'Accepted on' : 'Accepted', blocker.since, reader)}.`
    case 'closed':
      return closedText(blocker, reader)
  }
}

const moment = (iso: string | null) => (iso === null ? null : new Date(iso))
/** The same of what a server has answered; empty for who is not concerned. */
export const answeredSentence = (
  { state, blocker, owner, holder, actor }: Pick<RewardOfTask, 'state' | 'blocker' | 'owner' | 'holder' | 'actor'>,
  reader: Reader & { currency: string },
): string => {
  if (!blocker) return ''
  const names = {
    owner: owner ? nameOf(owner) : 'The owner',
    holder: holder ? nameOf(holder) : 'Somebody',
    actor: actor ? nameOf(actor) : null,
  }
  const dated = { ...blocker, by: moment(blocker.by), since: moment(blocker.since) }
  return rewardSentence({ state, blocker: dated }, names, reader)
}

/** What keeps a due from being paid, beside time: a dispute, an open proposal, a payment that did not arrive; null for none. */
export const heldUpSentence = (
  { reward, currency }: Pick<Due, 'reward' | 'currency'>,
  reader: Reader,
): string | null =>
  reward && (['disputed', 'proposed'].includes(reward.state) || reward.blocker.what === 'missing')
    ? answeredSentence(reward, { ...reader, currency })
    : null
