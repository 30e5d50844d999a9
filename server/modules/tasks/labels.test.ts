import { beforeEach, expect, test } from 'vitest'
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
const add = async (name: string, by = owner) =>
  (await by.api.labels.create({ params, body: { name, colour: 'teal' } })).data
const names = async (by = member) => (await by.api.labels.list({ params })).data.map(({ name }) => name)

test('[TASK2-03] a project has up to 30 labels with different names of 1 to 30 characters, in one of ten colours', async () => {
  for (let n = 1; n <= 29; n++) await add(`Label ${n}`)
  for (const name of ['', ' ', 'x'.repeat(31), 'label 7']) await expect(add(name)).rejects.toEqual(refused(422))
  await expect(owner.api.labels.create({ params, body: { name: 'Odd', colour: 'mauve' as never } })).rejects.toEqual(
    refused(422),
  )
  const last = await add('x'.repeat(30))
  await expect(add('One too many')).rejects.toEqual(refused(422))
  expect(await names()).toHaveLength(30)
  const rename = (name: string) => owner.api.labels.update({ params: { ...params, labelID: last.id }, body: { name } })
  await expect(rename('LABEL 1')).rejects.toEqual(refused(422))
  expect((await rename('X'.repeat(30))).data).toEqual({ id: last.id, name: 'X'.repeat(30), colour: 'teal' })
})

test('names that differ by normal form, accents or width alone are one name', async () => {
  await add('Cafe\u0301')
  for (const name of ['Caf\u00e9', 'CAFE', 'ｃａｆｅ', 'café'])
    await expect(add(name), name).rejects.toEqual(refused(422))
  expect(await names()).toEqual(['Cafe\u0301'])
})

test('[TASK2-03] people who add the last label, or the same name, at once do not both succeed', async () => {
  const same = await Promise.allSettled([add('Maps'), add('maps', admin)])
  expect(same.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (let n = 2; n <= 29; n++) await add(`Label ${n}`)
  const last = await Promise.allSettled([add('A'), add('B', admin), add('C')])
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await names()).toHaveLength(30)
})

test('[TASK2-15] owner and admin change labels, members read them, strangers know of none', async () => {
  const { id: labelID } = await add('Maps', admin)
  const stranger = await createPerson(server)
  const one = { params: { ...params, labelID }, body: { colour: 'pink' } } as const
  for (const [by, status] of [
    [member, 403],
    [stranger, 404],
  ] as const) {
    await expect(add('Birds', by)).rejects.toEqual(refused(status))
    await expect(by.api.labels.update(one)).rejects.toEqual(refused(status))
    await expect(by.api.labels.remove({ params: one.params })).rejects.toEqual(refused(status))
  }
  await expect(stranger.api.labels.list({ params })).rejects.toEqual(refused(404))
  expect((await member.api.labels.list({ params })).data).toEqual([{ id: labelID, name: 'Maps', colour: 'teal' }])
  expect((await admin.api.labels.update(one)).data.colour).toBe('pink')
  await expect(
    owner.api.labels.update({ params: { ...params, labelID: labelID + 1 }, body: { name: 'X' } }),
  ).rejects.toEqual(refused(404))
})

test('[TASK2-15] a deleted label leaves all tasks, and its number is nobody’s again', async () => {
  const [maps, birds] = [await add('Maps'), await add('Birds')]
  const body = { projectID: params.id, title: 'Draw', description: 'Work.', labelIDs: [maps.id, birds.id] }
  const { data: task } = await owner.api.tasks.create({ body })
  await owner.api.labels.remove({ params: { ...params, labelID: maps.id } })
  const { data } = await owner.api.tasks.get({ params: { id: task.id } })
  expect(data.labelIDs).toEqual([birds.id])
  // Somebody's open edit still fits.
  expect(data.version).toBe(task.version)
  expect((await add('Maps')).id).toBeGreaterThan(birds.id)
  await expect(owner.api.tasks.create({ body })).rejects.toEqual(refused(422))
})
