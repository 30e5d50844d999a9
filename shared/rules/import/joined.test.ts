import { expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'

const members = [
  { userID: 'u1', username: 'ada', name: 'Ada', email: 'ada@example.org' },
  { userID: 'u2', username: 'ben', name: 'Ben', email: 'ben@example.org' },
]
const plan = (value: unknown) => {
  const read = readText(JSON.stringify(value), { zone: 'UTC' })
  const drafts = 'table' in read ? draftsOf(read.table, read.columns, { zone: 'UTC' }) : read.drafts
  return showPlan(read.kind, planOf(drafts, { members, labels: [] }))
}
const titlesOf = (value: unknown) => plan(value).tasks.map(({ title }) => title)

test('[MOVE-24] epics with a status stay tasks, with their stories', () => {
  const { tasks } = plan([
    { title: 'Epic A', status: 'open', assignee: 'ada', stories: [{ title: 's1', status: 'done' }] },
    { title: 'Epic B', status: 'open', stories: [{ title: 's2', status: 'open' }] },
  ])
  expect(tasks.map(({ title, assignee }) => [title, assignee])).toEqual([['Epic A', 'ada'], ['Epic B', null]]) // prettier-ignore
  expect(tasks[0]?.description).toContain('s1')
})

test('[MOVE-24] the names above lists of tasks are those of their lists', () => {
  const { tasks } = plan([
    { name: 'To do', tasks: [{ title: 'Paint' }] },
    { name: 'Done', tasks: [{ title: 'Sew' }] },
  ])
  expect(tasks.map(({ status }) => status)).toEqual(['Assigned', 'Completed'])
})

test('[MOVE-24] tasks beside lists of tasks are all read, each once', () => {
  const c1 = { id: 1, title: 'c1' }
  const value = { tasks: [{ id: 3, title: 'a' }], lists: [{ name: 'L', cards: [c1, { id: 2, title: 'c2' }] }] }
  expect(titlesOf(value)).toEqual(['a', 'c1', 'c2'])
  expect(titlesOf({ ...value, tasks: [...value.tasks, c1] })).toEqual(['a', 'c1', 'c2'])
  expect(plan(value).notes).toEqual([])
})

test('[MOVE-24] an ID is looked up in its own list', () => {
  const lists = [{ id: 1, name: 'To do' }, { id: 2, name: 'Done' }] // prettier-ignore
  const statuses = [{ id: 1, name: 'Archived' }, { id: 2, name: 'Rejected' }] // prettier-ignore
  const status = (value: unknown) => plan(value).tasks.map((task) => task.status)
  expect(status({ lists, statuses, tasks: [{ title: 'Paint', list_id: 2 }, { title: 'Sew', list_id: 1 }] })).toEqual(['Completed', 'Assigned']) // prettier-ignore
  expect(status({ statuses: lists, tasks: [{ title: 'Paint', status: 2 }, { title: 'Sew', status: 1 }] })).toEqual(['Completed', 'Assigned']) // prettier-ignore
  expect(status({ columns: [{ id: 'c1', name: 'Done' }], tasks: [{ title: 'Paint', status: 'c1' }] })).toEqual(['Completed']) // prettier-ignore
})

test('[MOVE-24] a name beats an ID, and who has a task its owner', () => {
  const users = [{ id: 1, name: 'Ada' }, { id: 2, name: 'Ben' }] // prettier-ignore
  const who = (task: object) => plan({ users, tasks: [{ title: 'Paint', ...task }] }).tasks[0]?.assignee
  expect(who({ user_id: 1, assigned_to: 'Ben' })).toBe('ben')
  expect(who({ assignee_id: 2, owner_id: 1 })).toBe('ben')
  expect(who({ owner_id: 1, assignee_id: 2 })).toBe('ben')
  expect(who({ owner_id: 1, assigned_to: 2 })).toBe('ben')
  expect(who({ assignee: 2 })).toBe('ben')
  expect(who({ user_id: 1 })).toBe('ada')
})

test('[MOVE-33] the web address among the links of a record is kept', () => {
  const { tasks } = plan([{ title: 'Paint', _links: { html: { href: 'https://example.org/x' } } }, { title: 'Sew' }])
  expect(tasks[0]?.description).toContain('https://example.org/x')
})

test('[MOVE-01] odd rich text costs nothing but its form', () => {
  const said = (...content: object[]) => plan([{ title: 'a', description: { type: 'doc', content } }, { title: 'b' }]).tasks[0]?.description // prettier-ignore
  const text = { type: 'text', text: 'x' }
  expect(said({ type: 'heading', attrs: { level: -1 }, content: [text] })).toMatch(/^# x/)
  expect(said({ type: 'date', attrs: { timestamp: '99999999999999999' } })).toContain('99999999999999999')
  expect(said({ type: 'constructor', content: [text] })).toMatch(/^x/)
  expect(said({ type: 'text', text: `a${' '.repeat(100_000)}b` })).toMatch(/^a/)
})
