import { z } from 'zod'
import type { NoticeGroup } from '../notifications.ts'

/** Whose screens hear of an event, as far as they may know of it when they hear. Members are those of projects that are not deleted. */
export type Audience =
  | 'members'
  | 'members, also of a deleted project'
  | 'members and subject'
  | 'managers and subject'
  | 'members, or managers and subject of the request'
  | 'managers, and the subject as a member'
  | 'administrators'
  | 'administrators and subject'
  | 'subject'

/** People, as an event names them. */
export type Who =
  | 'owners'
  | 'managers'
  | 'members'
  | 'administrators'
  /** The person whom the event is about. */
  | 'subject'
  /** The person whom the event is about, and who created the task. */
  | 'subject and creator'
  /** Who began the request. */
  | 'beginner'
  /** Whom a task was taken from. */
  | 'former assignee'
  /** Assignee and creator of the task and the task's followers, except those who muted it. */
  | 'followers'
  /** The same but for owners and admins, or for the person whom the event is about: those hear of it by another event. */
  | 'followers but managers'
  | 'followers but the subject'
  | 'followers but managers and the subject'
  /** Whom a comment names. */
  | 'mentioned'
  /** The task's assignee when the comment was written, unless it names them or they do not follow the task. */
  | 'assignee'
  /** All other followers than these. */
  | 'other followers'
  /** The applicant, owners and admins who talk about an application, but for those whom the comment names. */
  | 'sides'

/** What a notice asks of an event to know whether it is for it. */
export type Facts = { readonly requestID?: string | null; readonly data: Readonly<Record<string, unknown>> }

/** Who has a notice of an event, and of what kind. */
export type NoticeRule = {
  readonly who: Who
  readonly group: NoticeGroup
  /**
   * The thing that the notice opens, and to whose unread notice the event is added. 'end' and 'gone task' open nothing and are
   * alone; the import of an event is the one whose undoing it belongs to, and gone
   * tasks are those that one call has deleted.
   */
  readonly about:
    | 'task'
    | 'request'
    | 'project'
    | 'creatorApplication'
    | 'dispute'
    | 'report'
    | 'waitlist'
    | 'account'
    | 'import'
    | 'end'
    | 'gone task'
    | 'gone tasks'
  /** The ID of the data whose notices are together, apart from all others that open the same thing. */
  readonly apart?: 'claimID' | 'paymentID'
  /** The events of the kind that the rule is for; all by default. */
  readonly when?: (event: Facts) => boolean
  /** What the notice calls it, where the same event means another thing to these people. */
  readonly as?: string
  /** People hear of this even when they did it themselves: somebody else may have done it in their name. */
  readonly evenOwn?: true
  /** A mail of its own leaves at once, under its own switch if it has one; a mail about notices never speaks of it. */
  readonly hasOwnMail?: true
}

type More = Omit<NoticeRule, 'who' | 'group' | 'about'>
/** A rule with its words literal, because the sentences are keyed by them. */
export const notice = <
  const W extends Who,
  const G extends NoticeGroup,
  const A extends NoticeRule['about'],
  const M extends More = object,
>(
  who: W,
  group: G,
  about: A,
  more?: M & More,
) => ({ who, group, about, ...more }) as { who: W; group: G; about: A } & NoInfer<M>

/** The reads that an event makes stale: those of the call that makes the same change (`like`), others, or both. */
type Staleness = { readonly like: string; readonly stale?: readonly string[] } | { readonly stale: readonly string[] }

/** All there is to say about a kind of event beside its audience and the sentences of its notices (shared/rules/notice-text.ts). */
type Definition = Staleness & {
  /**
   * Old and new values of small fields, and IDs. Never a text, an address, a code or a token, because an event is kept for ever and
   * read by everybody concerned.
   */
  readonly data: z.ZodType
  /** Who has a notice of it. */
  readonly notices: readonly NoticeRule[]
  /** The notices that the event takes away: nobody needs them any more, or nobody may open what they are about. */
  readonly takesAway?: 'of its request' | 'of its task' | 'of its project' | "the subject's of its project"
  /** The thing that somebody answers by the event: what their inbox says of it is read with that. */
  readonly answers?:
    'taskID' | 'requestID' | 'creatorApplicationID' | 'disputeID' | 'reportID' | 'entryID' | 'paymentID'
  /** Nothing is left to answer for the others of these, so that it is read in their inboxes too. */
  readonly answersFor?: 'administrators'
}

/** Declares kinds of events with this audience. The type parameter keeps their words literal. */
export const eventFor =
  (audience: Audience) =>
  <const D extends Definition>(definition: D) => ({ audience, ...definition })
export type EventDef = { readonly audience: Audience } & Definition

/** The stage in which a task is, by its name at that time, which is a small field. */
export const stage = z.strictObject({ id: z.int().min(1), name: z.string().max(40) })
export type EventStage = z.output<typeof stage>

export const nobody = [] as const
export const ownMail = { hasOwnMail: true } as const
export const nothing = z.strictObject({})
/** The names of the fields that have changed, as the contract spells them; never what they say. */
export const changedFields = z.strictObject({ fields: z.array(z.string().max(40)).min(1).max(40) })
