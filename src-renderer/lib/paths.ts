/** Every address of the app is built here. `routePatterns` are the router's; a test walks them all. */
export const routePatterns = {
  landing: '/',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  terms: '/terms',
  privacy: '/privacy',
  dashboard: '/dashboard',
  market: '/market',
  myProjects: '/my-projects',
  ownerDashboard: '/owner-dashboard',
  talent: '/talent',
  admin: '/founder/admin',
  creatorApplication: '/creator-application',
  collaboratorManagement: '/collaborator-management/:projectId?',
  profile: '/pf/:username',
  project: '/project/:projectId',
  projectTab: '/project/:projectId/:tab',
  projectDialog: '/project/:projectId/dialog',
  /** The dialog page without an id, which says so. */
  projectMissing: '/project',
} as const

const segment = encodeURIComponent

/** A tab of the owner dashboard, and the project wizard over it: empty, or with a draft at one of its steps. */
export type DashboardAddress = { tab?: string; isNew?: boolean; draft?: string; step?: string }
const dashboardQuery = ({ tab, isNew, draft, step }: DashboardAddress): string => {
  const parts = [
    ...(tab ? [`tab=${segment(tab)}`] : []),
    ...(isNew ? ['new'] : []),
    ...(draft ? [`draft=${segment(draft)}`] : []),
    ...(step ? [`step=${segment(step)}`] : []),
  ]
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

export const paths = {
  landing: () => '/',
  login: () => '/login',
  register: () => '/register',
  resetPassword: () => '/reset-password',
  terms: () => '/terms',
  privacy: () => '/privacy',
  dashboard: () => '/dashboard',
  market: () => '/market',
  myProjects: () => '/my-projects',
  /** The requests in My Projects: invitations that were received, or applications that were sent. */
  myRequests: (mode: 'received' | 'sent' = 'received') =>
    `/my-projects?tab=requests${mode === 'sent' ? '&show=sent' : ''}`,
  ownerDashboard: (address: DashboardAddress = {}) => `/owner-dashboard${dashboardQuery(address)}`,
  talent: () => '/talent',
  admin: () => '/founder/admin',
  creatorApplication: () => '/creator-application',
  profile: (username: string) => `/pf/${segment(username)}`,
  project: (projectId: string) => `/project/${segment(projectId)}`,
  projectTab: (projectId: string, tab: string) => `/project/${segment(projectId)}/${segment(tab)}`,
  /** The Tasks tab with the detail dialog of one task open. */
  task: (projectId: string, taskId: string) => `/project/${segment(projectId)}/tasks?task=${segment(taskId)}`,
  /** The Tasks tab with the Create Task dialog open. */
  newTask: (projectId: string) => `/project/${segment(projectId)}/tasks?task=new`,
  /** A page of the Files tab. */
  projectFiles: (projectId: string, page = 1) =>
    `/project/${segment(projectId)}/files${page > 1 ? `?page=${page}` : ''}`,
  projectDialog: (projectId: string) => `/project/${segment(projectId)}/dialog`,
} as const

/** Where a 403 leads: from a workspace to the project's dialog, else to My Projects; null means stay. */
export const forbiddenTarget = (pathname: string): string | null => {
  const project = /^\/project\/([^/]+)(?:\/|$)/.exec(pathname)
  if (project?.[1]) return paths.projectDialog(decodeURIComponent(project[1]))
  if (pathname.startsWith(paths.ownerDashboard())) return null
  return paths.myProjects()
}
