import { expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { readText } from './read.ts'
import { draftsOf } from './rows.ts'
import { showPlan } from './shown.ts'

const ada = { userID: 'u1', username: 'ada', name: 'Ada Lovelace', email: 'ada@example.org' }
const planText = (text: string) => {
  const read = readText(text, { zone: 'UTC' })
  const drafts = 'table' in read ? draftsOf(read.table, read.columns, { zone: 'UTC' }) : read.drafts
  const plan = planOf(drafts, { members: [ada], labels: [] })
  return { ...showPlan(read.kind, plan), sent: plan.tasks.map(({ sent }) => sent) }
}
const plan = (value: unknown) => planText(JSON.stringify(value))
const said = (value: unknown) => plan(value).tasks.map(({ title, status }) => [title, status])
const both = [['Paint', 'In Progress'], ['Sew', 'Completed']] // prettier-ignore

test.each<[string, unknown]>([
  ['a project with a name and a description', { name: 'Boats', description: 'All', owner: { name: 'Ada' }, tasks: [{ name: 'Paint', status: 'Doing' }, { name: 'Sew', done: true, status: 'Done' }] }],
  ['a project with a status', { title: 'Boats', status: 'active', tasks: [{ title: 'Paint', status: 'doing' }, { title: 'Sew', status: 'done' }] }],
  ['Vikunja', [{ id: 1, title: 'Boats', description: '', tasks: [{ id: 1, title: 'Paint', done: false, percent_done: 0.5, done_at: '0001-01-01T00:00:00Z', due_date: '0001-01-01T00:00:00Z' }, { id: 2, title: 'Sew', done: true, percent_done: 1 }], buckets: [{ id: 3, title: 'Doing' }] }]],
  ['Taiga', { name: 'Boats', description: 'All', user_stories: [{ ref: 1, subject: 'Paint', status: 'In progress' }], tasks: [{ ref: 2, subject: 'Sew', status: 'Closed', user_story: 1 }], issues: [], wiki_pages: [] }],
  ['columns and people beside the tasks', { columns: [{ id: 'c1', title: 'Doing' }, { id: 'c2', title: 'Done' }], tasks: [{ title: 'Paint', columnId: 'c1' }, { title: 'Sew', columnId: 'c2' }], users: [{ id: 'u', name: 'Ada' }, { id: 'v', name: 'Ben' }, { id: 'w', name: 'Cy' }] }],
  ['OpenProject', { _type: 'WorkPackageCollection', _embedded: { elements: [{ id: 34, subject: 'Paint', description: { format: 'markdown', raw: 'Blue', html: '<p>Blue</p>' }, _links: { self: { href: '/34', title: 'Paint' }, status: { href: '/7', title: 'In progress' } } }, { id: 35, subject: 'Sew', _links: { status: { title: 'Closed' } } }] } }],
  ['Asana', { data: [{ name: 'Paint', memberships: [{ project: { name: 'Boats' }, section: { name: 'Doing' } }] }, { name: 'Sew', completed: true, memberships: [] }] }],
])('[MOVE-24] the tasks of %s are tasks, and their project is none', (_, value) => expect(said(value)).toEqual(both)) // prettier-ignore

test('[MOVE-24] a task with tasks of its own is one task', () => {
  expect(said({ title: 'Paint', status: 'Doing', tasks: [{ title: 'Sand' }] })).toEqual([['Paint', 'In Progress']])
})

test('[MOVE-33] a list of a file that is not read is a note', () => {
  const { tasks, notes } = plan({ tasks: [{ title: 'Paint', assigneeId: 'u' }], users: [{ id: 'u', name: 'Ada Lovelace' }], wiki: [{ slug: 'home', content: 'x' }] }) // prettier-ignore
  expect(tasks[0]?.assignee).toBe('ada')
  expect(notes).toEqual([{ task: '', text: 'The list “wiki” of the file is not read: it has 1 entry.' }])
})

test('[MOVE-21] rich text of Jira becomes Markdown, and its links name what blocks a task', () => {
  const text = (said: string, ...marks: object[]) => ({ type: 'text', text: said, marks })
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const item = (...content: object[]) => ({ type: 'listItem', content })
  const description = { type: 'doc', version: 1, content: [
    { type: 'heading', attrs: { level: 2 }, content: [text('Steps')] },
    { type: 'orderedList', content: [item(paragraph(text('Sand', { type: 'strong' })), { type: 'bulletList', content: [item(paragraph(text('wet')))] }), item(paragraph(text('Prime')))] },
    paragraph(text('See '), text('the chart', { type: 'link', attrs: { href: 'https://example.org' } }), { type: 'hardBreak' }, { type: 'mention', attrs: { text: '@Ada' } }),
    { type: 'codeBlock', content: [text('# no heading')] },
  ] } // prettier-ignore
  const issuelinks = [{ type: { inward: 'is blocked by', outward: 'blocks' }, inwardIssue: { key: 'B-2' } }, { type: { inward: 'relates to', outward: 'relates to' }, outwardIssue: { key: 'B-9' } }] // prettier-ignore
  const { tasks, sent } = plan({ issues: [{ key: 'B-1', fields: { summary: 'Paint', description, issuelinks } }, { key: 'B-2', fields: { summary: 'Sew', resolution: { name: "Won't Do" }, status: { name: 'Done' } } }] }) // prettier-ignore
  expect(tasks[0]?.description).toMatch(/^## Steps\n\n1\. \*\*Sand\*\*\n {3}- wet\n2\. Prime\n\nSee \[the chart\]\(https:\/\/example\.org\)\n@Ada\n\n```\n# no heading\n```\n\n\*\*From/) // prettier-ignore
  expect(tasks[0]?.description).toContain('- Issue links: relates to B-9')
  expect([sent[0]?.blockedBy, tasks[1]?.status]).toEqual([[1], 'Rejected'])
})

test('[MOVE-15] ClickUp counts milliseconds in JSON, too, and Deck’s people are assignees', () => {
  const task = { id: 'a', name: 'Paint', text_content: '', orderindex: '1', time_estimate: 14_400_000 }
  expect(plan({ tasks: [task] }).tasks[0]?.estimateHours).toBe(4)
  const card = { title: 'Paint', assignedUsers: [{ participant: { uid: 'ada', displayname: 'Ada Lovelace' } }] }
  expect(plan({ boards: [{ title: 'Boats', stacks: [{ title: 'Doing', cards: [card] }] }] })).toMatchObject({ tasks: [{ assignee: 'ada', status: 'In Progress' }], notes: [] }) // prettier-ignore
})

test('[MOVE-33] a description in HTML is text', () => {
  const html =
    '<div>In <b><i>blue</i></b> &amp; white.<br></div><ul><li>Sand</li><li>Prime</li></ul><div><a href=""https://example.org"">chart</a></div>'
  expect(planText(`Title,Description\nPaint,"${html}"\n`).tasks[0]?.description).toBe('In ***blue*** & white.\n\n- Sand\n- Prime\n\n[chart](https://example.org)') // prettier-ignore
  for (const text of ['a < b and c > d', 'Use <b> here', '<b>', '1 <2'])
    expect(planText(`Title,Description\nPaint,${text}\n`).tasks[0]?.description).toBe(text)
  expect(planText(`Title,Description\nPaint,"<p>${'<b><a x'.repeat(9_000)}</p>"\n`).tasks).toHaveLength(1)
})

test('[MOVE-24] Bitbucket calls a description the content, Planner counts priorities to ten, and GitLab’s GraphQL seconds', () => {
  const issue = { id: 1, title: 'Paint', content: 'In blue', status: 'wontfix', priority: 'major', assignee: { display_name: 'Ada Lovelace' } } // prettier-ignore
  expect(plan({ issues: [issue], comments: [{ issue: 1, content: 'Which?' }] })).toMatchObject({ tasks: [{ status: 'Rejected', assignee: 'ada', description: expect.stringMatching(/^In blue\n/) as string }], notes: [{ text: 'The list “comments” of the file is not read: it has 1 entry.' }] }) // prettier-ignore
  const planner = { planId: 'p', bucketId: 'b', title: 'Paint', percentComplete: 50 }
  expect(plan({ value: [{ ...planner, priority: 1 }, { ...planner, priority: 9 }] }).tasks.map(({ priority }) => priority)).toEqual(['urgent', 'low']) // prettier-ignore
  const nodes = [{ iid: '1', title: 'Paint', webUrl: 'https://gitlab.example.org/1', timeEstimate: 14_400 }]
  expect(plan({ data: { project: { name: 'Boat', description: 'd', issues: { nodes } } } }).tasks[0]?.estimateHours).toBe(4) // prettier-ignore
})

test('[MOVE-33] the name of a project is a note, and of several a line of each task', () => {
  const { notes } = plan({ name: 'Boats', description: 'All', tasks: [{ title: 'Paint' }] })
  expect(notes.map(({ text }) => text)).toEqual([
    'The name of the project: Boats',
    'The description of the project: All',
  ])
  const { tasks } = plan([
    { name: 'Boats', tasks: [{ title: 'Paint' }] },
    { name: 'Home', tasks: [{ title: 'Mow' }] },
  ])
  expect(tasks.map(({ description }) => /- project: (.*)/.exec(description)?.[1])).toEqual(['Boats', 'Home'])
})
