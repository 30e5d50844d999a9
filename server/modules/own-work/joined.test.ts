import { expect, test } from 'vitest'
import { createPerson, createProject, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
type Person = Awaited<ReturnType<typeof createPerson>>

const applied = async (projectID: string, owner: Person, ana: Person) => {
  await ana.api.projects.apply({ params: { id: projectID }, body: {} })
  return () => owner.api.memberships.answer({ params: { id: projectID, userId: ana.id }, body: { accept: true } })
}
const createWorld = async () => {
  const [owner, ana] = [await createPerson(server), await createPerson(server)]
  const { id: projectID, title } = await createProject(server, owner.id)
  const add = async (more: object = {}) =>
    (await owner.api.tasks.create({ body: { projectID, title: unique('Task '), description: 'Work.', ...more } })).data
      .id
  const offered = async (more: object) => {
    const params = { id: await add() }
    await owner.api.offers.set({ params, body: { amountCents: 0, mode: 'claim', ...more } })
    return params.id
  }
  const joined = async (of: Person = ana) => (await of.api.work.get({ query: {} })).data.joined
  const approve = await applied(projectID, owner, ana)
  return { owner, ana, projectID, title, add, offered, joined, approve }
}

test('[NEXT-06] after an approval the work page names the project with the number of tasks that one may take', async () => {
  const { owner, ana, projectID, title, add, offered, joined, approve } = await createWorld()
  expect(await joined()).toEqual([])
  await approve()
  expect(await joined()).toEqual([{ id: projectID, title, freeTasks: 0 }])
  for (const more of [{}, {}, { status: 4 }, { assignedToID: owner.id }]) await add(more)
  await offered({ mode: 'apply' })
  await offered({ takers: 'members' })
  // Given by hand, and for people of another tier: neither is free for her.
  await offered({ mode: 'assigned' })
  const mine = await offered({ takers: 'newcomers' })
  await offered({ takers: 'tier', minTier: 'gold' })
  expect(await joined()).toEqual([{ id: projectID, title, freeTasks: 5 }])
  expect(await joined(owner)).toEqual([])
  await owner.api.projects.update({ params: { id: projectID }, body: { membersTake: false } })
  expect(await joined()).toEqual([{ id: projectID, title, freeTasks: 3 }])
  // Once a task there was theirs they know their way.
  await ana.api.claims.take({ params: { id: mine }, body: { idempotencyKey: unique('claim-key-') } })
  expect(await joined()).toEqual([])
})

test('[NEXT-06] a task is free also for who holds as many as they may elsewhere', async () => {
  const [here, elsewhere] = [await createWorld(), await createWorld()]
  await here.approve()
  await here.offered({})
  const id = await elsewhere.offered({})
  await here.ana.api.claims.take({ params: { id }, body: { idempotencyKey: unique('claim-key-') } })
  expect(await here.joined()).toMatchObject([{ freeTasks: 1 }])
})

test('[NEXT-06] after two weeks, and for who has left, it is no news any more', async () => {
  const { ana, projectID, joined, approve } = await createWorld()
  await approve()
  await server.db
    .updateTable('project_requests')
    .set({ answered_at: new Date(server.clock.now().getTime() - 15 * 86_400_000) })
    .where('user_id', '=', ana.id)
    .execute()
  expect(await joined()).toEqual([])
  await server.db
    .updateTable('project_requests')
    .set({ answered_at: server.clock.now() })
    .where('user_id', '=', ana.id)
    .execute()
  expect(await joined()).toHaveLength(1)
  await ana.api.memberships.remove({ params: { id: projectID, userId: ana.id } })
  expect(await joined()).toEqual([])
})
