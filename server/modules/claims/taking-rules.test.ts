import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Scope } from '#shared/contract/index.ts'
import { createClaimWorld } from '#support/claims.ts'
import { createMembership, createPerson, createUser, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

test('[CLAIM-02] the database refuses a second active claim of a task', async () => {
  const world = await createClaimWorld(server)
  const { id } = await world.take(await world.offered())
  const row = await server.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const second = {
    ...row,
    terms: JSON.stringify(row.terms),
    id: uuidv7(),
    user_id: world.ben.id,
    idempotency_key: null,
  }
  await expect(server.db.insertInto('claims').values(second).execute()).rejects.toThrow('claims_active_key')
  const ended = { ...second, state: 'returned' as const, ended_at: new Date(), lease_until: null }
  await expect(server.db.insertInto('claims').values(ended).execute()).resolves.toBeDefined()
})

test.each([
  ['basic', 0, 2],
  ['bronze', 100, 3],
  ['silver', 500, 4],
  ['gold', 2_000, 5],
] as const)(
  '[CLAIM-28] people of tier %s hold one task until a first one was accepted, then more',
  async (_tier, reputation, cap) => {
    const person = await createPerson(server, { reputation })
    // In one project a guest holds two.
    const worlds = await Promise.all([0, 1, 2].map(() => createClaimWorld(server)))
    const [first] = worlds
    const another = async (at: number) => {
      const world = worlds[Math.floor(at / 2) % worlds.length] ?? first
      const taskID = (await world?.offered()) ?? ''
      await person.api.claims.take({ params: { id: taskID }, body: { idempotencyKey: unique('claim-key-') } })
      return { world, taskID }
    }
    const { world, taskID } = await another(0)
    const refused = { status: 409, code: 'CAP_REACHED' }
    expect(await failureOf(another(2))).toMatchObject({ ...refused, message: expect.stringContaining('You hold 1 of 1 task.') as string }) // prettier-ignore
    const params = { id: taskID }
    await person.api.submissions.create({ params, body: { aiUse: 'none', idempotencyKey: unique('hand-in-') } })
    await world?.owner.api.submissions.accept({ params: { ...params, n: 1 }, body: {} })
    for (let held = 0; held < cap; held++) await another(held)
    const text = `You hold ${cap} of ${cap} tasks. Hand one in or give one back.`
    expect(await failureOf(another(cap))).toMatchObject({ ...refused, message: text })
  },
)

test('[CLAIM-59] the 31st attempt to take a task within an hour is refused with 429 and Retry-After', async () => {
  const world = await createClaimWorld(server)
  const { user, accessToken } = await createUser(server)
  const taskID = await world.offered({ mode: 'assigned' })
  const attempt = () =>
    server.app.inject({
      method: 'POST',
      url: `/api/user-tasks/${taskID}/claim`,
      headers: { authorization: `Bearer ${accessToken}` },
      payload: { idempotencyKey: unique('claim-key-') },
    })
  for (let count = 0; count < 30; count++) expect((await attempt()).statusCode).not.toBe(429)
  const refused = await attempt()
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50 * 60)
  // Somebody else is not concerned.
  expect((await world.take(await world.offered(), world.ana)).userID).not.toBe(user.id)
})

test('[CLAIM-62] a token takes, extends, returns and applies with the scope work, and decides about people with manage', async () => {
  const world = await createClaimWorld(server)
  const endsAt = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
  const apiOf = async (person: typeof world.ana, ...scopes: Scope[]) =>
    server.client((await person.api.tokens.create({ body: { name: scopes.join(), scopes, endsAt } })).data.token)
  const taskID = await world.offered()
  const asked = await world.offered({ mode: 'apply' })
  const body = () => ({ idempotencyKey: unique('key-of-a-try-') })
  const calls = (api: typeof world.ana.api, id: string) => [
    () => api.claims.apply({ params: { id: asked }, body: body() }),
    () => api.claims.take({ params: { id: taskID }, body: body() }),
    () => api.claims.extend({ params: { id }, body: { reason: 'More to draw.' } }),
    () => api.claims.giveBack({ params: { id }, body: {} }),
  ]
  const reader = await apiOf(world.ana, 'read')
  for (const call of calls(reader, uuidv7()))
    expect(await failureOf(call())).toMatchObject({ status: 403, message: 'This access token lacks the scope work.' })
  const worker = await apiOf(world.ana, 'read', 'work')
  await worker.claims.apply({ params: { id: asked }, body: body() })
  const { data } = await worker.claims.take({ params: { id: taskID }, body: body() })
  const [, , extend, giveBack] = calls(worker, data.id)
  for (const call of [extend, giveBack]) await expect(call?.()).resolves.toBeDefined()

  const held = await world.take(await world.offered(), world.ben)
  const { id: userID } = await createPerson(server)
  const params = { id: world.projectID, userID }
  const decisions = (api: typeof world.ana.api) => [
    () => api.knownPeople.vouch({ params, body: {} }),
    () => api.knownPeople.block({ params, body: {} }),
    () => api.claims.takeBack({ params: { id: held.id }, body: { reason: 'We need it sooner.' } }),
  ]
  for (const call of decisions(await apiOf(world.owner, 'read', 'work')))
    expect(await failureOf(call())).toMatchObject({ status: 403, message: 'This access token lacks the scope manage.' })
  for (const call of decisions(await apiOf(world.owner, 'read', 'manage'))) await expect(call()).resolves.toBeDefined()
})

test('[OFFER-39] members read who has tasks of the project now, and until when', async () => {
  const world = await createClaimWorld(server)
  const first = await world.take(await world.offered(), world.ana)
  const second = await world.take(await world.offered(), world.ben)
  await world.handIn(second.taskID, world.ben)
  const returned = await createPerson(server)
  const { id } = await world.take(await world.offered(), returned)
  await returned.api.claims.giveBack({ params: { id }, body: {} })
  const params = { id: world.projectID }
  const member = await createPerson(server)
  await createMembership(server, world.projectID, member.id)
  const { data } = await member.api.claims.running({ params })
  expect(data).toMatchObject([
    {
      taskID: first.taskID,
      holder: { id: world.ana.id, name: 'Ana' },
      leaseUntil: first.leaseUntil,
      reviewBy: null,
      mayTakeBack: true,
    },
    { taskID: second.taskID, holder: { name: 'Ben' }, reviewBy: expect.any(String) as string, mayTakeBack: false },
  ])
  expect((await failureOf(returned.api.claims.running({ params }))).status).toBe(403)
})
