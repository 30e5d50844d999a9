import { matchRoutes, type RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { type PageName, pages, paths, patternOf, settingsSections, workspaceTabs } from '#shared/rules/addresses.ts'
import { routes } from './routes.tsx'
import { filledSections } from './settings/sections.ts'

const id = '019b3ec4-b441-7240-8f35-5733658cfe3b'
const token = 'a/b c&d'
const email = 'ada+1@guildhall.test'

/** Every full pattern that the router knows, put together from nested routes. */
const routed = (children: readonly RouteObject[], above = ''): string[] =>
  children.flatMap(({ path, index, children: below = [] }) => {
    const here = path === undefined ? above : path.startsWith('/') || path === '*' ? path : `${above}/${path}`
    return [...((path !== undefined || index) && below.length === 0 ? [here] : []), ...routed(below, here)]
  })

/** An address, the page that it must open, the values of its parts, and the rest (query) that it must have. */
type Made = [address: string, page: PageName, values?: Record<string, string>, rest?: string]

/** What each function makes that does more than fill in the parts of its own page. */
const made: Partial<Record<PageName, Made[]>> & Record<Exclude<keyof typeof paths, PageName>, Made[]> = {
  marketTasks: [
    [paths.marketTasks(), 'market', {}, '?view=tasks'],
    [paths.marketTasks({ q: token }), 'market', {}, '?view=tasks&q=a%2Fb%20c%26d'],
  ],
  forgotPassword: [[paths.forgotPassword(), 'login', {}, '?view=forgot']],
  register: [
    [paths.register(), 'register'],
    [paths.register({ token, email }), 'register', {}, '?token=a%2Fb%20c%26d&email=ada%2B1%40guildhall.test'],
  ],
  resetPassword: [
    [paths.resetPassword({ token, email: 'a@b.test' }), 'resetPassword', {}, '?token=a%2Fb%20c%26d&email=a%40b.test'],
  ],
  verifyEmail: [
    [paths.verifyEmail({ email: 'a@b.test' }), 'verifyEmail', {}, '?email=a%40b.test'],
    [paths.verifyEmail({ token: 't', email: 'a@b.test' }), 'verifyEmail', {}, '?token=t&email=a%40b.test'],
  ],
  myRequests: [
    [paths.myRequests(), 'myProjects', {}, '?tab=requests'],
    [paths.myRequests('sent'), 'myProjects', {}, '?tab=requests&show=sent'],
  ],
  myInvitations: [[paths.myInvitations(), 'myProjects', {}, '#invited']],
  ownerDashboard: [
    [paths.ownerDashboard(), 'ownerDashboard'],
    [paths.ownerDashboard({ isNew: true }), 'ownerDashboard', {}, '?new'],
  ],
  inbox: [
    [paths.inbox(), 'inbox'],
    [paths.inbox({ tab: 'done', notice: id }), 'inbox', {}, `?tab=done&notice=${id}`],
  ],
  openTask: [
    [paths.openTask(id), 'openTask', { taskID: id }],
    [paths.openTask(id, { isInvited: true }), 'openTask', { taskID: id }, '?invited'],
  ],
  projectDialog: [
    [paths.projectDialog(id), 'projectDialog', { projectID: id }],
    [paths.projectDialog(id, { task: '12' }), 'projectDialog', { projectID: id }, '?task=12'],
  ],
  settings: [
    [paths.settings(), 'settings'],
    ...settingsSections.map((section): Made => [paths.settings(section), 'settingsSection', { section }]),
  ],
  statement: [
    [paths.statement(), 'statement'],
    [paths.statement({ year: 2026 }), 'statement', {}, '?year=2026'],
  ],
  firstProfile: [[paths.firstProfile(), 'settingsSection', { section: 'profile' }, '?first']],
  unsubscribe: [
    [paths.unsubscribe(), 'unsubscribe'],
    [paths.unsubscribe({ token, group: 'money' }), 'unsubscribe', {}, '?token=a%2Fb%20c%26d&group=money'],
  ],
  appeal: [
    [paths.appeal(), 'appeal'],
    [paths.appeal({ token }), 'appeal', {}, '?token=a%2Fb%20c%26d'],
  ],
  notMe: [
    [paths.notMe(), 'notMe'],
    [paths.notMe({ token }), 'notMe', {}, '?token=a%2Fb%20c%26d'],
    [paths.notMe({ token, of: 'payout' }), 'notMe', {}, '?token=a%2Fb%20c%26d&of=payout'],
  ],
  projectTab: workspaceTabs.map((tab) => [paths.projectTab(id, tab), 'projectTab', { projectID: id, tab }]),
  tasksOf: [[paths.tasksOf(id, token), 'projectTab', { projectID: id, tab: 'tasks' }, '?assignee=a%2Fb%20c%26d']],
  tasksIn: [
    [paths.tasksIn(id, { status: 3 }), 'projectTab', { projectID: id, tab: 'tasks' }, '?view=backlog&status=3'],
    [paths.tasksIn(id, { due: 'overdue' }), 'projectTab', { projectID: id, tab: 'tasks' }, '?view=backlog&due=overdue'],
  ],
  task: [[paths.task(id, 'a&b'), 'projectTab', { projectID: id, tab: 'tasks' }, '?task=a%26b']],
  taskByNumber: [[paths.taskByNumber(id, '12'), 'taskByNumber', { projectID: id, number: '12' }]],
  projectRequests: [
    [paths.projectRequests(id), 'projectTab', { projectID: id, tab: 'collaborators' }, '?view=requests'],
  ],
  inviteMember: [[paths.inviteMember(id), 'projectTab', { projectID: id, tab: 'collaborators' }, '?dialog=invite']],
  ledger: [[paths.ledger(id), 'projectTab', { projectID: id, tab: 'collaborators' }, '?view=payments']],
  payForTask: [
    [paths.payForTask(id, 'a&b'), 'projectTab', { projectID: id, tab: 'collaborators' }, '?view=payments&task=a%26b'],
  ],
  projectField: [[paths.projectField(id, 'budget'), 'projectTab', { projectID: id, tab: 'settings' }, '?edit=budget']],
  newTask: [[paths.newTask(id), 'projectTab', { projectID: id, tab: 'tasks' }, '?task=new']],
}

test('every page of the table is a route, and every route is a page of the table', () => {
  const tabs = workspaceTabs.map((tab) => `/project/:projectID/${tab}`)
  const patterns = Object.values(pages).map(({ at }) => at)
  const sections = filledSections.map(({ name }) => paths.settings(name))
  expect([...new Set(routed(routes))].sort()).toEqual([...new Set([...patterns, ...tabs, ...sections, '*'])].sort())
})

/** The address of each other page, which its function makes of the parts of the path. */
const plain = Object.entries(paths).flatMap(([name, make]): Array<[string, Made[]]> => {
  if (name in made || !(name in pages)) return []
  const page = name as PageName
  const parts = [...pages[page].at.matchAll(/:(\w+)/g)].map(([, part = ''], at) => [part, `a/b ${at}`] as const)
  const address = (make as (...values: string[]) => string)(...parts.map(([, value]) => value))
  return [[name, [[address, page, Object.fromEntries(parts)]]]]
})

const cases = [...plain, ...Object.entries(made)].flatMap(([name, ofName]) =>
  ofName.map(([address, page, values = {}, rest = '']) => ({ name, address, page, values, rest })),
)
test.each(cases)('the address of $name, $address, opens the page $page', ({ address, page, values, rest }) => {
  const { pathname, search, hash } = new URL(address, 'https://guildhall.test')
  expect(search + hash).toBe(rest)
  const found = matchRoutes(routes, pathname)?.at(-1)
  expect(found?.route.path).not.toBe('*')
  // Each tab and each filled section is a route of its own, so the router has no parameter for it.
  const { tab: _, section: _section, ...params } = values
  expect(found?.params).toMatchObject(params)
  expect(patternOf(page).exec(pathname)?.slice(1).map(decodeURIComponent)).toEqual(Object.values(values))
})

test('a pattern accepts only the given value of a part, and longer addresses only with mayGoOn', () => {
  const tasks = patternOf('projectTab', { values: { tab: 'tasks' } })
  expect(tasks.test(`/project/${id}/tasks`)).toBe(true)
  expect(tasks.test(`/project/${id}/files`)).toBe(false)
  expect(patternOf('project').test(`/project/${id}/files`)).toBe(false)
  expect(patternOf('project', { mayGoOn: true }).exec(`/project/${id}/files`)?.[1]).toBe(id)
  expect(patternOf('project', { mayGoOn: true }).test('/projects')).toBe(false)
  expect(patternOf('collaboratorManagement').test('/collaborator-management')).toBe(true)
  expect(patternOf('collaboratorManagement').exec(`/collaborator-management/${id}`)?.[1]).toBe(id)
})
