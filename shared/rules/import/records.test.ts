import { expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'

const ada = { userID: 'u1', username: 'ada', name: 'Ada Lovelace', email: 'ada@example.org' }
const planText = (text: string) => {
  const read = readText(text, { zone: 'Europe/Berlin' })
  const drafts = 'table' in read ? draftsOf(read.table, read.columns, { zone: 'Europe/Berlin' }) : read.drafts
  return showPlan(read.kind, planOf(drafts, { members: [ada], labels: [] }))
}
const plan = (value: unknown) => planText(JSON.stringify(value))

/** The task that each program's API has as JSON. */
const same = { title: 'Paint', status: 'In Progress', assignee: 'ada', dueOn: '2026-03-05' }
test.each<[string, unknown]>([
  ['a bare list', [{ title: 'Paint', status: 'Doing', due_date: '2026-03-05', tags: ['hull'], assignee: { name: 'Ada Lovelace' } }]],
  ['an object with one list', { exported: '2026', tasks: [{ name: 'Paint', state: 'Doing', dueDate: '2026-03-05', labels: ['hull'], assignee: 'ada' }] }],
  ['objects by their keys', { a: { title: 'Paint', status: 'Doing', due: '2026-03-05', labels: 'hull', assignee: 'ada' }, b: { title: 'Buy' } }],
  ['columns with tasks', { columns: [{ name: 'Doing', tasks: [{ title: 'Paint', due: '2026-03-05', labels: ['hull'], assignee: 'ada' }] }] }],
  ['Jira', { issues: [{ key: 'B-1', fields: { summary: 'Paint', status: { self: 'u', name: 'In Progress' }, assignee: { displayName: 'Ada Lovelace', emailAddress: 'ada@example.org' }, duedate: '2026-03-05', labels: ['hull'] } }] }],
  ['Linear', { data: { issues: { nodes: [{ identifier: 'E-1', title: 'Paint', state: { name: 'In Progress' }, assignee: { name: 'ada', email: 'ada@example.org' }, labels: { nodes: [{ name: 'hull' }] }, dueDate: '2026-03-05' }] } } }],
  ['Azure DevOps', [{ id: 12, fields: { 'System.Title': 'Paint', 'System.State': 'Active', 'System.AssignedTo': { displayName: 'Ada Lovelace', uniqueName: 'ada@example.org' }, 'System.Tags': 'hull', 'Microsoft.VSTS.Scheduling.DueDate': '2026-03-05T00:00:00Z' } }]],
  ['YouTrack', [{ idReadable: 'B-1', summary: 'Paint', customFields: [{ name: 'State', value: { name: 'In Progress' } }, { name: 'Assignee', value: { name: 'Ada Lovelace', login: 'ada' } }, { name: 'Due Date', value: 1_772_668_800_000 }], tags: [{ name: 'hull' }] }]],
  ['Redmine', { issues: [{ id: 12, subject: 'Paint', status: { id: 2, name: 'In Progress' }, category: { name: 'hull' }, assigned_to: { id: 3, name: 'Ada Lovelace' }, due_date: '2026-03-05' }] }],
  ['ClickUp', { tasks: [{ id: 'a', name: 'Paint', status: { status: 'in progress', type: 'custom' }, assignees: [{ username: 'Ada Lovelace', email: 'ada@example.org' }], tags: [{ name: 'hull' }], due_date: '1772668800000' }] }],
  ['Notion', { results: [{ object: 'page', properties: { Name: { type: 'title', title: [{ plain_text: 'Paint' }] }, Status: { type: 'status', status: { name: 'In progress' } }, Due: { type: 'date', date: { start: '2026-03-05', end: null } }, Tags: { type: 'multi_select', multi_select: [{ name: 'hull' }] }, Assign: { type: 'people', people: [{ name: 'Ada Lovelace' }] } } }] }],
  ['a project of GitHub', { items: [{ assignees: ['ada'], content: { body: 'Two', number: 3, title: 'Paint', url: 'https://github.com/o/r/issues/3' }, labels: ['hull'], status: 'In Progress', title: 'Paint', due: '2026-03-05' }], totalCount: 1 }],
])('[MOVE-24] records of %s are tasks', (_, value) => {
  const { tasks } = plan(value)
  expect(tasks[0]).toMatchObject({ ...same, labels: ['hull'] })
}) // prettier-ignore

test('[MOVE-24] issues of GitLab have the number of their project, and names with commas stay whole', () => {
  const { kind, tasks } = plan([
    { id: 9, iid: 3, title: 'Paint', description: 'See #4', state: 'opened', labels: ['a', 'b, c'], assignees: [{ username: 'ada' }], due_date: '2026-03-05', time_stats: { human_time_estimate: '1d' }, web_url: 'https://gitlab.example/3' },
  ]) // prettier-ignore
  expect(kind).toBe('json')
  expect(tasks[0]).toMatchObject({ title: 'Paint', labels: ['a', 'b, c'], assignee: 'ada', estimateHours: 8 })
  expect(tasks[0]?.description).toContain('- iid: 3')
})

test('[MOVE-24] comments and rich text of records are kept', () => {
  const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Two coats.' }] }] }
  const comments = [{ author: { displayName: 'Kit' }, body: doc, created: '2026-03-01T10:00:00.000+0000' }]
  const [task] = plan({ issues: [{ key: 'B-1', fields: { summary: 'Paint', description: doc, comment: { comments } } }] }).tasks // prettier-ignore
  expect(task?.description).toMatch(/^Two coats\./)
  expect(task?.comments).toEqual([{ author: 'Kit', on: '2026-03-01', body: 'Two coats.' }])
})

test('[MOVE-24] lists within lists are lists of tasks: Google Tasks and Nextcloud Deck', () => {
  const google = plan({
    kind: 'tasks#taskLists',
    items: [
      { kind: 'tasks#tasks', title: 'Boat', items: [{ title: 'Paint', notes: 'Two coats', status: 'needsAction', due: '2026-03-05T00:00:00.000Z' }] },
      { kind: 'tasks#tasks', title: 'Empty' },
      { kind: 'tasks#tasks', title: 'Home', items: [{ title: 'Mow', status: 'completed' }] },
    ],
  }) // prettier-ignore
  expect(google.tasks.map(({ title, status, dueOn }) => [title, status, dueOn])).toEqual([['Paint', 'Assigned', '2026-03-05'], ['Mow', 'Completed', null]]) // prettier-ignore
  expect(google.tasks[0]?.description).toMatch(/^Two coats[^]*- list: Boat/)
  const card = (title: string, more: object) => ({ title, description: '', labels: [], ...more })
  const deck = plan({ boards: [{ title: 'Club', stacks: [{ title: 'Doing', order: 0, cards: [card('Paint', { duedate: '2026-03-05T10:00:00+00:00', labels: [{ title: 'hull' }] })] }, { title: 'Done', order: 1, cards: [card('Mow', {})] }] }] }) // prettier-ignore
  expect(deck.tasks.map(({ title, status, dueOn, labels }) => [title, status, dueOn, labels])).toEqual([
    ['Paint', 'In Progress', '2026-03-05', ['hull']],
    ['Mow', 'Completed', null, []],
  ])
  // A task with lines of its own is one task, and beside others none is a list.
  expect(plan([{ title: 'A', items: [{ title: 'a1' }] }, { title: 'B' }, { title: 'C', deadline: '2026-01-01' }]).tasks.map(({ title }) => title)).toEqual(['A', 'B', 'C']) // prettier-ignore
  expect(plan([{ title: 'Paint', status: 'Doing', items: [{ title: 'Sand' }] }]).tasks.map(({ title }) => title)).toEqual(['Paint']) // prettier-ignore
})

test('[MOVE-24] Taskwarrior calls a title its description', () => {
  const { tasks } = plan([
    { id: 1, description: 'Paint', due: '20260305T110000Z', priority: 'H', status: 'pending', tags: ['hull'], uuid: 'a' },
    { id: 0, description: 'Sand', status: 'completed', uuid: 'b' },
  ]) // prettier-ignore
  expect(tasks.map(({ title, status, priority, dueOn, labels }) => [title, status, priority, dueOn, labels])).toEqual([
    ['Paint', 'Assigned', 'high', '2026-03-05', ['hull']],
    ['Sand', 'Completed', 'none', null, []],
  ])
})

test('[MOVE-24] JSON in lines, a list of titles, and a list of cards of Trello', () => {
  expect(planText('{"title":"A","status":"Done"}\n{"title":"B"}\n').tasks.map(({ title, status }) => [title, status])).toEqual([['A', 'Completed'], ['B', 'Assigned']]) // prettier-ignore
  expect(plan(['A', 'B']).tasks.map(({ title }) => title)).toEqual(['A', 'B'])
  const cards = plan([{ id: '1', name: 'Paint', desc: 'Two', idList: 'l', labels: [{ name: 'hull', color: 'red' }] }])
  expect([cards.kind, cards.tasks[0]]).toMatchObject(['trello', { title: 'Paint', labels: ['hull'] }])
})

test('[MOVE-25] JSON without tasks says what it could be', () => {
  for (const value of [{}, [], { a: 1 }, [1, 2], { name: 'x' }])
    expect(() => plan(value)).toThrow(/^This JSON has no list of tasks\./)
  expect(() => planText('{"a":')).toThrow('This JSON is not complete.')
})
