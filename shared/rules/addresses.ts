import type { Capability } from '../contract/index.ts'

/**
 * The one place with the app's addresses. The router's patterns, the links on screens, in mails and from outside the
 * app, and the code fetched ahead for a screen all read this table; src-renderer/app/addresses.test.ts checks it
 * against the router.
 */
export type Page = {
  /** The router's pattern: `:name` is a part of the path, and `?` behind it makes that part optional. */
  at: string
  /**
   * The query values of a link from outside the app (`guildhall://…`), each needed or optional. A page without `link`
   * cannot be opened that way.
   */
  link?: Readonly<Record<string, 'needed' | 'optional'>>
  /** What the server must be able to do for a link from outside to open the page; else it leads to the landing choice. */
  capability?: Capability
}

export const pages = {
  landing: { at: '/' },
  login: { at: '/login', link: {} },
  register: { at: '/register', link: { token: 'optional', email: 'optional' } },
  resetPassword: { at: '/reset-password', link: { token: 'needed', email: 'needed' } },
  verifyEmail: {
    at: '/verify-email',
    // Earlier mails name the username, which the page does not read.
    link: { token: 'optional', email: 'needed', username: 'optional', otp: 'optional' },
  },
  terms: { at: '/terms', link: {} },
  privacy: { at: '/privacy', link: {} },
  dashboard: { at: '/dashboard', link: {} },
  market: { at: '/market', link: {} },
  /** The page of a task that is free to take; without an ID a link from outside opens the list of these tasks. */
  openTasks: { at: '/open', link: {}, capability: 'claims' },
  openTask: { at: '/open/:taskID', link: {}, capability: 'claims' },
  /** A project on the market, by a link from outside: its dialog opens. */
  marketProject: { at: '/market/:projectID', link: {}, capability: 'live' },
  myProjects: { at: '/my-projects', link: {} },
  ownerDashboard: { at: '/owner-dashboard', link: {} },
  inbox: { at: '/inbox', link: {}, capability: 'inbox' },
  work: { at: '/work', link: {}, capability: 'work' },
  /** What one has reported, and what was decided about oneself. */
  reports: { at: '/reports', link: {}, capability: 'reports' },
  earnings: { at: '/earnings', link: {}, capability: 'payouts' },
  /** What was paid to the viewer in a year, or ever. */
  statement: { at: '/earnings/statement' },
  receipt: { at: '/receipts/:paymentID' },
  talent: { at: '/talent', link: {} },
  admin: { at: '/founder/admin' },
  creatorApplication: { at: '/creator-application', link: {} },
  collaboratorManagement: { at: '/collaborator-management/:projectID?' },
  profile: { at: '/pf/:username', link: {} },
  settings: { at: '/settings', link: {} },
  /** One section of one's own settings, of those in `settingsSections`. */
  settingsSection: { at: '/settings/:section', link: {} },
  /** The page behind the links in mails that end such mails. */
  unsubscribe: { at: '/unsubscribe' },
  /** The page behind the link in the notice that an address was changed. */
  notMe: { at: '/not-me' },
  /** The page behind the link in the mail that an account was suspended by the decision of a report. */
  appeal: { at: '/appeal' },
  /** The project dialog without an ID, which tells the person that the ID is missing. */
  projectMissing: { at: '/project' },
  projectDialogMissing: { at: '/project/dialog' },
  projectDialog: { at: '/project/:projectID/dialog', link: {} },
  project: { at: '/project/:projectID', link: {} },
  /** A task by its number within the project. */
  taskByNumber: { at: '/project/:projectID/tasks/:number', link: {}, capability: 'live' },
  /** A link from outside opens only the tabs in `workspaceTabs`. */
  projectTab: { at: '/project/:projectID/:tab', link: {} },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** The tabs of a workspace, in their order. */
export const workspaceTabs = ['overview', 'tasks', 'files', 'collaborators', 'settings'] as const
export type WorkspaceTab = (typeof workspaceTabs)[number]

/** The sections of one's own settings, in their order. */
export const settingsSections = [
  'profile',
  'account',
  'payout',
  'notifications',
  'calendar',
  'privacy',
  'tokens',
  'appearance',
] as const
export type SettingsSection = (typeof settingsSections)[number]

type NameOf<Part extends string> = Part extends `:${infer Name}?` ? Name : Part extends `:${infer Name}` ? Name : never
type NamesOf<Pattern extends string> = Pattern extends `${infer Part}/${infer Rest}`
  ? NameOf<Part> | NamesOf<Rest>
  : NameOf<Pattern>
type Values<Name extends PageName> = Readonly<Record<NamesOf<(typeof pages)[Name]['at']>, string>>
type Query = Readonly<Record<string, string | number | true | undefined>>

/** Makes '?a=1&b', or an empty text. `true` gives a name without a value; undefined values are left out. */
const queryText = (query: Query): string => {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return []
    return value === true ? [name] : [`${name}=${encodeURIComponent(value)}`]
  })
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** The address of a page, with its values escaped. */
const addressOf = <Name extends PageName>(name: Name, values: Values<Name>, query: Query = {}): string =>
  pages[name].at.replace(/:(\w+)\??/g, (_, value: string) =>
    encodeURIComponent((values as Readonly<Record<string, string>>)[value] ?? ''),
  ) + queryText(query)

/**
 * A regular expression for the addresses of a page; its groups are the parts of the path that `values` does not give,
 * in their order. With `mayGoOn` it matches the addresses below the page, too.
 */
export const patternOf = (
  name: PageName,
  { values = {}, mayGoOn = false }: { values?: Readonly<Record<string, string>> | undefined; mayGoOn?: boolean } = {},
): RegExp => {
  const path = pages[name].at.replace(/\/:(\w+)(\?)?/g, (_, parameter: string, mayMiss?: string) => {
    const value = values[parameter]
    if (value !== undefined) return `/${encodeURIComponent(value)}`
    return mayMiss ? '(?:/([^/]+))?' : '/([^/]+)'
  })
  return new RegExp(`^${path}${mayGoOn ? '(?:/|$)' : '$'}`)
}

/** The address of each page, as screens and mails link to it: a path with its query, without an origin. */
export const paths = {
  landing: () => addressOf('landing', {}),
  login: () => addressOf('login', {}),
  /** The sign-in page at the form for a forgotten password. */
  forgotPassword: () => addressOf('login', {}, { view: 'forgot' }),
  register: (query: { token?: string; email?: string } = {}) => addressOf('register', {}, query),
  resetPassword: (query: { token?: string; email?: string } = {}) => addressOf('resetPassword', {}, query),
  verifyEmail: (query: { token?: string; email: string }) => addressOf('verifyEmail', {}, query),
  terms: () => addressOf('terms', {}),
  privacy: () => addressOf('privacy', {}),
  dashboard: () => addressOf('dashboard', {}),
  market: () => addressOf('market', {}),
  /** The market's view of open tasks; with words, or of one project. */
  marketTasks: (query: { q?: string; project?: string } = {}) => addressOf('market', {}, { view: 'tasks', ...query }),
  /** With `isInvited`, the page also answers the invitation of the task's project. */
  openTask: (taskID: string, { isInvited = false }: { isInvited?: boolean } = {}) =>
    addressOf('openTask', { taskID }, { invited: isInvited || undefined }),
  reports: () => addressOf('reports', {}),
  earnings: () => addressOf('earnings', {}),
  /** A statement of earnings: of one year, or from one day to another; by default of all. */
  statement: (query: { year?: number; from?: string | undefined; to?: string | undefined } = {}) =>
    addressOf('statement', {}, query),
  receipt: (paymentID: string) => addressOf('receipt', { paymentID }),
  myProjects: () => addressOf('myProjects', {}),
  /** The requests in My Projects: received invitations or sent applications. */
  myRequests: (mode: 'received' | 'sent' = 'received') =>
    addressOf('myProjects', {}, { tab: 'requests', show: mode === 'sent' ? 'sent' : undefined }),
  /** The received invitations, as mails about an invitation link to them. */
  myInvitations: () => `${addressOf('myProjects', {})}#invited`,
  /** With `isNew`, the wizard for a new project is open on top of it. */
  ownerDashboard: ({ isNew }: { isNew?: boolean } = {}) => addressOf('ownerDashboard', {}, { new: isNew || undefined }),
  /** The inbox: a tab of it other than the first, and the notice that is opened. */
  inbox: (query: { tab?: 'following' | 'snoozed' | 'done' | undefined; notice?: string | undefined } = {}) =>
    addressOf('inbox', {}, query),
  work: () => addressOf('work', {}),
  talent: () => addressOf('talent', {}),
  /** Administration: a tab of it other than the first, and the dispute that is open there. */
  admin: (query: { tab?: 'applications' | 'disputes' | 'reports'; dispute?: string } = {}) =>
    addressOf('admin', {}, query),
  creatorApplication: () => addressOf('creatorApplication', {}),
  profile: (username: string) => addressOf('profile', { username }),
  /** The viewer's own settings; without a section, the first one that there is. */
  settings: (section?: SettingsSection) =>
    section === undefined ? addressOf('settings', {}) : addressOf('settingsSection', { section }),
  /** One's own profile, as a new account is led to it. */
  firstProfile: () => addressOf('settingsSection', { section: 'profile' }, { first: true }),
  /** Asks whether the mail of a group shall end. Mail programs send a POST there, which ends it without asking. */
  unsubscribe: (query: { token?: string; group?: string } = {}) => addressOf('unsubscribe', {}, query),
  /** Asks whether a changed address shall be given back. */
  notMe: (query: { token?: string; of?: 'payout' } = {}) => addressOf('notMe', {}, query),
  /** Where a suspended person, who cannot sign in, appeals. */
  appeal: (query: { token?: string } = {}) => addressOf('appeal', {}, query),
  project: (projectID: string) => addressOf('project', { projectID }),
  projectTab: (projectID: string, tab: string) => addressOf('projectTab', { projectID, tab }),
  /** The requests of a project, in its Collaborators tab; with an application's ID, that one is open. */
  projectRequests: (projectID: string, request?: string) =>
    addressOf('projectTab', { projectID, tab: 'collaborators' }, { view: 'requests', request }),
  /** The Collaborators tab with the dialog open that invites somebody. */
  inviteMember: (projectID: string) =>
    addressOf('projectTab', { projectID, tab: 'collaborators' }, { dialog: 'invite' }),
  /** The ledger of a project. */
  ledger: (projectID: string) => addressOf('projectTab', { projectID, tab: 'collaborators' }, { view: 'payments' }),
  /** The ledger of a project, with the form for a payment that begins with a task. */
  payForTask: (projectID: string, task: string) =>
    addressOf('projectTab', { projectID, tab: 'collaborators' }, { view: 'payments', task }),
  /** The project's settings with its form open at a field. */
  projectField: (projectID: string, field: string) =>
    addressOf('projectTab', { projectID, tab: 'settings' }, { edit: field }),
  /** The Tasks tab with the detail dialog of one task open. */
  task: (projectID: string, taskID: string) => addressOf('projectTab', { projectID, tab: 'tasks' }, { task: taskID }),
  /** The tasks of a project that are assigned to one person. */
  tasksOf: (projectID: string, assignee: string) => addressOf('projectTab', { projectID, tab: 'tasks' }, { assignee }),
  /** The tasks of a project of one status, or those that are late, in a list. */
  tasksIn: (projectID: string, query: { status?: number; due?: 'overdue' }) =>
    addressOf('projectTab', { projectID, tab: 'tasks' }, { view: 'backlog', ...query }),
  /** The same task by its number, as links from outside name it. */
  taskByNumber: (projectID: string, number: string) => addressOf('taskByNumber', { projectID, number }),
  /** The Tasks tab with the Create Task dialog open. */
  newTask: (projectID: string) => addressOf('projectTab', { projectID, tab: 'tasks' }, { task: 'new' }),
  /** With `task`, the number of one of its tasks, who accepts an invitation there goes on to that task. */
  projectDialog: (projectID: string, { task }: { task?: string | undefined } = {}) =>
    addressOf('projectDialog', { projectID }, { task }),
} as const

let all: readonly RegExp[] | undefined
/** Whether a path is the address of a page of the app, as the router reads it: in any case, with a last slash or without. */
export const isPagePath = (path: string): boolean =>
  (all ??= (Object.keys(pages) as PageName[]).map((name) => new RegExp(patternOf(name), 'i'))).some((page) =>
    page.test(path.replace(/(?<=.)\/$/, '')),
  )
