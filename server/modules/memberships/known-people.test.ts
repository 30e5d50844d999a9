import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createPerson, unique } from '#support/factories.ts'
import { createClaimWorld } from '#support/claims.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
type Person = Awaited<ReturnType<typeof createPerson>>
let world: Awaited<ReturnType<typeof createClaimWorld>>
/** No member. */
let cleo: Person
beforeEach(async () => {
  world = await createClaimWorld(server)
  cleo = await createPerson(server, { name: 'Cleo' })
})

const REFUSED = 'This project does not take your applications.'
const of = (person: Person) => ({ params: { id: world.projectID, userID: person.id } })
const marks = async () => {
  const { data } = await world.owner.api.knownPeople.list({ params: { id: world.projectID } })
  return data.map(({ userID, mark }) => [userID, mark])
}
const expectFailure = async (call: Promise<unknown>, status: number, text = '') => {
  const failure = await failureOf(call)
  expect([failure.status, failure.message]).toEqual([status, expect.stringContaining(text)])
}
const apply = (taskID: string, by: Person) =>
  by.api.claims.apply({ params: { id: taskID }, body: { idempotencyKey: unique('apply-key-') } })
/** As many others as a project may mark so. */
const fill = (mark: 'vouched' | 'blocked') =>
  sql`with made as (
      insert into users (id, email, username, password_hash, name, is_email_verified)
      select gen_random_uuid(), 'x' || n || ${unique('@x')}, ${unique('x')} || n, '-', 'X', true from generate_series(1, 500) n
      returning id)
    insert into project_people (project_id, user_id, mark, marked_by, marked_at)
    select ${world.projectID}::uuid, id, ${mark}, ${world.owner.id}::uuid, now() from made`.execute(server.db)

test('[CLAIM-43] [CLAIM-39] who is vouched for takes tasks for known people, until that is taken back', async () => {
  const taskID = await world.add()
  const body = { amountCents: 0, mode: 'claim' as const, takers: 'known' as const }
  await world.owner.api.offers.set({ params: { id: taskID }, body })
  await expectFailure(world.take(taskID, cleo), 403, 'For people who have worked with Marta or are vouched for.')
  for (let n = 0; n < 2; n++) await world.owner.api.knownPeople.vouch({ ...of(cleo), body: {} })
  expect(await marks()).toEqual([[cleo.id, 'vouched']])
  const claim = await world.take(taskID, cleo)
  expect(claim).toMatchObject({ taskID, userID: cleo.id })
  for (let n = 0; n < 2; n++) await world.owner.api.knownPeople.takeVouch(of(cleo))
  expect(await marks()).toEqual([])
})

test('[CLAIM-43] [CLAIM-44] a 501st vouched or blocked person is refused', async () => {
  await fill('vouched')
  await expectFailure(world.owner.api.knownPeople.vouch({ ...of(cleo), body: {} }), 409)
  await world.owner.api.knownPeople.block({ ...of(cleo), body: {} })
  await server.db.deleteFrom('project_people').where('project_id', '=', world.projectID).execute()
  await fill('blocked')
  await expectFailure(world.owner.api.knownPeople.block({ ...of(cleo), body: {} }), 409)
})

test('[CLAIM-44] blocking is repeatable, takes back a vouch, and is not for members', async () => {
  await world.owner.api.knownPeople.vouch({ ...of(cleo), body: {} })
  for (let n = 0; n < 2; n++) await world.owner.api.knownPeople.block({ ...of(cleo), body: {} })
  expect(await marks()).toEqual([[cleo.id, 'blocked']])
  await expectFailure(world.owner.api.knownPeople.block({ ...of(world.ana), body: {} }), 409, 'A member of the project')
  await expectFailure(world.ana.api.knownPeople.block({ ...of(cleo), body: {} }), 403)
  await expectFailure(cleo.api.knownPeople.block({ ...of(cleo), body: {} }), 404)
  // A vouch that is taken back leaves the block.
  await world.owner.api.knownPeople.takeVouch(of(cleo))
  expect(await marks()).toEqual([[cleo.id, 'blocked']])
})

test('[CLAIM-45] [CLAIM-60] who is blocked can neither apply nor take, and what they have applied for is rejected', async () => {
  const [applied, open] = [await world.offered({ mode: 'apply' }), await world.offered()]
  await apply(applied, cleo)
  await cleo.api.projects.apply({ params: { id: world.projectID }, body: {} })
  await world.owner.api.knownPeople.block({ ...of(cleo), body: {} })
  const { data: sent } = await cleo.api.users.requests({ query: { type: 'sent' } })
  expect(sent.map(({ status }) => status)).toEqual([2, 2])
  await expectFailure(apply(applied, cleo), 403, REFUSED)
  await expectFailure(world.take(open, cleo), 403, REFUSED)
  await expectFailure(cleo.api.projects.apply({ params: { id: world.projectID }, body: {} }), 403, REFUSED)
  // Of the block itself they hear nothing.
  const told = await server.db.selectFrom('notifications').where('user_id', '=', cleo.id).select('kind').execute()
  expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['request.rejected']))
  await world.owner.api.knownPeople.unblock(of(cleo))
  await apply(applied, cleo)
})

test('[CLAIM-23] [CLAIM-57] a block ends a claim without a hand-in, also of somebody who takes the task at that moment', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await createPerson(server)
    const taskID = await world.offered()
    const [taken] = await Promise.allSettled([
      world.take(taskID, person),
      world.owner.api.knownPeople.block({ ...of(person), body: {} }),
    ])
    if (taken.status === 'rejected') expect(taken.reason).toMatchObject({ status: 403 })
    const { data } = await person.api.claims.list({ query: { state: 'active' } })
    expect(data).toEqual([])
    expect(await world.read(taskID)).toMatchObject({ status: 1, assignedToID: null })
  }
})

test('[CLAIM-23] a claim that was handed in under a reward goes on after a block', async () => {
  await server.db.updateTable('projects').set({ budget: '1000' }).where('id', '=', world.projectID).execute()
  const taskID = await world.offered({ amountCents: 10_000 })
  await world.take(taskID, cleo)
  await world.handIn(taskID, cleo)
  await world.owner.api.knownPeople.block({ ...of(cleo), body: {} })
  expect((await cleo.api.claims.list({ query: { state: 'active' } })).data).toMatchObject([{ taskID }])
})
