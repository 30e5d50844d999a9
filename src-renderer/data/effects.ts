import type { InputOf, ReadOperation, WritingOperation } from './operations.ts'

// Strings and types only: the sign-in screens load this file, and must not load the contract with it.

/** What a write is about, as far as it is known: it narrows which answers go stale. */
export type Subject = { projectID?: string | undefined; taskID?: string | undefined }

/** Reads whose input names the one thing they are about, and by which parameter. All others are about many things. */
const aboutOne: Partial<Record<ReadOperation, readonly [subject: keyof Subject, param: string]>> = {
  'projects.get': ['projectID', 'id'],
  'projects.userDetails': ['projectID', 'id'],
  'memberships.access': ['projectID', 'id'],
  'memberships.members': ['projectID', 'id'],
  'memberships.requests': ['projectID', 'id'],
  'memberships.search': ['projectID', 'id'],
  'memberships.suggestions': ['projectID', 'id'],
  'tasks.byProject': ['projectID', 'projectId'],
  'tasks.get': ['taskID', 'id'],
  'payments.list': ['projectID', 'id'],
  'files.list': ['projectID', 'id'],
}

/** Where projects are listed; each row also says how the viewer stands to the project. */
const projectLists = [
  'projects.openProjects',
  'projects.owned',
  'projects.similar',
  'users.projects',
  'users.hasActiveProjects',
  'people.profileByUsername',
] as const
/** Requests between a person and a project, from both sides. */
const requests = ['memberships.requests', 'users.requests', 'users.request'] as const
/** How the viewer stands to a project, where it is asked for by itself. */
const access = ['projects.get', 'projects.userDetails', 'memberships.access'] as const
/** Who is in a project, and who could be. */
const team = ['memberships.members', 'memberships.search', 'memberships.suggestions'] as const
const tasks = ['tasks.byProject', 'tasks.get', 'tasks.list', 'tasks.active'] as const
const creatorApplications = [
  'creatorApplications.checkStatus',
  'creatorApplications.list',
  'creatorApplications.get',
  'creatorApplications.ofUser',
] as const
/** What an account may do, which a decision about its creator application changes. */
const account = ['users.profile', 'users.details', 'users.isPageAllowed'] as const

/**
 * Which reads each writing call makes stale: the one place that says so. A row says what is true of the data, not which screen
 * is open, so that a live event about the same write can use it too.
 */
export const effects: Readonly<Record<WritingOperation, readonly ReadOperation[]>> = {
  // Who signs in or out begins with an empty cache (lib/session.ts): nothing is left to go stale.
  'auth.register': [],
  'auth.login': [],
  'auth.verifyOtp': [],
  'auth.verifyEmailToken': [],
  'auth.resendOtp': [],
  'auth.forgotPassword': [],
  'auth.verifyResetToken': [],
  'auth.resetPassword': [],
  'auth.refreshToken': [],
  'auth.logout': [],

  'waitlist.subscribe': ['waitlist.list'],
  'waitlist.validateInvitation': [],
  'waitlist.createInvitation': ['waitlist.list'],

  'creatorApplications.apply': creatorApplications,
  'creatorApplications.update': [...creatorApplications, ...account],
  'creatorApplications.approve': [...creatorApplications, ...account],
  'creatorApplications.reject': [...creatorApplications, ...account],

  'projects.create': projectLists,
  'projects.update': [...projectLists, ...requests, 'projects.get', 'memberships.access'],
  'projects.remove': [...projectLists, ...requests, ...access, ...team, ...tasks, 'payments.list', 'files.list'],
  'projects.apply': [...projectLists, ...requests, ...access],

  'memberships.invite': [...requests, ...access],
  'memberships.answer': [...projectLists, ...requests, ...access, ...team],
  'memberships.answerById': [...projectLists, ...requests, ...access, ...team],
  'memberships.setRole': [...projectLists, ...requests, ...access, ...team],
  // Who leaves lays their tasks down.
  'memberships.remove': [...projectLists, ...requests, ...access, ...team, ...tasks],

  'users.updateBio': ['people.profileByUsername', 'people.talents', 'users.profile'],
  'users.updateSettings': ['users.settings', 'people.talents'],

  'tasks.create': tasks,
  'tasks.update': tasks,

  'payments.create': ['payments.list'],
  'payments.bulk': ['payments.list'],
  'payments.void': ['payments.list'],

  'files.upload': ['files.list'],
  'files.remove': ['files.list'],
  'files.download': [],

  // What an AI has written is stored nowhere.
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
 * The beginnings of the keys that a write about the subject makes stale. A read about one thing is narrowed to the subject's;
 * where that is not known, all of its kind go stale.
 */
export const staleKeys = (operation: WritingOperation, subject: Subject): StaleKey[] =>
  effects[operation].map((read) => keyOf(read, subject))

/** The beginnings of all keys about one project. */
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

/** What a write was about, by its input, and by its answer where the input does not say. */
export const subjectOf = <O extends WritingOperation>(operation: O, input: InputOf<O>, answer?: unknown): Subject => {
  const [group = ''] = operation.split('.')
  const id = text(field(input, 'params', 'id'))
  if (group === 'tasks')
    return {
      taskID: id,
      projectID: text(field(input, 'body', 'projectID')) ?? text(field(answer, 'data', 'projectID')),
    }
  if (['projects', 'memberships', 'payments', 'files'].includes(group))
    return { projectID: id ?? text(field(input, 'params', 'projectId')) }
  return {}
}
