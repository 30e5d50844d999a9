import { beforeAll, expect, test } from 'vitest'
import { createCreator, createMembership, createProject, createUser } from '#support/factories.ts'
import { fillLimit } from '#support/fill-limit.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import type { Api } from '#shared/api-client/index.ts'
import { limitOf } from '#server/limits/limit-table.ts'

const app = testApp()
let owner: Awaited<ReturnType<typeof createCreator>>
let api: Api
beforeAll(async () => {
  owner = await createCreator(app)
  api = app.client(owner.accessToken)
})

const boardOf = async (projectId: string) => (await api.tasks.byProject({ params: { projectId }, query: {} })).data

/** A published project with all that can be copied, and all that must not be. */
const fullProject = async () => {
  const { data } = await api.projects.create({
    body: {
      title: 'Harbour map',
      description: 'Charts.',
      skills: 'React',
      budget: '3000',
      deliverables: 'A map',
      tags: 'maps',
    },
  })
  const params = { id: data.id }
  const questions = [{ text: 'Why you?', kind: 'short' as const, isRequired: true }]
  await api.projects.update({
    params,
    body: { status: 1, detailedDescription: 'All of it', answersWithinDays: 7, questions, applicationsPaused: true },
  })
  const { data: label } = await api.labels.create({ params, body: { name: 'Maps', colour: 'teal' } })
  await api.labels.create({ params, body: { name: 'Unused', colour: 'red' } })
  await api.templates.create({
    params,
    body: { name: 'Survey', title: 'Survey a park', description: 'Walk.', labelIDs: [label.id], doneWhen: ['Walked'] },
  })
  const member = await createUser(app)
  await createMembership(app, data.id, member.user.id)
  const body = { description: 'Work.', projectID: data.id }
  const first = (
    await api.tasks.create({ body: { ...body, title: 'Survey', status: 4, assignedToID: member.user.id } })
  ).data
  const second = (
    await api.tasks.create({
      body: {
        ...body,
        title: 'Draw',
        status: 2,
        dueOn: '2027-01-05',
        priority: 'high',
        estimateHours: 2.5,
        labelIDs: [label.id],
        doneWhen: [{ text: 'It is drawn', isDone: true }],
        blockedByIDs: [first.id],
      },
    })
  ).data
  const gone = (await api.tasks.create({ body: { ...body, title: 'Gone' } })).data
  await api.tasks.remove({ params: { id: gone.id } })
  await api.comments.create({ params: { id: second.id }, body: { body: 'A word', idempotencyKey: 'the-first-word' } })
  await api.tasks.create({ body: { ...body, title: 'Refused', status: 5 } })
  return { id: data.id, params, member }
}

test('a copy is a draft with the fields, questions and labels, and with the tasks as not started', async () => {
  const { id, params } = await fullProject()
  const { data: copy } = await api.projects.duplicate({ params, body: {} })
  const source = (await api.projects.get({ params })).data
  expect(copy.id).not.toBe(id)
  const off = { applicationsPaused: false, showToVisitors: false }
  expect(copy).toMatchObject({ title: 'Copy of Harbour map', status: 0, role: 'owner', ...off })
  for (const name of [
    'description',
    'skills',
    'budget',
    'deliverables',
    'tags',
    'detailedDescription',
    'answersWithinDays',
  ] as const)
    expect(copy[name], name).toEqual(source[name])
  expect(copy.questions).toEqual(source.questions)
  expect(copy.questions).toHaveLength(1)
  const labels = (await api.labels.list({ params: { id: copy.id } })).data
  expect(labels.map(({ name, colour }) => [name, colour])).toEqual([
    ['Maps', 'teal'],
    ['Unused', 'red'],
  ])
  expect((await api.templates.byProject({ params: { id: copy.id } })).data).toMatchObject([
    { name: 'Survey', title: 'Survey a park', labelIDs: [labels[0]?.id], doneWhen: ['Walked'] },
  ])
  const board = await boardOf(copy.id)
  expect(board.map(({ title }) => title).sort()).toEqual(['Draw', 'Survey'])
  const [draw, survey] = await Promise.all(
    ['Draw', 'Survey'].map(async (title) => {
      const found = board.find((task) => task.title === title)
      return (await api.tasks.get({ params: { id: found?.id ?? '' } })).data
    }),
  )
  expect(survey).toMatchObject({ status: 1, assignedToID: null })
  expect(draw).toMatchObject({
    status: 1,
    description: 'Work.',
    priority: 'high',
    estimateHours: 2.5,
    labelIDs: [labels[0]?.id],
    dueOn: null,
    blockedByIDs: [survey?.id],
  })
  expect(draw?.doneWhen?.map(({ text, isDone }) => [text, isDone])).toEqual([['It is drawn', false]])
  expect((await api.memberships.members({ params: { id: copy.id } })).data.map(({ userID }) => userID)).toEqual([
    owner.user.id,
  ])
  // The source is as it was.
  expect((await boardOf(id)).find(({ title }) => title === 'Survey')?.status).toBe(4)
})

test('only owner and admin copy a project, and only an approved creator may begin one', async () => {
  const { params, member } = await fullProject()
  await expect(app.client(member.accessToken).projects.duplicate({ params, body: {} })).rejects.toEqual(refused(403))
  const admin = await createUser(app)
  await createMembership(app, params.id, admin.user.id, 'admin')
  await expect(app.client(admin.accessToken).projects.duplicate({ params, body: {} })).rejects.toEqual(
    refused(403, 'Only approved creators may do that. You can apply to become one.'),
  )
  const stranger = await createCreator(app)
  const hidden = await createProject(app, owner.user.id, { status: 0 })
  await expect(
    app.client(stranger.accessToken).projects.duplicate({ params: { id: hidden.id }, body: {} }),
  ).rejects.toEqual(refused(404))
})

test('a title that is nearly too long stays within its limit', async () => {
  const { data } = await api.projects.create({ body: { title: 'x'.repeat(200), description: 'Charts.' } })
  const { data: copy } = await api.projects.duplicate({ params: { id: data.id }, body: {} })
  expect(copy.title.startsWith('Copy of xxx')).toBe(true)
  expect(copy.title.length).toBeLessThanOrEqual(200)
})

test('a copy that is sent again with its key is the same one, also at the same time; the key is for one project of one person', async () => {
  const { data: source } = await api.projects.create({ body: { title: 'Once', description: 'Charts.' } })
  const { data: another } = await api.projects.create({ body: { title: 'Other', description: 'Charts.' } })
  const copy = async (id = source.id, client = api, idempotencyKey: string | undefined = 'copied once') =>
    (await client.projects.duplicate({ params: { id }, body: { ...(idempotencyKey && { idempotencyKey }) } })).data
  const [first, second] = await Promise.all([copy(), copy()])
  expect(second.id).toBe(first.id)
  expect((await copy()).id).toBe(first.id)
  const admin = await createCreator(app)
  await createMembership(app, source.id, admin.user.id, 'admin')
  const theirs = await copy(source.id, app.client(admin.accessToken))
  const ids = [first.id, theirs.id, (await copy(another.id)).id, (await copy(source.id, api, '')).id]
  expect(new Set(ids).size).toBe(4)
  await api.projects.remove({ params: { id: first.id } })
  await expect(copy()).rejects.toEqual(refused(404))
})

test('a copy that is sent again counts under the limit of repeats, and not under that of projects', async () => {
  const { data: source } = await api.projects.create({ body: { title: 'Again', description: 'Charts.' } })
  const copy = () => api.projects.duplicate({ params: { id: source.id }, body: { idempotencyKey: 'sent for ever' } })
  const first = await copy()
  const limit = limitOf('repeat', owner.user.id)
  await fillLimit(app, limit, limit.limit - 1)
  expect((await copy()).data.id).toBe(first.data.id)
  await expect(copy()).rejects.toEqual(refused(429))
  await app.db.deleteFrom('rate_limits').where('key', '=', limit.key).execute()
})
