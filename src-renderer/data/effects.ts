import type { InputOf, ReadOperation, WritingOperation } from './operations.ts'

// This file has strings and types only, because the sign-in screens load it and must not load the contract.

/** The project, the task and the request that a write is about, where they are known. They narrow which answers go stale. */
export type Subject = { projectID?: string | undefined; taskID?: string | undefined; requestID?: string | undefined }

/** The reads that are about one project or task, and the parameter that names it. All other reads are about many. */
const aboutOne: Partial<Record<ReadOperation, readonly [subject: keyof Subject, param: string]>> = {
  'projects.get': ['projectID', 'id'],
  'projects.analytics': ['projectID', 'id'],
  'projects.userDetails': ['projectID', 'id'],
  'memberships.access': ['projectID', 'id'],
  'memberships.members': ['projectID', 'id'],
  'memberships.requests': ['projectID', 'id'],
  'memberships.search': ['projectID', 'id'],
  'memberships.suggestions': ['projectID', 'id'],
  'tasks.byProject': ['projectID', 'projectId'],
  'tasks.backlog': ['projectID', 'id'],
  'tasks.get': ['taskID', 'id'],
  'labels.list': ['projectID', 'id'],
  'templates.byProject': ['projectID', 'id'],
  'tasks.trash': ['projectID', 'id'],
  'submissions.list': ['taskID', 'id'],
  'comments.feed': ['taskID', 'id'],
  'comments.list': ['taskID', 'id'],
  'notifications.following': ['taskID', 'id'],
  'requests.get': ['requestID', 'id'],
  'requests.comments': ['requestID', 'id'],
  'requests.notes': ['requestID', 'id'],
  'payments.list': ['projectID', 'id'],
  'files.list': ['projectID', 'id'],
  'files.preview': ['projectID', 'id'],
}

/** The reads that list projects; each row of their answers also has the viewer's access. */
const projectLists = [
  'projects.openProjects',
  'projects.owned',
  'projects.similar',
  'users.projects',
  'users.hasActiveProjects',
  'people.profileByUsername',
] as const
/** The reads of requests between a person and a project, from both sides. */
const requests = ['memberships.requests', 'users.requests', 'users.request', 'requests.get'] as const
/** The reads of the viewer's access to one project. */
const access = ['projects.get', 'projects.userDetails', 'memberships.access'] as const
/** The reads of a project's members and of people who could become members. */
const members = ['memberships.members', 'memberships.search', 'memberships.suggestions'] as const
const team = [...members, 'projects.analytics'] as const
/** The reads of tasks; each change of one is its history, and can answer or withdraw what was handed in. */
const boards = [
  'tasks.byProject',
  'tasks.backlog',
  'tasks.get',
  'tasks.list',
  'tasks.active',
  'submissions.list',
  'work.get',
  'comments.feed',
  'projects.analytics',
] as const
/** The same, and an owner's dashboard, which says how many tasks wait, are late and are done. */
const tasks = [...boards, 'projects.owned'] as const
/** What is said about a task, and what has happened to it. */
const talk = ['comments.feed', 'comments.list', 'requests.comments'] as const
/** The reads of what was paid, and of how much of a budget is left. */
const ledger = ['payments.list', 'projects.owned', 'projects.analytics'] as const
const inbox = ['notifications.list', 'notifications.count'] as const
const creatorApplications = [
  'creatorApplications.checkStatus',
  'creatorApplications.list',
  'creatorApplications.get',
  'creatorApplications.ofUser',
] as const
/** The reads of what an account may do, which a decision about its creator application changes. */
const account = ['users.profile', 'users.details', 'users.isPageAllowed'] as const

/**
 * The reads that each writing call makes stale, and the one place that says so. A row is about the data and not about
 * the open screen, so that an event about the same change makes the same reads stale (`event-effects.ts`).
 */
export const effects: Readonly<Record<WritingOperation, readonly ReadOperation[]>> = {
  // Signing in and out empties the cache (lib/session.ts), so nothing is left to go stale.
  'auth.register': [],
  'auth.login': [],
  'auth.secondStep': [],
  'auth.verifyOtp': [],
  'auth.verifyEmailToken': [],
  'auth.codeMail': [],
  'auth.resendOtp': [],
  'auth.forgotPassword': [],
  'auth.registrationOfLink': [],
  'auth.verifyResetToken': [],
  'auth.resetPassword': [],
  'auth.refreshToken': [],
  'auth.logout': [],
  'account.confirm': [],
  'account.changePassword': ['account.sessions', ...inbox],
  'account.changeEmail': [],
  'account.confirmEmail': ['users.profile', ...inbox],
  // Whoever takes an address back is not signed in.
  'account.takeBackEmail': [],
  'ownData.askExport': ['ownData.export'],
  'ownData.askDeletion': ['ownData.deletion'],
  'ownData.takeBackDeletion': ['ownData.deletion'],
  'ownData.downloadExport': [],
  'tokens.create': ['tokens.list', ...inbox],
  'tokens.revoke': ['tokens.list'],
  'twoStep.setUp': [],
  'twoStep.confirm': ['twoStep.state', ...inbox],
  'twoStep.switchOff': ['twoStep.state', ...inbox],
  'twoStep.renewCodes': ['twoStep.state'],
  'administration.suspend': ['administration.people'],
  'administration.restore': ['administration.people'],
  'administration.signOut': ['administration.people'],
  'administration.revokeAdmin': ['administration.people', 'users.adminAccess', 'users.isPageAllowed'],
  'account.endSession': ['account.sessions'],
  'account.endOtherSessions': ['account.sessions'],

  'waitlist.subscribe': ['waitlist.list'],
  'waitlist.validateInvitation': [],
  'waitlist.createInvitation': ['waitlist.list'],
  'waitlist.remove': ['waitlist.list'],

  'creatorApplications.apply': creatorApplications,
  'creatorApplications.update': [...creatorApplications, ...account],
  'creatorApplications.approve': [...creatorApplications, ...account],
  'creatorApplications.reject': [...creatorApplications, ...account],

  // A saved project is on the market's list of saved ones, and its number of new projects begins anew.
  'savedProjects.add': ['savedProjects.list'],
  'savedProjects.remove': ['savedProjects.list', 'projects.openProjects'],
  'savedSearches.create': ['savedSearches.list'],
  'savedSearches.update': ['savedSearches.list'],
  'savedSearches.remove': ['savedSearches.list'],

  'projects.create': projectLists,
  'projects.duplicate': projectLists,
  'projects.update': [...projectLists, ...requests, 'work.get', 'projects.get', 'memberships.access'],
  'projects.remove': [...projectLists, ...requests, ...access, ...members, ...boards, 'payments.list', 'files.list'],
  'projects.apply': [...projectLists, ...requests, 'work.get', ...access],

  'memberships.invite': [...requests, ...access],
  'memberships.answer': [...projectLists, ...requests, 'work.get', ...access, ...team],
  'memberships.answerById': [...projectLists, ...requests, 'work.get', ...access, ...team],
  'requests.reopen': [...projectLists, ...requests, 'work.get', ...access],
  'requests.decide': [...projectLists, ...requests, 'work.get', ...access, ...team],
  'requests.setLabel': ['memberships.requests'],
  'requests.saveNotes': ['memberships.requests', 'requests.notes'],
  'requests.prolong': [...requests, 'work.get', ...access],
  'requests.withdraw': [...projectLists, ...requests, 'work.get', ...access],
  'requests.update': requests,
  'requests.see': requests,
  'requests.comment': ['requests.comments'],
  'memberships.setRole': [...projectLists, ...requests, 'work.get', ...access, ...team],
  // A person who leaves a project is taken off their tasks.
  'memberships.remove': [...projectLists, ...requests, ...access, ...members, ...boards],

  'users.updateBio': ['people.profileByUsername', 'people.talents', 'users.profile'],
  'users.updateProfile': ['people.profileByUsername', 'people.talents', 'users.profile'],
  'users.welcome': ['users.profile'],
  'users.setPicture': ['people.pictures'],
  'users.removePicture': ['people.pictures'],
  'users.updateSettings': ['users.settings', 'people.talents'],

  'tasks.create': tasks,
  'tasks.update': tasks,
  'tasks.tick': tasks,
  // A place is no change that lists of tasks show, but boards.
  'tasks.order': ['tasks.byProject', 'tasks.get'],

  'tasks.remove': [...tasks, 'tasks.trash', 'notifications.list', 'notifications.count'],
  'tasks.restore': [...tasks, 'tasks.trash'],
  'tasks.bulk': [...tasks, 'tasks.trash', 'notifications.list', 'notifications.count'],

  'labels.create': ['labels.list'],
  // Backlogs are sorted by the names of labels.
  'labels.update': ['labels.list', 'tasks.backlog'],
  // A deleted label leaves all tasks and templates.
  'labels.remove': ['labels.list', 'tasks.byProject', 'tasks.backlog', 'tasks.get', 'templates.byProject'],

  'templates.create': ['templates.byProject'],
  'templates.update': ['templates.byProject'],
  'templates.remove': ['templates.byProject'],

  'submissions.create': tasks,
  'submissions.accept': tasks,
  'submissions.changes': tasks,
  'submissions.withdraw': tasks,

  // Whoever comments follows the task, and its card counts comments.
  'comments.create': [...talk, 'notifications.following', 'tasks.byProject'],
  'comments.update': talk,
  'comments.remove': [...talk, 'tasks.byProject'],

  // An import may make labels, too, and comments come with its tasks.
  'imports.create': [...tasks, 'labels.list'],
  'imports.undo': tasks,
  'imports.download': [],

  'notifications.mark': inbox,
  'notifications.follow': ['notifications.following'],
  'notifications.unfollow': ['notifications.following'],
  'notifications.unsubscribe': ['notifications.settings'],
  'notifications.changeSettings': ['notifications.settings', ...inbox],

  'payments.create': ledger,
  'payments.bulk': ledger,
  'payments.void': ledger,

  'files.upload': ['files.list'],
  'files.remove': ['files.list'],
  'files.download': [],

  // Texts that an AI has written are not stored.
  'ai.generateProject': [],
  'ai.generateTask': [],
  'ai.suggestTasks': [],
  'ai.enhanceDescription': [],
}

type StaleKey = readonly [ReadOperation] | readonly [ReadOperation, { params: Record<string, string> }]

const keyOf = (read: ReadOperation, subject: Subject): StaleKey => {
  const [name, param] = aboutOne[read] ?? []
  const id = name && subject[name]
  return id && param ? [read, { params: { [param]: id } }] : [read]
}

/**
 * The key prefixes of these reads. A read about one thing goes stale only for the subject; where the subject is not
 * known, it goes stale for all.
 */
export const keysOfReads = (reads: readonly ReadOperation[], subject: Subject): StaleKey[] =>
  reads.map((read) => keyOf(read, subject))

/** The key prefixes that a write makes stale. */
export const staleKeys = (operation: WritingOperation, subject: Subject): StaleKey[] =>
  keysOfReads(effects[operation], subject)

/** The key prefixes of all reads about one project. */
export const keysOfProject = (projectID: string): StaleKey[] =>
  Object.entries(aboutOne)
    .filter(([, [name]]) => name === 'projectID')
    .map(([read]) => keyOf(read as ReadOperation, { projectID }))

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const field = (from: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    from,
  )

/** The subject of a write, from its input, and from its answer where the input does not name it. */
export const subjectOf = <O extends WritingOperation>(operation: O, input: InputOf<O>, answer?: unknown): Subject => {
  const [group = ''] = operation.split('.')
  const id = text(field(input, 'params', 'id'))
  if (group === 'tasks')
    return {
      taskID: id,
      projectID: text(field(input, 'body', 'projectID')) ?? text(field(answer, 'data', 'projectID')),
    }
  if (group === 'submissions') return { taskID: id, projectID: text(field(answer, 'data', 'task', 'projectID')) }
  if (group === 'notifications') return { taskID: id }
  // What changes a comment names that alone; its answer names the task.
  if (group === 'comments')
    return {
      taskID: operation === 'comments.create' ? id : text(field(answer, 'data', 'taskID')),
      requestID: text(field(answer, 'data', 'requestID')),
    }
  if (operation === 'requests.decide') return { projectID: id }
  if (group === 'requests') return { requestID: id }
  if (['projects', 'memberships', 'payments', 'files', 'labels', 'templates'].includes(group))
    return { projectID: id ?? text(field(input, 'params', 'projectId')) }
  return {}
}
