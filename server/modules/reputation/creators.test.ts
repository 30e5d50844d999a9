import { expect, test } from 'vitest'
import { tierOf } from '#shared/rules/tiers.ts'
import { check } from '#server/commands/reputation.ts'
import { loadConfig } from '#server/settings/config.ts'
import { createMembership, createPerson, createProject, createUser, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'
import { sql } from 'kysely'
import { findDifferences } from './service.ts'

const server = testApp()
type Person = Awaited<ReturnType<typeof createPerson>>

const standing = async ({ username }: Person) => {
  const { tier, reputation, creators } = (await server.client().people.profileByUsername({ params: { username } })).data
  return { tier, reputation, creators }
}
/** A gold project of this person with the worker in it, so that each task gives 80. */
const projectOf = async (owner: Person, worker: Person) => {
  const { id } = await createProject(server, owner.id, { tier: 'gold' })
  await createMembership(server, id, worker.id)
  return id
}
const doneIn = async (owner: Person, projectID: string, worker: Person) => {
  const body = { projectID, title: 'Draw the quay', description: 'To do.', assignedToID: worker.id }
  const { id } = (await owner.api.tasks.create({ body })).data
  await owner.api.tasks.update({ params: { id }, body: { status: 4 } })
  return id
}
/** Lines of tasks that projects of one creator gave. */
const giveLines = (worker: Person, creatorID: string, count: number, delta = 80) =>
  sql`
    with line as (
      insert into reputation_events (id, user_id, creator_id, task_id, delta, rule, created_at)
      select gen_random_uuid(), ${worker.id}::uuid, ${creatorID}::uuid, gen_random_uuid(), ${delta}::int, 'completed', now()
      from generate_series(1, ${count}) returning delta
    ) update users set reputation = reputation + (select sum(delta) from line)::int where id = ${worker.id}`.execute(
    server.db,
  )

test.each([20, 200])(
  '[RECORD-13] %i tasks of one owner for a second account make bronze',
  async (count) => {
    const [owner, second] = [await createPerson(server), await createPerson(server)]
    for (let day = 0; day < count / 20; day++) {
      // Twenty a day are credited, however many projects they are in.
      const projectID = await projectOf(owner, second)
      for (let task = 0; task < 20; task++) {
        await server.db.deleteFrom('rate_limits').execute()
        await doneIn(owner, projectID, second)
      }
    }
    expect(await standing(second)).toEqual({ tier: 'bronze', reputation: count * 80, creators: 1 })
  },
  120_000,
)

test('[RECORD-09] silver needs 500 from 2 creators and gold 2000 from 3', async () => {
  const [worker, first, second, third] = [0, 1, 2, 3].map(() => createPerson(server))
  const who = await worker!
  const seen = []
  await giveLines(who, (await first!).id, 25)
  seen.push(await standing(who))
  for (const creator of [await second!, await third!]) {
    await doneIn(creator, await projectOf(creator, who), who)
    seen.push(await standing(who))
  }
  expect(seen.map(({ tier, creators }) => [tier, creators])).toEqual([
    ['bronze', 1],
    ['silver', 2],
    ['gold', 3],
  ])
})

test('[RECORD-11] a project belongs to who made it, several of one count once, and so does what was before', async () => {
  const [maker, heir] = [await createPerson(server), await createPerson(server)]
  const worker = await createPerson(server, { reputation: 90 })
  expect(await standing(worker)).toMatchObject({ creators: 1 })
  for (const _ of [1, 2]) {
    const projectID = await projectOf(maker, worker)
    await createMembership(server, projectID, heir.id, 'owner')
    await doneIn(heir, projectID, worker)
  }
  expect(await standing(worker)).toMatchObject({ reputation: 250, creators: 2 })
})

test('[RECORD-11] what one gets in a project that one has made oneself is of no other creator', async () => {
  const [maker, heir] = [await createPerson(server), await createPerson(server)]
  const projectID = await projectOf(maker, heir)
  await server.db.updateTable('memberships').set({ role: 'owner' }).where('user_id', '=', heir.id).execute()
  await server.db.updateTable('memberships').set({ role: 'member' }).where('user_id', '=', maker.id).execute()
  await doneIn(heir, projectID, maker)
  expect(await standing(maker)).toMatchObject({ reputation: 80, creators: 0 })
  expect(await findDifferences(server.db)).toEqual([])
})

test('[RECORD-12] a credit taken back lowers the tier at once, in filters, caps and takers too', async () => {
  const skill = unique('Gaffing')
  const [worker, owner, viewer] = [
    await createPerson(server, { skills: [skill] }),
    await createPerson(server),
    await createPerson(server),
  ]
  await giveLines(worker, (await createPerson(server)).id, 7)
  const id = await doneIn(owner, await projectOf(owner, worker), worker)
  const offered = await createProject(server, viewer.id)
  await server.db.updateTable('projects').set({ budget: '$900' }).where('id', '=', offered.id).execute()
  const body = { projectID: offered.id, title: 'For silver', description: 'To do.' }
  const task = (await viewer.api.tasks.create({ body })).data
  const terms = { amountCents: 4000, mode: 'claim', takers: 'tier', minTier: 'silver' } as const
  await viewer.api.offers.set({ params: { id: task.id }, body: terms })
  const seen = async () => {
    const listed = await viewer.api.people.talents({ query: { q: skill, skillLevel: 'intermediate' } })
    const { whyNot } = (await worker.api.openTasks.get({ params: { id: task.id } })).data
    return [(await standing(worker)).tier, listed.talents.map(({ tier }) => tier), whyNot?.reason ?? null]
  }
  expect(await seen()).toEqual(['silver', ['silver'], null])
  await owner.api.tasks.update({ params: { id }, body: { status: 2 } })
  expect(await seen()).toEqual(['bronze', ['bronze'], 'tier'])
  expect(await standing(worker)).toMatchObject({ reputation: 560, creators: 1 })
  const claim = worker.api.claims.take({ params: { id: task.id }, body: { idempotencyKey: unique('claim-') } })
  expect((await failureOf(claim)).status).toBe(403)
})

test('two creators who credit at once are both counted', async () => {
  const [worker, ...owners] = [0, 1, 2, 3, 4].map(() => createPerson(server))
  const who = await worker!
  const made = await Promise.all(
    owners.map(async (owner) => ({ owner: await owner, projectID: await projectOf(await owner, who) })),
  )
  await Promise.all(made.map(({ owner, projectID }) => doneIn(owner, projectID, who)))
  expect(await standing(who)).toMatchObject({ reputation: 320, creators: 4 })
})

test('[RECORD-09] the database has the same rule as everybody else, at each edge', async () => {
  const edges = [0, 99, 100, 499, 500, 1999, 2000, 9999].flatMap((reputation) =>
    [0, 1, 2, 3, 9].map((creators) => ({ reputation, creators })),
  )
  const { rows } = await sql<{ level: number; skill: number }>`
    select tier_level(reputation, creators) as level, skill_level(reputation, creators) as skill
    from jsonb_to_recordset(${JSON.stringify(edges)}::jsonb) as e (reputation int, creators int)`.execute(server.db)
  const levels = ['basic', 'bronze', 'silver', 'gold']
  expect(rows.map(({ level }) => levels[level])).toEqual(edges.map(tierOf))
  expect(rows.map(({ skill }) => skill)).toEqual(
    edges.map((edge) => ({ basic: 0, bronze: 1, silver: 1, gold: 2 })[tierOf(edge)]),
  )
})

test('[RECORD-14] reputation check adds tiers up again', async () => {
  const { config } = loadConfig([], { DATABASE_URL: server.databaseUrl })
  const { user } = await createUser(server, { reputation: 600, creators: 1 })
  expect((await check({ config })).code ?? 0).toBe(0)
  await server.db.updateTable('users').set({ reputation_creators: 2 }).where('id', '=', user.id).execute()
  expect(await check({ config })).toEqual({
    says: `${user.username} has points from 2 creators, but the lines are from 1: Bronze, not Silver.`,
    code: 1,
  })
  await server.db.updateTable('users').set({ reputation_creators: 1 }).where('id', '=', user.id).execute()
})
