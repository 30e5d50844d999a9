import { expect, test, vi } from 'vitest'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { createDb } from '#server/db/pool.ts'
import { startDueWork } from './what-is-due.ts'

const server = testApp()

const overdue = async () => {
  const owner = await createPerson(server)
  const { id: projectID } = await createProject(server, owner.id)
  await createMembership(server, projectID, (await createPerson(server)).id)
  const body = { projectID, title: 'Draw', description: 'Work.', dueOn: '2026-01-01' }
  const { id } = (await owner.api.tasks.create({ body })).data
  return async () =>
    (await server.db.selectFrom('events').select('id').where('task_id', '=', id).where('kind', '=', 'task.overdue').execute()).length // prettier-ignore
}

test('what is due is done at once after a start, and again and again, until it is stopped', async () => {
  const before = await overdue()
  const stop = startDueWork(server.deps, 20)
  await vi.waitUntil(async () => (await before()) === 1)
  const later = await overdue()
  await vi.waitUntil(async () => (await later()) === 1)
  await stop()
  const never = await overdue()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await never()).toBe(0)
})

test('a database that does not answer is written to the log, and asked again', async () => {
  const error = vi.fn()
  const db = createDb('postgres://127.0.0.1:1/none')
  const stop = startDueWork({ ...server.deps, db, logger: { ...server.deps.logger, error } as never }, 5)
  await vi.waitUntil(() => error.mock.calls.length > 2)
  await stop()
  await db.destroy()
  expect(error).toHaveBeenCalledWith(expect.anything(), 'what is due cannot be done')
})
