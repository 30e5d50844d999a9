import { beforeEach, expect, test } from 'vitest'
import { createPerson, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { findStateDifferences } from './check-states.ts'

const server = testApp()
type Person = RewardWorld['ana']
let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
})

const read = async (who: Person, id: string) => (await who.api.rewards.get({ params: { id } })).data
/** A task of Ana that she has handed in, and her claim. */
const handedIn = async () => {
  const taskID = await world.held(world.ana, 40_000)
  await world.ana.api.tasks.update({ params: { id: taskID }, body: { status: 2 } })
  await world.handIn(taskID)
  return { taskID, claimID: (await world.claimOf(taskID)).id }
}
const propose = (claimID: string, by: Person, amountCents: number) => {
  const body = { amountCents, text: 'The legend is missing.', idempotencyKey: unique('proposal-') }
  return by.api.proposals.make({ params: { id: claimID }, body })
}
const statesOfProject = async () =>
  (await findStateDifferences(server.db, server.clock.now())).filter(({ project }) => project === world.params.id)

test('[SETTLE-38] an open proposal is the state: who proposes how much of what, and who answers by when', async () => {
  const { owner, ana, ben, passDays } = world
  const { taskID, claimID } = await handedIn()
  const { endsAt } = (await propose(claimID, owner, 30_000)).data
  for (const reader of [owner, ana, ben])
    expect(await read(reader, taskID)).toMatchObject({
      ...{ state: 'proposed', actor: { id: owner.id } },
      blocker: { who: 'holder', what: 'proposal', by: endsAt, amountCents: 30_000, ofCents: 40_000 },
    })
  expect(await statesOfProject()).toEqual([])
  // Its time is over, and the clock has not met it yet.
  await passDays(8)
  expect(await read(owner, taskID)).toMatchObject({ state: 'inReview', blocker: { what: 'review' } })
})

test('[SETTLE-38] on a due it is of what is still owed, and hides nothing that is late', async () => {
  const { owner, ana, passDays, pay } = world
  const { taskID, claimID } = await handedIn()
  await owner.api.tasks.update({ params: { id: taskID }, body: { status: 4 } })
  await pay(ana, taskID, 10_000)
  await propose(claimID, ana, 20_000)
  expect(await read(owner, taskID)).toMatchObject({
    ...{ state: 'proposed', actor: { id: ana.id } },
    blocker: { who: 'managers', amountCents: 20_000, ofCents: 30_000 },
  })
  await passDays(11)
  expect((await read(owner, taskID))?.state).toBe('late')
  expect(await statesOfProject()).toEqual([])
})

test('[SETTLE-38] a guest reads the state with the own entries, until the project blocks them', async () => {
  const { owner, addTask, offer, params } = world
  const guest = await createPerson(server, { name: 'Gus' })
  const id = await addTask()
  await offer(id, 10_000)
  await guest.api.claims.take({ params: { id }, body: { idempotencyKey: unique('claim-') } })
  await world.handIn(id, guest)
  await owner.api.submissions.accept({ params: { id, n: 1 }, body: {} })
  const reward = await read(guest, id)
  expect(reward).toMatchObject({ state: 'due', holder: { id: guest.id }, owner: { id: owner.id } })
  expect(reward?.entries.map(({ kind }) => kind)).toEqual(['due'])
  await server.db
    .insertInto('project_people')
    .values({
      ...{ project_id: params.id, user_id: guest.id, mark: 'blocked' },
      ...{ marked_by: owner.id, marked_at: new Date() },
    })
    .execute()
  await expect(read(guest, id)).rejects.toEqual(refused(404))
})

test('[SETTLE-38] who is no party reads it as long as the market lists the task for everybody', async () => {
  const { addTask, offer, ana } = world
  const stranger = await createPerson(server)
  const id = await addTask()
  await offer(id, 10_000)
  expect((await read(stranger, id))?.state).toBe('open')
  const pause = (isPaused: boolean) =>
    server.db.updateTable('projects').set({ applications_paused: isPaused }).where('id', '=', world.params.id).execute()
  await pause(true)
  await expect(read(stranger, id)).rejects.toEqual(refused(404))
  await pause(false)
  await ana.api.claims.take({ params: { id }, body: { idempotencyKey: unique('claim-') } })
  await expect(read(stranger, id)).rejects.toEqual(refused(404))
})
