import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import type { WhyNotReason } from '#shared/rules/why-not-take.ts'
import { createClaimWorld } from '#support/claims.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { giveDetails } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
type World = Awaited<ReturnType<typeof createClaimWorld>>
type Person = World['ana']
let world: World
beforeEach(async () => {
  world = await createClaimWorld(server)
})

const set = (projectID: string, more: object) =>
  server.db.updateTable('projects').set(more).where('id', '=', projectID).execute()
/** Claims of tasks that are nobody's business here: `state` active with a lease, or finished. */
const plantClaims = async (projectID: string, userID: string, count: number, state: 'active' | 'finished') => {
  for (let n = 0; n < count; n++) {
    const now = server.clock.now()
    await server.db
      .insertInto('claims')
      .values({
        ...{ id: uuidv7(), project_id: projectID, task_id: uuidv7(), user_id: userID, kind: 'claimed' as const, state },
        ...{ terms: JSON.stringify({ currency: 'USD' }), claimed_at: now },
        ...(state === 'active' ? { lease_until: new Date(now.getTime() + 86_400_000) } : { ended_at: now }),
      })
      .execute()
  }
}
/** In another project of the owner somebody is owed money for months. */
const plantLateDue = async (ownerID: string, payeeID: string) => {
  const { id: projectID } = await createProject(server, ownerID)
  await plantClaims(projectID, payeeID, 1, 'finished')
  const { id } = await server.db
    .updateTable('claims')
    .set({ pay_by: new Date(server.clock.now().getTime() - 200 * 86_400_000) })
    .where('project_id', '=', projectID)
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into ledger_balances (project_id, account, currency, amount_cents)
    values (${projectID}::uuid, ${`due:${id}`}, 'USD', 40000)`.execute(server.db)
}
const elsewhere = async () => (await createProject(server, (await createPerson(server)).id)).id
const reputed = (id: string, reputation: number) =>
  server.db.updateTable('users').set({ reputation, reputation_creators: 3 }).where('id', '=', id).execute()

/** Ten rounds wait for an answer. */
const fillQueue = (projectID: string, userID: string) =>
  sql`
    with made as (
      insert into tasks (id, project_id, task_number, title, status, assigned_to_id, open_round)
      select gen_random_uuid(), ${projectID}::uuid, n, 'Waits', 3, ${userID}::uuid, 1 from generate_series(200, 209) n
      returning id
    ) insert into submissions
      (id, task_id, round, author_id, idempotency_key, request_hash, note, links, files, remarks, created_at)
    select gen_random_uuid(), id, 1, ${userID}::uuid, id::text, '', '', '{}', '[]', '[]', now() from made`.execute(
    server.db,
  )

/** Each reason, what brings it about, and who is refused. */
const cases: Array<[WhyNotReason, (taskID: string) => Promise<Person>]> = [
  ['taken', async (taskID) => (await world.take(taskID, world.ben), world.ana)],
  [
    'notOpen',
    async (taskID) => {
      await server.db.updateTable('tasks').set({ status: 5 }).where('id', '=', taskID).execute()
      return world.ana
    },
  ],
  ['notGivenOut', async () => (await set(world.projectID, { applications_paused: true }), world.ana)],
  ['queueFull', async () => (await fillQueue(world.projectID, world.ben.id), world.ana)],
  ['owner', () => Promise.resolve(world.owner)],
  [
    'posterStopped',
    async (taskID) => {
      await world.owner.api.projects.update({ params: { id: world.projectID }, body: { budget: '3000' } })
      const body = { amountCents: 10_000, mode: 'claim' as const }
      await world.owner.api.offers.set({ params: { id: taskID }, body })
      await giveDetails(server, world.ben.id)
      await plantLateDue(world.owner.id, world.ben.id)
      return world.ana
    },
  ],
  [
    'blocked',
    async () => {
      const stranger = await createPerson(server)
      const params = { id: world.projectID, userID: stranger.id }
      await world.owner.api.knownPeople.block({ params, body: {} })
      return stranger
    },
  ],
  [
    'known',
    async (taskID) => {
      const body = { amountCents: 0, mode: 'claim' as const, takers: 'known' as const }
      await world.owner.api.offers.set({ params: { id: taskID }, body })
      return createPerson(server)
    },
  ],
  [
    'tier',
    async (taskID) => {
      await world.owner.api.offers.set({
        params: { id: taskID },
        body: { amountCents: 0, mode: 'claim', takers: 'tier', minTier: 'silver' },
      })
      return world.ana
    },
  ],
  [
    'newcomers',
    async (taskID) => {
      await world.offer(taskID, { takers: 'newcomers' })
      await plantClaims(await elsewhere(), world.ana.id, 3, 'finished')
      return world.ana
    },
  ],
  ['cap', async () => (await plantClaims(await elsewhere(), world.ana.id, 1, 'active'), world.ana)],
  [
    'projectCap',
    async () => {
      await reputed(world.ana.id, 600)
      await plantClaims(await elsewhere(), world.ana.id, 1, 'finished')
      await plantClaims(world.projectID, world.ana.id, 3, 'active')
      return world.ana
    },
  ],
  [
    'tooSoon',
    async (taskID) => {
      const { id } = await world.take(taskID)
      await world.ana.api.claims.giveBack({ params: { id }, body: {} })
      return world.ana
    },
  ],
]
/** The list says these without a name. */
const UNNAMED: readonly WhyNotReason[] = ['taken', 'posterStopped']

test.each(cases)(
  '[OPEN-10] a page says that one may not take a task for the reason %s, as a claim answers',
  async (reason, arrange) => {
    const taskID = await world.offered()
    const before = await world.ana.api.openTasks.get({ params: { id: taskID } })
    expect(before.data).toMatchObject({ may: true, whyNot: null })
    const person = await arrange(taskID)
    const page = (await person.api.openTasks.get({ params: { id: taskID } })).data
    expect(page.may).toBe(false)
    expect(page.whyNot?.reason).toBe(reason)
    expect(page.full).toBe(reason === 'queueFull')
    const row = (await person.api.openTasks.list({ query: { projectID: world.projectID } })).data.find(
      ({ id }) => id === taskID,
    )
    const isListed = !['taken', 'notOpen', 'notGivenOut'].includes(reason)
    expect(row?.whyNot).toEqual(isListed ? page.whyNot : undefined)
    const refusal = await failureOf(
      person.api.claims.take({ params: { id: taskID }, body: { idempotencyKey: unique('key-may-') } }),
    )
    if (UNNAMED.includes(reason)) expect(refusal.status).toBe(409)
    else expect(refusal.message).toBe(page.whyNot?.text)
  },
)

test('[OPEN-10] so does a page of a task that one applies for, as an application answers', async () => {
  const person = await createPerson(server)
  const apply = async () => {
    const params = { id: await world.offered({ mode: 'apply' }) }
    const page = (await person.api.openTasks.get({ params })).data
    const sent = person.api.claims.apply({ params, body: { idempotencyKey: unique('key-may-') } })
    return { page, refusal: page.may ? (await sent, null) : await failureOf(sent) }
  }
  for (let n = 0; n < 10; n++) expect((await apply()).page.may).toBe(true)
  const { page, refusal } = await apply()
  expect(page.whyNot).toEqual({ reason: 'cap', text: refusal?.message })
})

test('[OPEN-10] a task for members is neither listed nor open to anybody else, and cannot be taken', async () => {
  const taskID = await world.offered()
  const body = { amountCents: 0, mode: 'claim' as const, takers: 'members' as const }
  await world.owner.api.offers.set({ params: { id: taskID }, body })
  const stranger = await createPerson(server)
  expect((await failureOf(stranger.api.openTasks.get({ params: { id: taskID } }))).status).toBe(404)
  expect((await stranger.api.openTasks.list({ query: { projectID: world.projectID } })).data).toEqual([])
  const key = { idempotencyKey: unique('key-may-') }
  expect((await failureOf(stranger.api.claims.take({ params: { id: taskID }, body: key }))).status).toBe(403)
  expect((await world.ana.api.openTasks.get({ params: { id: taskID } })).data.may).toBe(true)
})

test('who may take a task by its page takes it', async () => {
  const taskID = await world.offered({ takers: 'newcomers' })
  expect((await world.ben.api.openTasks.get({ params: { id: taskID } })).data.may).toBe(true)
  expect((await world.take(taskID, world.ben)).state).toBe('active')
})

test('[OPEN-07] the tasks for me are those that I may take and that ask for a skill of mine, however many others there are', async () => {
  const ana = await createPerson(server, { skills: ['MAPS', 'Birds'] })
  const skilled = await createProject(server, world.owner.id, { skills: 'Maps' })
  const plain = await createProject(server, world.owner.id, { skills: 'Cooking' })
  for (const { id } of [skilled, plain]) await createMembership(server, id, ana.id)
  const add = async (projectID: string, offer: object = {}) => {
    const { data } = await world.owner.api.tasks.create({
      body: { projectID, title: unique('Task '), description: 'Work.' },
    })
    const body = { amountCents: 0, mode: 'claim' as const, ...offer }
    await world.owner.api.offers.set({ params: { id: data.id }, body })
    return data.id
  }
  const mine = [
    await add(skilled.id),
    await add(plain.id, { skills: ['birds'] }),
    await add(skilled.id, { takers: 'tier', minTier: 'basic' }),
  ]
  await add(skilled.id, { takers: 'tier', minTier: 'gold' })
  await add(plain.id)
  // More tasks with her skill, all newer, that are for people she is none of, than are looked at in one go.
  await sql`
    with made as (
      insert into tasks (id, project_id, task_number, title)
      select gen_random_uuid(), ${skilled.id}::uuid, n, 'Task ' || n from generate_series(300, 420) n returning id
    ) insert into offers (task_id, project_id, amount_cents, currency, mode, takers, made_by, made_at, changed_at)
    select id, ${skilled.id}::uuid, 0, 'USD', 'claim', 'newcomers', ${world.owner.id}::uuid,
      ${new Date(server.clock.now().getTime() + 60_000)}::timestamptz, now() from made`.execute(server.db)
  await plantClaims(await elsewhere(), ana.id, 3, 'finished')
  const all = async (person: Person, limit: number) => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await person.api.openTasks.list({ query: { forMe: 'true', limit, cursor } })
      expect(page.data.every(({ may }) => may)).toBe(true)
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return ids
  }
  expect(await all(ana, 2)).toEqual(mine.toReversed())
  expect(await all(ana, 50)).toEqual(mine.toReversed())
  await plantClaims(await elsewhere(), ana.id, 2, 'active')
  expect(await all(ana, 50)).toEqual([])
})
