import { expect, test } from 'vitest'
import { createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

test('[MOVE-29] an import that is taken back leaves the stages that were made for it, and a restored task is in its own', async () => {
  const { user, accessToken } = await createUser(server)
  const owner = server.client(accessToken)
  const { id } = await createProject(server, user.id)
  const params = { id }
  const stages = [{ name: 'Dry dock', status: 1 }, { name: 'Sails', status: 2 }, { name: 'Rigging', status: 2 }] // prettier-ignore
  await owner.stages.replace({ params, body: { version: 0, stages } })
  const tasks = [
    { title: 'Caulk', description: 'Work.', status: 1, stage: 'Dry dock' },
    { title: 'Splice', description: 'Work.', status: 2, stage: 'Rigging' },
  ]
  const { data } = await owner.imports.create({ params, body: { idempotencyKey: 'key', source: 'csv', tasks } })
  const undone = await owner.imports.undo({ params: { id, importID: data.id } })
  expect(undone.data).toEqual({ removed: 2, kept: 0 })
  const { data: after } = await owner.stages.list({ params })
  expect(after.stages.map(({ name }) => name)).toEqual(['Dry dock', 'Sails', 'Rigging'])
  const { data: trash } = await owner.tasks.trash({ params, query: {} })
  const splice = trash.find(({ title }) => title === 'Splice')
  await owner.tasks.restore({ params: { id: splice?.id ?? '' }, body: {} })
  const { data: board } = await owner.tasks.byProject({ params: { projectId: id }, query: {} })
  const rigging = after.stages.find(({ name }) => name === 'Rigging')
  expect(board.map(({ title, status, stageID }) => [title, status, stageID])).toEqual([['Splice', 2, rigging?.id]])
})
