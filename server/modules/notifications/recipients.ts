import { type EventKind, events } from '#shared/contract/events.ts'
import type { EventDef, NoticeRule } from '#shared/contract/events/event.ts'
import { hundredthsOf } from '#shared/rules/reward-money.ts'

/**
 * What the entries of events say about notices, asked of one event. The rules themselves (who has a notice of which kind,
 * what it takes away or answers) are in shared/contract/events/, in the file of each noun; the statements that find the
 * people are in writing-repository.ts.
 */

/** An event, as this module needs it: one just written, or one read from the log. */
export type Happened = {
  id: string
  kind: EventKind
  actorID: string | null
  projectID?: string | null
  taskID?: string | null
  requestID?: string | null
  subjectID?: string | null
  data: Readonly<Record<string, unknown>>
}

/** The threads whose notices the actor of an event has dealt with by it. A comment deals with what it is on. */
export const actedOn = ({ kind, taskID, requestID, data }: Happened): string[] => {
  if (kind === 'comment.added') return [requestID ?? taskID ?? []].flat()
  const { answers: answered }: EventDef = events[kind]
  const { creatorApplicationID, disputeID, reportID, entryID, paymentID } = data
  const thread =
    answered && { taskID, requestID, creatorApplicationID, disputeID, reportID, entryID, paymentID }[answered]
  return typeof thread === 'string' ? [thread] : []
}

/** Whether the event leaves nothing to answer for any administrator. */
export const isAnsweredForAdministrators = (kind: EventKind): boolean => {
  const { answersFor }: EventDef = events[kind]
  return answersFor === 'administrators'
}

/** The notices that an event takes away, where there are any. */
export const takenAwayBy = (kind: EventKind): EventDef['takesAway'] => {
  const { takesAway }: EventDef = events[kind]
  return takesAway
}

/** Whom a rule names where the event itself says it: null for nobody, undefined where only the database knows. */
const namedBy = ({ subjectID = null, data }: Happened, { who }: NoticeRule) =>
  who === 'subject' ? subjectID : who === 'former assignee' ? (data['from'] ?? null) : undefined

/** The rules of an event by which there is somebody to tell; who acts hears of their own act by few of them. */
const rulesFor = (event: Happened): NoticeRule[] => {
  const { notices }: EventDef = events[event.kind]
  return notices.filter((rule) => {
    const named = namedBy(event, rule)
    return named !== null && (named !== event.actorID || rule.evenOwn) && (rule.when?.(event) ?? true)
  })
}
/** The rules of an event whose notices are written with it. */
export const directRules = (event: Happened): readonly NoticeRule[] =>
  rulesFor(event).filter(({ group }) => group !== 'following')
/** The rules of an event whose notices are written soon after it, by a reader of the log. */
export const followingRules = (event: Happened): readonly NoticeRule[] =>
  rulesFor(event).filter(({ group }) => group === 'following')

/** The task of an event. A payment names its own in the data, because it is no part of the task's history. */
export const taskOf = ({ taskID, data }: Happened): string | null => {
  const { taskID: named } = data
  return taskID ?? (typeof named === 'string' ? named : null)
}

/** What the person of the notice is owed or was paid by the event, in hundredths of the currency. */
export const moneyOf = ({ kind, data: { amountCents, currency } }: Happened) => {
  if (typeof amountCents !== 'number' || typeof currency !== 'string') return null
  if (kind === 'reward.due') return { amountCents, currency }
  // Payments count in the smallest units.
  return kind === 'payment.recorded' ? { amountCents: hundredthsOf(currency, amountCents), currency } : null
}

/** What the unread notices of one thing have in common. */
export const threadOf = (event: Happened, { about, apart }: NoticeRule): string => {
  const { id, projectID, requestID, subjectID, data } = event
  const threads = {
    task: taskOf(event),
    request: requestID,
    project: projectID,
    creatorApplication: data['creatorApplicationID'],
    dispute: data['disputeID'],
    report: data['reportID'],
    waitlist: data['entryID'],
    account: subjectID,
    import: data['importID'],
    end: id,
    'gone task': id,
    'gone tasks': data['batchID'],
  }
  const thread = apart ? data[apart] : threads[about]
  if (typeof thread !== 'string') throw new Error(`An event ${event.kind} does not name its ${about}.`)
  return thread
}
