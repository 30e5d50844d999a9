import type { FeedEntry, HistoryEvent } from '../contract/comments.ts'
import { nameOf } from './person.ts'
import { CREDITED_A_DAY } from './reputation.ts'
import { taskStatusLabel } from './statuses.ts'

type Change = HistoryEvent['changes'][number]
/** One line of a task's history: what one person did within a short time. */
export type HistoryLine = { id: string; createdAt: string; actor: HistoryEvent['actor']; events: HistoryEvent[] }
/** A feed as it is shown: comments, and lines of history. */
export type FeedItem = { type: 'comment'; entry: FeedEntry } | ({ type: 'history' } & HistoryLine)

const LINE_MS = 2 * 60_000

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

type Day = { year: string; month: string; day: string }
const dayOf = (text: string | null): Day | null => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text ?? '') ?? []
  return year ? { year, month: months[Number(month) - 1] ?? month, day: String(Number(day)) } : null
}
const written = ({ year, month, day }: Day, thisYear: string) => `${day} ${month}${year === thisYear ? '' : ` ${year}`}`

/** '3 December', with its year where that is not this one; two days of one month share it: 'from 3 to 5 December'. */
const daysText = (from: Day, to: Day, thisYear: string): string =>
  from.month === to.month && from.year === to.year
    ? `from ${from.day} to ${written(to, thisYear)}`
    : `from ${written(from, thisYear)} to ${written(to, thisYear)}`

const hoursText = (value: string): string => `${Number(value)} ${Number(value) === 1 ? 'hour' : 'hours'}`

const offerFields = [
  ...['amountCents', 'mode', 'takers', 'minTier', 'skills', 'leaseDays', 'reviewDays', 'payDays', 'aiRule'],
] as const

/** Sentences for fields whose values are not shown, or that have only one. */
const plain: Readonly<Record<string, string>> = {
  title: 'changed the title',
  description: 'changed the description',
  labelIDs: 'changed the labels',
  labels: 'changed the labels',
  doneWhen: 'changed ‘Done when’',
  fileIDs: 'changed the files',
  blockedByIDs: 'changed what blocks this',
  ...Object.fromEntries(offerFields.map((name) => [name, 'changed the offer'])),
}

/** 'changed the due date from 3 to 5 December', 'set …', 'removed …'; without values only that it changed. */
const valueText = (name: string, { from, to }: Change, text: (value: string) => string): string => {
  if (from === to) return from === null ? `changed the ${name}` : `changed the ${name}, and back`
  if (from === null) return `set the ${name} to ${text(to ?? '')}`
  return to === null ? `removed the ${name} (${text(from)})` : `changed the ${name} from ${text(from)} to ${text(to)}`
}

/** What a change of one field is, behind the name of who made it. */
const changeText = (change: Change, actor: string, thisYear: string): string => {
  const { field, from, to } = change
  switch (field) {
    case 'status':
      return from !== null && from === to
        ? `moved this, and back to ${taskStatusLabel(Number(to))}`
        : `moved this to ${taskStatusLabel(Number(to ?? -1))}`
    case 'stage':
      return `moved this to ${to ?? 'another stage'}`
    case 'assignee':
      if (to !== null && from === to) return 'changed the assignee, and back'
      if (to !== null && to === actor) return 'took this on'
      if (to !== null) return from === null ? `assigned this to ${to}` : `handed this from ${from} to ${to}`
      if (from === null) return 'changed the assignee'
      return from === actor ? 'gave this up' : `took ${from} off this`
    case 'dueOn': {
      const [before, after] = [dayOf(from), dayOf(to)]
      if (before && after && from !== to) return `changed the due date ${daysText(before, after, thisYear)}`
      return valueText('due date', change, (value) => {
        const day = dayOf(value)
        return day ? written(day, thisYear) : value
      })
    }
    case 'priority':
      return from === to
        ? valueText('priority', change, String)
        : `changed the priority from ${from ?? 'none'} to ${to ?? 'none'}`
    case 'credit':
      return `gave no reputation for it, since a project credits a person for at most ${CREDITED_A_DAY} tasks a day`
    case 'estimateHours':
      return valueText('estimate', change, hoursText)
    default:
      return plain[field] ?? 'changed this'
  }
}

/** What events without changed fields are, behind the name of who did it. */
const done: Readonly<Record<string, (event: HistoryEvent) => string>> = {
  'task.created': () => 'created this',
  'task.ordered': () => 'gave this another place in its column',
  'task.deleted': () => 'put this in the trash',
  'task.restored': () => 'took this out of the trash',
  'submission.submitted': ({ round }) => `submitted this for review${(round ?? 1) > 1 ? ` (round ${round})` : ''}`,
  'submission.accepted': () => 'accepted the submission',
  'submission.changes': () => 'requested changes',
  'submission.withdrawn': () => 'withdrew the submission',
  'claim.made': () => 'took this',
  'claim.extended': () => 'took more time',
  'claim.returned': () => 'gave this back',
  'claim.takenBack': () => 'took this back',
  'offer.made': () => 'made an offer for this',
  'offer.closed': () => 'closed the offer',
  'reward.due': () => 'made the reward due',
  'reward.settled': () => 'recorded its payment',
  'reward.forgiven': () => 'lowered what is owed for it',
}
/** Entries of the ledger that an offer makes, which says so itself. */
const ofOffers: readonly string[] = ['reward.reserved', 'reward.released']
/** What the clock has told, which nobody did. */
const told: Readonly<Record<string, string>> = {
  'task.due': 'This is due within 24 hours',
  'task.overdue': 'This is overdue',
  'claim.expired': 'The time for this was over',
  'claim.warned': 'The time for this ends soon',
  'submission.reminded': 'This waits for a review',
  'reward.reminded': 'This waits for its payment',
}

/** Several changes of one field are one, from the first value to the last. A move names its stage, where it has one. */
const merged = (events: readonly HistoryEvent[]): Change[] => {
  const byField = new Map<string, Change>()
  for (const { changes } of events) {
    const isStaged = changes.some(({ field }) => field === 'stage')
    if (changes.some(({ field }) => field === 'status') && !isStaged) byField.delete('stage')
    for (const change of changes) {
      const before = byField.get(change.field)
      byField.set(change.field, before ? { ...change, from: before.from } : change)
    }
  }
  if (byField.has('stage')) byField.delete('status')
  return [...byField.values()]
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`

/**
 * A line of a task's history as a sentence without full stop: 'Kofi Boateng moved this to Under Review'. A deleted
 * person is 'Somebody'; a newer server's kind is 'changed this'. The year of `now` is not named.
 */
export const historySentence = ({ actor, events }: Pick<HistoryLine, 'actor' | 'events'>, now = new Date()): string => {
  const [only] = events
  const clock = only && told[only.kind]
  if (clock) return clock
  const who = actor ? nameOf(actor) : 'Somebody'
  const thisYear = String(now.getFullYear())
  const acts = events
    .filter(({ kind, changes }) => changes.length === 0 && !(ofOffers.includes(kind) && events.length > 1))
    .map((event) => done[event.kind]?.(event) ?? (ofOffers.includes(event.kind) ? 'changed the offer' : 'changed this'))
  const changes = merged(events).map((change) => changeText(change, who, thisYear))
  // Who takes a task is its assignee by that.
  const isTaken = events.some(({ kind }) => kind === 'claim.made')
  const parts = [...acts, ...changes].filter((part) => !(isTaken && part === 'took this on'))
  return `${who} ${joined([...new Set(parts)])}`
}

/** Puts changes of one person within two minutes into one line; a comment in between begins a new one. */
export const feedItems = (entries: readonly FeedEntry[]): FeedItem[] => {
  const items: FeedItem[] = []
  for (const entry of entries) {
    const { event } = entry
    if (!event) {
      items.push({ type: 'comment', entry })
      continue
    }
    const last = items.at(-1)
    const isSame =
      last?.type === 'history' &&
      event.actor !== null &&
      last.actor?.id === event.actor.id &&
      Date.parse(entry.createdAt) - Date.parse(last.createdAt) <= LINE_MS
    if (isSame) last.events.push(event)
    else items.push({ type: 'history', id: entry.id, createdAt: entry.createdAt, actor: event.actor, events: [event] })
  }
  return items
}
