import type { EventKind } from '#shared/contract/events.ts'
import type { NoticeGroup } from '#shared/contract/notifications.ts'
import { projectStatus, taskStatus } from '#shared/rules/statuses.ts'

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
  /** Whom a comment names. */
  | 'mentioned'
  /** The task's assignee when the comment was written, unless it names them or they do not follow the task. */
  | 'assignee'
  /** All other followers than these. */
  | 'other followers'
  /** The applicant, owners and admins who talk about an application, but for those whom the comment names. */
  | 'sides'

/** What a notice calls an event. */
export type NoticeKind =
  | EventKind
  | 'task.unassigned'
  /** Several tasks that one act, such as an import, has given to the person; the notice counts them. */
  | 'tasks.assigned'
  /** The tasks of an import that was undone; the notice counts them. */
  | 'tasks.deleted'
  | 'comment.mentioned'
  /** A reminder, to the side that waits for an answer. */
  | 'request.waiting'
  /** Comments on an application. */
  | 'request.commented'
  | 'request.mentioned'
  /** A request ended with its project. */
  | 'request.closed'

export type Rule = {
  who: Who
  group: NoticeGroup
  /**
   * The thing that the notice opens, and to whose unread notice the event is added. 'end' and 'gone task' open nothing and are
   * alone; the import of an event is the one whose undoing it belongs to, and gone
   * tasks are those that one call has deleted.
   */
  about:
    'task' | 'request' | 'project' | 'creatorApplication' | 'account' | 'import' | 'end' | 'gone task' | 'gone tasks'
  /** The events of the kind that the rule is for; all by default. */
  when?: (event: Happened) => boolean
  /** What the notice calls it, where the same event means another thing to these people. */
  as?: Exclude<NoticeKind, EventKind>
  /** People hear of this even when they did it themselves: somebody else may have done it in their name. */
  evenOwn?: true
  /** A mail of its own leaves at once, under its own switch if it has one; a mail about notices never speaks of it. */
  hasOwnMail?: true
}

const nobody: readonly Rule[] = []
const to = (who: Who, group: NoticeGroup, about: Rule['about'], more: Partial<Rule> = {}): Rule => ({
  who,
  group,
  about,
  ...more,
})
const ownMail = { hasOwnMail: true } as const
const mentioned = { as: 'comment.mentioned' } as const
const isInThread = ({ requestID }: Happened) => (requestID ?? null) !== null
const isOnTask = (event: Happened) => !isInThread(event)
const mentionedInThread = { when: isInThread, as: 'request.mentioned' } as const
const decided = [to('subject', 'requests', 'creatorApplication', ownMail)]
const isOfReview = ({ data }: Happened) => data['round'] !== undefined
const isHandedIn = (event: Happened) => isOfReview(event) && event.data['to'] === taskStatus.underReview
const isFrom =
  (request: 'application' | 'invitation') =>
  ({ data }: Happened) =>
    data['request'] === request
const isOfImport = ({ data }: Happened) => data['importID'] !== undefined
const isOfBatch = ({ data }: Happened) => data['batchID'] !== undefined
const isLate = ({ data }: Happened) => data['because'] === 'time'
const paid = [to('subject', 'money', 'project')]

/** Who hears of what. A kind of event that is missing here does not compile. */
export const recipients: Readonly<Record<EventKind, readonly Rule[]>> = {
  'project.created': nobody,
  'project.published': nobody,
  'project.changed': nobody,
  'project.status': [
    to('members', 'following', 'project', { when: ({ data }) => data['to'] === projectStatus.completed }),
  ],
  'project.archived': [to('members', 'following', 'end')],
  'project.restored': nobody,
  'project.deleted': [to('members', 'following', 'end')],
  'project.paused': nobody,
  'project.resumed': nobody,
  'project.labels': nobody,
  'project.templates': nobody,
  'project.questions': nobody,

  'request.applied': [to('managers', 'requests', 'request')],
  'request.withdrawn': nobody,
  // The application itself says both, to who looks at it.
  'request.seen': nobody,
  'request.letterChanged': nobody,
  'request.approved': [to('subject', 'requests', 'request', ownMail)],
  'request.rejected': [to('subject', 'requests', 'request', ownMail)],
  'request.reopened': [to('subject', 'requests', 'request')],
  'request.invited': [to('subject', 'requests', 'request', ownMail)],
  'request.accepted': [to('beginner', 'requests', 'request', ownMail)],
  'request.declined': [to('beginner', 'requests', 'request', ownMail)],
  // Both sides are reminded: the one that is to answer, and the one that waits.
  'request.reminded': [
    to('managers', 'requests', 'request', { when: isFrom('application') }),
    to('subject', 'requests', 'request', { when: isFrom('application'), as: 'request.waiting' }),
    to('managers', 'requests', 'request', { when: isFrom('invitation'), as: 'request.waiting' }),
    to('subject', 'requests', 'request', { when: isFrom('invitation') }),
  ],
  'request.prolonged': [to('subject', 'requests', 'request')],
  // The request cannot be opened any more. Owners and admins of a deleted project get its own notice.
  'request.expired': [
    to('subject', 'requests', 'end', { when: isLate }),
    to('managers', 'requests', 'project', { when: isLate }),
    to('subject', 'requests', 'end', { when: (event) => !isLate(event), as: 'request.closed' }),
  ],

  // The person who joins hears that the request was approved, the one who invited that it was accepted.
  'member.joined': nobody,
  'member.role': [to('subject', 'requests', 'project')],
  'member.removed': [to('subject', 'requests', 'end')],
  'member.left': [to('owners', 'requests', 'project')],

  'task.created': [to('subject', 'direct', 'task', ownMail)],
  'task.assigned': [
    to('subject', 'direct', 'task', { when: ({ data }) => data['to'] !== null, ...ownMail }),
    to('former assignee', 'direct', 'task', { as: 'task.unassigned' }),
  ],
  'task.moved': [
    to('followers', 'following', 'task', { when: (event) => !isOfReview(event) }),
    to('followers but managers', 'following', 'task', { when: isHandedIn }),
    to('followers but the subject', 'following', 'task', {
      when: (event) => isOfReview(event) && !isHandedIn(event),
    }),
  ],
  'task.changed': [to('followers', 'following', 'task', { when: ({ data }) => 'dueOn' in data || 'priority' in data })],
  'task.ordered': nobody,
  // The task itself cannot be opened any more. One undoing of an import makes one notice, and so does one call that deletes several.
  'task.deleted': [
    to('followers', 'following', 'gone task', { when: (event) => !isOfImport(event) && !isOfBatch(event) }),
    to('followers', 'following', 'gone tasks', { when: isOfBatch, as: 'tasks.deleted' }),
    to('followers', 'following', 'import', { when: isOfImport, as: 'tasks.deleted' }),
  ],
  'task.restored': nobody,
  // A mute silences neither.
  'task.due': [to('subject', 'deadlines', 'task')],
  'task.overdue': [to('subject and creator', 'deadlines', 'task')],

  'submission.submitted': [to('managers', 'review', 'task')],
  'submission.accepted': [to('subject', 'review', 'task')],
  'submission.changes': [to('subject', 'review', 'task')],
  'submission.withdrawn': nobody,

  // A mention beats a mute, and a person whom a comment names gets that notice alone.
  'comment.added': [
    to('mentioned', 'direct', 'task', { when: isOnTask, ...mentioned }),
    to('assignee', 'direct', 'task', { when: isOnTask }),
    to('other followers', 'following', 'task', { when: isOnTask }),
    to('mentioned', 'direct', 'request', mentionedInThread),
    to('sides', 'requests', 'request', { when: isInThread, as: 'request.commented' }),
  ],
  'comment.edited': [
    to('mentioned', 'direct', 'task', { when: isOnTask, ...mentioned }),
    to('mentioned', 'direct', 'request', mentionedInThread),
  ],
  'comment.deleted': nobody,

  'payment.recorded': paid,
  'payment.voided': paid,
  'file.uploaded': nobody,
  'file.deleted': nobody,

  'creatorApplication.sent': [to('administrators', 'requests', 'creatorApplication')],
  'creatorApplication.approved': decided,
  'creatorApplication.rejected': decided,
  'waitlist.invited': nobody,
  'waitlist.removed': nobody,

  'account.signedIn': [
    to('subject', 'account', 'account', { when: ({ data }) => 'newDevice' in data, evenOwn: true, ...ownMail }),
  ],
  'account.signedOut': nobody,
  'account.passwordChanged': [to('subject', 'account', 'account', { evenOwn: true, ...ownMail })],
  'account.emailChanged': [to('subject', 'account', 'account', { evenOwn: true, ...ownMail })],
  'account.tokenMade': [to('subject', 'account', 'account', { evenOwn: true, ...ownMail })],
  'account.tokenRevoked': nobody,
  'account.twoStepOn': [to('subject', 'account', 'account', { evenOwn: true, ...ownMail })],
  'account.twoStepOff': [to('subject', 'account', 'account', { evenOwn: true, ...ownMail })],
  'account.profileChanged': nobody,
  'account.exported': nobody,
  'account.deletionAsked': nobody,
  'account.deletionTakenBack': nobody,
  'account.deleted': nobody,
  'account.adminGranted': nobody,
  'account.adminRevoked': nobody,
  // Who is suspended cannot open an inbox: a mail tells them why.
  'account.suspended': nobody,
  'account.restored': nobody,
  'account.signedOutByAdministrator': nobody,
}

/** The notices that an event takes away: nobody needs them any more, or nobody may open what they are about. */
export const takesAway: Partial<
  Record<EventKind, 'of its request' | 'of its task' | 'of its project' | "the subject's of its project">
> = {
  'request.withdrawn': 'of its request',
  'request.expired': 'of its request',
  'member.removed': "the subject's of its project",
  'member.left': "the subject's of its project",
  'project.deleted': 'of its project',
  'task.deleted': 'of its task',
}

/** The thing that somebody answers by an event: what their inbox says of it is read with that. */
const answers: Partial<Record<EventKind, 'taskID' | 'requestID' | 'creatorApplicationID'>> = {
  'request.approved': 'requestID',
  'request.rejected': 'requestID',
  'request.reopened': 'requestID',
  'request.accepted': 'requestID',
  'request.declined': 'requestID',
  'request.prolonged': 'requestID',
  'submission.submitted': 'taskID',
  'submission.accepted': 'taskID',
  'submission.changes': 'taskID',
  'creatorApplication.approved': 'creatorApplicationID',
  'creatorApplication.rejected': 'creatorApplicationID',
}
/** The threads whose notices the actor of an event has dealt with by it. A comment deals with what it is on. */
export const actedOn = ({ kind, taskID, requestID, data }: Happened): string[] => {
  if (kind === 'comment.added') return [requestID ?? taskID ?? []].flat()
  const answered = answers[kind]
  const thread = answered && { taskID, requestID, creatorApplicationID: data['creatorApplicationID'] }[answered]
  return typeof thread === 'string' ? [thread] : []
}

const rulesFor = (event: Happened) => recipients[event.kind].filter(({ when }) => when?.(event) ?? true)
/** The rules of an event whose notices are written with it. */
export const directRules = (event: Happened): readonly Rule[] =>
  rulesFor(event).filter(({ group }) => group !== 'following')
/** The rules of an event whose notices are written soon after it, by a reader of the log. */
export const followingRules = (event: Happened): readonly Rule[] =>
  rulesFor(event).filter(({ group }) => group === 'following')

/** What the unread notices of one thing have in common. */
export const threadOf = (event: Happened, { about }: Rule): string => {
  const { id, projectID, taskID, requestID, subjectID, data } = event
  const threads = {
    task: taskID,
    request: requestID,
    project: projectID,
    creatorApplication: data['creatorApplicationID'],
    account: subjectID,
    import: data['importID'],
    end: id,
    'gone task': id,
    'gone tasks': data['batchID'],
  }
  const thread = threads[about]
  if (typeof thread !== 'string') throw new Error(`An event ${event.kind} does not name its ${about}.`)
  return thread
}
