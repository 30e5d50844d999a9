import { beforeEach, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { refused } from '#support/refusal.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
let { owner, ana, params, addTask, offer, ledger, held, setBudget } = {} as RewardWorld
beforeEach(async () => {
  ;({ owner, ana, params, addTask, offer, ledger, held, setBudget } = await createRewardWorld(server))
})
const withScopes = async (scopes: Array<'read' | 'work' | 'manage'>) => {
  const endsAt = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
  const { token } = (await owner.api.tokens.create({ body: { name: 'A script', scopes, endsAt } })).data
  return server.client(token)
}
const claimed = (amountCents: number) => ({ amountCents, mode: 'claim' as const })
const bodyOf = (title = 'Fix the legend') => ({ projectID: params.id, title, description: 'Of birds.' })
const titles = async (by = owner) => {
  const { data } = await by.api.tasks.byProject({ params: { projectId: params.id }, query: {} })
  return data.map(({ title }) => title)
}

test('[OFFER-35] a task is created with its offer, or not at all', async () => {
  const { data } = await owner.api.tasks.create({ body: { ...bodyOf(), offer: claimed(4_000) } })
  expect([data.offer?.amountCents, data.offer?.mode, data.rewardCents]).toEqual([4_000, 'claim', 4_000])
  expect(await ledger(data.id)).toMatchObject({ entries: ['reserve 4000'], reserved: 4_000 })
  const body = { ...bodyOf('Beyond the budget'), offer: claimed(46_100) }
  await expect(owner.api.tasks.create({ body })).rejects.toEqual(refused(409, 'Only $460.00 of the budget is left.'))
  await setBudget('2-3k')
  await expect(owner.api.tasks.create({ body })).rejects.toEqual(refused(422))
  expect(await titles()).toEqual(['Fix the legend'])
})

test('[OFFER-35] a member creates no task with an offer, and an owner is not paid', async () => {
  const body = { ...bodyOf(), offer: claimed(0) }
  await expect(ana.api.tasks.create({ body })).rejects.toEqual(refused(403))
  const own = { ...bodyOf(), assignedToID: owner.id, offer: claimed(4_000) }
  await expect(owner.api.tasks.create({ body: own })).rejects.toEqual(refused(409))
  expect(await titles()).toEqual([])
  const { data } = await owner.api.tasks.create({ body: { ...own, assignedToID: ana.id } })
  const claims = await ana.api.claims.list({ query: {} })
  expect(claims.data.map(({ taskID, terms }) => [taskID, terms.amountCents])).toEqual([[data.id, 4_000]])
})

test('[OFFER-35] a repeat with its key is the same task, whose reward is reserved once', async () => {
  const body = { ...bodyOf(), idempotencyKey: 'fix the legend', offer: claimed(4_000) }
  const first = await owner.api.tasks.create({ body })
  const again = await owner.api.tasks.create({ body })
  expect([again.data.id, await titles()]).toEqual([first.data.id, ['Fix the legend']])
  expect((await ledger(first.data.id)).used).toBe(4_000)
})

test('[OFFER-36] an offer is set for many tasks in the order sent, and each says what was done or why not', async () => {
  const ids = [await addTask(), await held(ana, 10_000), await addTask(owner), await addTask(), await addTask()]
  await offer(ids[3] ?? '', 15_000)
  const { data } = await owner.api.tasks.bulk({ body: { ids, change: { offer: claimed(15_000) } } })
  expect(data.map(({ id, isDone, code }) => [ids.indexOf(id), isDone, code])).toEqual([
    [0, true, null],
    [1, false, 'OFFER_HELD'],
    [2, false, 'CONFLICT'],
    [3, true, null],
    [4, false, 'BUDGET_SHORT'],
  ])
  expect(data.map(({ task }) => task?.rewardCents ?? null)).toEqual([15_000, null, null, 15_000, null])
  expect(data[4]?.reason).toBe('Only $100.00 of the budget is left.')
  expect((await ledger(ids[0] ?? '')).used).toBe(40_000)
  const members = await ana.api.tasks.bulk({ body: { ids, change: { offer: claimed(0) } } })
  expect(members.data.map(({ code }) => code)).toEqual(ids.map(() => 'FORBIDDEN'))
})

test('[OFFER-36] a task that has changed since stays as it is, and 101 tasks are refused', async () => {
  const id = await addTask()
  const change = { offer: claimed(1_000) }
  await owner.api.tasks.update({ params: { id }, body: { title: 'Another title' } })
  const { data } = await owner.api.tasks.bulk({ body: { ids: [id], versions: [1], change } })
  expect(data).toMatchObject([{ isDone: false, code: 'CONFLICT', task: { title: 'Another title', offer: null } }])
  const ids = Array.from({ length: 101 }, () => crypto.randomUUID())
  await expect(owner.api.tasks.bulk({ body: { ids, change } })).rejects.toEqual(refused(422))
})

test('[OFFER-46] a token sets and closes offers only with the scope manage', async () => {
  const id = await addTask()
  const sent = { params: { id }, body: claimed(1_000) }
  const ways = (api: typeof owner.api) => [
    () => api.offers.set(sent),
    () => api.tasks.create({ body: { ...bodyOf(), offer: claimed(1_000) } }),
    () => api.tasks.bulk({ body: { ids: [id], change: { offer: claimed(1_000) } } }),
    () => api.offers.close({ params: { id } }),
  ]
  const refuses = async (way: () => Promise<unknown>) => {
    const failure = await failureOf(way())
    expect([failure.status, failure.message]).toEqual([403, expect.stringContaining('manage')])
  }
  for (const way of ways(await withScopes(['work']))) await refuses(way)
  const [set, , , close] = ways(await withScopes(['read']))
  for (const way of [set, close]) if (way) await refuses(way)
  expect((await ledger(id)).entries).toEqual([])
  for (const way of ways(await withScopes(['read', 'work', 'manage']))) expect(await way()).toBeTruthy()
  expect((await ledger(id)).reserved).toBe(0)
})
