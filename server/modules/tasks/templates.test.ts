import { beforeEach, expect, test } from 'vitest'
import { TEMPLATES_MAX } from '#shared/contract/index.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
let owner: Person
let admin: Person
let member: Person
let params = { id: '' }
beforeEach(async () => {
  ;[owner, admin, member] = await Promise.all([createPerson(server), createPerson(server), createPerson(server)])
  params = { id: (await createProject(server, owner.id)).id }
  await createMembership(server, params.id, admin.id, 'admin')
  await createMembership(server, params.id, member.id)
})
const texts = { title: 'Survey a park', description: 'Walk all of its paths.' }
const add = async (name: string, by = owner, more: object = {}) =>
  (await by.api.templates.create({ params, body: { name, ...texts, ...more } })).data
const list = async (by = member) => (await by.api.templates.byProject({ params })).data
const names = async () => (await list()).map(({ name }) => name)
const eventsOf = async () =>
  server.db
    .selectFrom('events')
    .select(['actor_id', 'data'])
    .where('project_id', '=', params.id)
    .where('kind', '=', 'project.templates')
    .orderBy('id')
    .execute()

test('a template keeps the fields of a task, and members read them all, by name', async () => {
  const { data: label } = await owner.api.labels.create({ params, body: { name: 'Maps', colour: 'teal' } })
  const more = { priority: 'high', estimateHours: 2.5, labelIDs: [label.id], doneWhen: ['Walked', 'Drawn'] }
  const full = await add(' survey ', owner, more)
  const bare = await add('Bug', admin)
  expect(await list()).toEqual([
    {
      id: bare.id,
      name: 'Bug',
      ...texts,
      priority: 'none',
      estimateHours: null,
      labelIDs: [],
      stageID: null,
      doneWhen: [],
    },
    { id: full.id, name: 'survey', ...texts, ...more, stageID: null },
  ])
})

test('what is sent is changed and the rest stays; null and empty lists clear', async () => {
  const { id } = await add('Survey', owner, { priority: 'low', estimateHours: 4, doneWhen: ['Walked'] })
  const change = async (body: object) =>
    (await admin.api.templates.update({ params: { ...params, templateID: id }, body })).data
  expect(await change({ name: 'SURVEY' })).toMatchObject({ name: 'SURVEY', ...texts, doneWhen: ['Walked'] })
  await change({ estimateHours: null, doneWhen: [], title: 'Draw', priority: 'urgent' })
  expect(await list()).toEqual([
    {
      id,
      ...texts,
      name: 'SURVEY',
      title: 'Draw',
      priority: 'urgent',
      estimateHours: null,
      labelIDs: [],
      stageID: null,
      doneWhen: [],
    },
  ])
})

test('a project has each name once, in capitals or not, also when two add it at once', async () => {
  const same = await Promise.allSettled([add('Survey'), add('SURVEY', admin)])
  expect(same.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(add('survey')).rejects.toEqual(refused(422))
  const { id: templateID } = await add('Bug')
  const rename = owner.api.templates.update({ params: { ...params, templateID }, body: { name: 'sUrvey' } })
  await expect(rename).rejects.toEqual(refused(422))
  expect(await list()).toHaveLength(2)
})

test('parallel calls cannot pass the most templates that a project has', async () => {
  for (let n = 1; n < TEMPLATES_MAX; n++) await add(`Template ${n}`)
  const last = await Promise.allSettled([add('A'), add('B', admin), add('C')])
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(add('D')).rejects.toEqual(
    refused(422, `A project has at most ${TEMPLATES_MAX} templates. Delete one to save another.`),
  )
  expect(await names()).toHaveLength(TEMPLATES_MAX)
})

test.each([
  { name: '' },
  { name: 'x'.repeat(81) },
  { name: 'x', title: ' ' },
  { name: 'x', description: '' },
  { name: 'x', estimateHours: 0 },
  { name: 'x', doneWhen: [''] },
  { name: 'x', labelIDs: [9] },
])('%o is refused with 422', async (body) => {
  await expect(owner.api.templates.create({ params, body: { ...texts, ...body } })).rejects.toEqual(refused(422))
  const { id: templateID } = await add('Survey')
  await expect(owner.api.templates.update({ params: { ...params, templateID }, body })).rejects.toEqual(refused(422))
})

test('a deleted label leaves all templates', async () => {
  const label = async (name: string) =>
    (await owner.api.labels.create({ params, body: { name, colour: 'teal' } })).data.id
  const [maps, birds] = [await label('Maps'), await label('Birds')]
  await add('Survey', owner, { labelIDs: [maps, birds] })
  await owner.api.labels.remove({ params: { ...params, labelID: maps } })
  expect((await list())[0]?.labelIDs).toEqual([birds])
})

test('only owner and admin change templates, and one of another project is not found', async () => {
  const { id: templateID } = await add('Survey')
  const one = { params: { ...params, templateID }, body: { title: 'Draw' } }
  const stranger = await createPerson(server)
  for (const [by, status] of [
    [member, 403],
    [stranger, 404],
  ] as const) {
    await expect(add('Bug', by)).rejects.toEqual(refused(status))
    await expect(by.api.templates.update(one)).rejects.toEqual(refused(status))
    await expect(by.api.templates.remove({ params: one.params })).rejects.toEqual(refused(status))
  }
  await expect(list(stranger)).rejects.toEqual(refused(404))
  const other = { id: (await createProject(server, owner.id)).id, templateID }
  await expect(owner.api.templates.update({ ...one, params: other })).rejects.toEqual(refused(404))
  await expect(owner.api.templates.remove({ params: other })).rejects.toEqual(refused(404))
  expect(await names()).toEqual(['Survey'])
  await owner.api.templates.remove({ params: one.params })
  expect(await list()).toEqual([])
  await expect(owner.api.templates.remove({ params: one.params })).rejects.toEqual(refused(404))
})

test('the log says who added, changed and deleted a template, and nothing of a change that changes nothing', async () => {
  const { id: templateID } = await add('Survey')
  const one = { ...params, templateID }
  await admin.api.templates.update({ params: one, body: { title: 'Draw' } })
  await admin.api.templates.update({ params: one, body: { title: 'Draw' } })
  await owner.api.templates.remove({ params: one })
  expect(await eventsOf()).toEqual([
    { actor_id: owner.id, data: { templateID, change: 'added' } },
    { actor_id: admin.id, data: { templateID, change: 'changed' } },
    { actor_id: owner.id, data: { templateID, change: 'removed' } },
  ])
})
