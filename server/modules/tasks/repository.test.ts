import { afterAll, expect, test } from 'vitest'
import { createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { findOwnTasks } from './own-tasks-repository.ts'

const statements = watchStatements()
const server = testApp()

afterAll(async () => {
  statements.restore()
})

test('a list that ends with the requested page needs no second statement to count it', async () => {
  const owner = await createPerson(server)
  const { id: projectID } = await createProject(server, owner.id)
  for (const title of ['One', 'Two', 'Three'])
    await owner.api.tasks.create({ body: { title, description: 'Work.', projectID } })
  const read = async (page: number, limit: number) => {
    let total = -1
    const made = await statements.during(async () => {
      ;({ total } = await findOwnTasks(server.db, owner.id, { page, limit }))
    })
    return { total, counts: made.filter(({ text }) => text.includes('count(*)::int as total from tasks')).length }
  }
  expect(await read(1, 5)).toEqual({ total: 3, counts: 0 })
  expect(await read(2, 2)).toEqual({ total: 3, counts: 0 })
  expect(await read(1, 2)).toEqual({ total: 3, counts: 1 })
  expect(await read(3, 2)).toEqual({ total: 3, counts: 1 })
})
