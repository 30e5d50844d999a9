import { beforeEach, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, unique } from '#support/factories.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
/** Two projects of Marta: the first one owes Ana $400.00 for a task, and gives her ten days. */
let debtor: RewardWorld
let world: RewardWorld
let due: string
beforeEach(async () => {
  ;[debtor, world] = await Promise.all([createRewardWorld(server), createRewardWorld(server)])
  await createMembership(server, world.params.id, debtor.owner.id, 'owner')
  due = await debtor.owed(debtor.ana, 40_000)
})

const body = () => ({ idempotencyKey: unique('stop-key-') })
const take = (taskID: string, by = world.ben) => by.api.claims.take({ params: { id: taskID }, body: body() })
const apply = (taskID: string) => world.ben.api.claims.apply({ params: { id: taskID }, body: body() })

/** Tasks of the other project, and every act that promises or gives out a reward there. */
const arranged = async () => {
  const { addTask, offer, owner, ana, params } = world
  const [bare, free, asked, applied, assigned] = [
    await addTask(),
    await addTask(),
    await addTask(),
    await addTask(),
    await addTask(),
  ]
  await offer(free, 1_000)
  for (const taskID of [asked, applied]) await offer(taskID, 1_000, { mode: 'apply' })
  await offer(assigned, 1_000, { mode: 'assigned' })
  const { id: requestId } = (await ana.api.claims.apply({ params: { id: applied }, body: body() })).data
  return {
    free,
    acts: [
      () => offer(bare, 500),
      () => offer(free, 1_100),
      () => apply(asked),
      () => take(free),
      () => owner.api.memberships.answerById({ params: { projectId: params.id }, body: { requestId, accept: true } }),
      () => owner.api.tasks.update({ params: { id: assigned }, body: { assignedToID: ana.id } }),
    ],
  }
}

test('[SETTLE-36] a due that is late by more than 14 days stops what promises or gives out rewards in all projects of its owner', async () => {
  const { free, acts } = await arranged()
  const message = 'Settle $400.00 to Ana first.'
  await debtor.passDays(25)
  for (const act of acts) expect(await failureOf(act())).toMatchObject({ status: 409, message })
  // A reward for a task of the debtor itself, too, and with a new task.
  expect(await failureOf(debtor.offer(await debtor.addTask(), 500))).toMatchObject({ status: 409, message })
  const task = { projectID: world.params.id, title: 'Draw', description: 'Of birds.' }
  const offer = { amountCents: 500, mode: 'claim' as const }
  expect(await failureOf(world.owner.api.tasks.create({ body: { ...task, offer } }))).toMatchObject({ message })
  // Others are not told whom the project owes something.
  const { data: told } = await (await createPerson(server)).api.openTasks.get({ params: { id: free } })
  expect(JSON.stringify(told)).not.toMatch(/Ana|\$400|:40000\b/)
  await debtor.payDues([due])
  for (const act of acts) await act()
})

test('[SETTLE-36] up to 14 days nothing is stopped, nor are offers of 0 and projects of other owners afterwards', async () => {
  const { acts } = await arranged()
  await debtor.passDays(23)
  for (const act of acts) await act()
  await debtor.passDays(2)
  const { addTask, offer, held, ana } = await createRewardWorld(server)
  await offer(await addTask(), 500)
  await held(ana, 500)
  const none = await world.addTask()
  await world.offer(none, 0)
  expect((await take(none, await createPerson(server))).data.state).toBe('active')
})
