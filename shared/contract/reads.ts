// Reads that go stale together, by name. A row is about the data and not about the open screen.

/** The reads that list projects; each row of their answers also has the viewer's access. */
export const projectLists = [
  'projects.openProjects',
  'projects.owned',
  'projects.similar',
  'users.projects',
  'users.hasActiveProjects',
  'people.profileByUsername',
] as const
/** The reads of requests between a person and a project, from both sides. */
export const requests = ['memberships.requests', 'users.requests', 'users.request', 'requests.get'] as const
/** The reads of the viewer's access to one project. */
export const access = ['projects.get', 'projects.userDetails', 'memberships.access'] as const
/** The reads of a project's members and of people who could become members. */
export const members = ['memberships.members', 'memberships.search', 'memberships.suggestions'] as const
/** The same, and what the project says of them; who joins is no guest any more. */
export const team = [...members, 'projects.analytics', 'guests.list'] as const
/** The reads of tasks that are free to take. */
export const openTasks = ['openTasks.list', 'openTasks.get', 'savedTasks.list'] as const
/** The reads that a change of a project's own fields concerns. */
export const changedProject = [
  ...projectLists,
  ...requests,
  ...openTasks,
  'work.get',
  'projects.get',
  'memberships.access',
  'rewards.get',
] as const
/** The reads of tasks; each change of one is its history, and can answer or withdraw what was handed in. */
export const boards = [
  'tasks.byProject',
  'tasks.backlog',
  'tasks.get',
  'tasks.list',
  'tasks.active',
  'submissions.list',
  'rewards.get',
  'guests.list',
  'claims.running',
  'work.get',
  'earnings.list',
  'comments.feed',
  'projects.analytics',
  ...openTasks,
] as const
/** The same, and an owner's dashboard, which says how many tasks wait, are late and are done. */
export const tasks = [...boards, 'projects.owned'] as const
/** The reads that an answer to a request concerns, which may give somebody a project or a task. */
export const answered = [...projectLists, ...requests, ...access, ...members, ...boards, 'claims.list'] as const
/** The reads of what is promised and owed. */
const money = ['ledger.list', 'dues.list', 'dues.own'] as const
/** The reads of rewards: of tasks, and of what is left of a budget. */
export const rewards = [...boards, 'payments.list', 'projects.owned', ...money] as const
/** The comments on a task, and what has happened to it. */
export const talk = ['comments.feed', 'comments.list', 'requests.comments'] as const
/** The reads of what was paid, and of how much of a budget is left. */
export const ledger = [
  'payments.list',
  'projects.owned',
  'projects.analytics',
  'rewards.get',
  'guests.list',
  'work.get',
  'earnings.list',
  'earnings.receipt',
  ...money,
] as const
export const inbox = ['notifications.list', 'notifications.count'] as const
export const creatorApplications = [
  'creatorApplications.checkStatus',
  'creatorApplications.list',
  'creatorApplications.get',
  'creatorApplications.ofUser',
] as const
/** The reads of what an account may do, which a decision about its creator application changes. */
export const account = ['users.profile', 'users.details', 'users.isPageAllowed'] as const
