import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reputationForTask } from '#shared/rules/tiers.ts'
import { tiers } from '#shared/contract/index.ts'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { findDifferences } from '../reputation/service.ts'
import { testApp } from '#support/server.ts'

/** Each run is a whole history of calls; a long run has more of them (scripts/test-long.mjs). */
const RUNS = Math.ceil(Number(process.env['GUILDHALL_PROPERTY_RUNS'] ?? 200) / 10)

const server = testApp()

const person = async (reputation = 0, creators?: number) => {
  const { user, accessToken } = await createUser(server, { reputation, ...(creators && { creators }) })
  return { ...user, api: server.client(accessToken) }
}
type Person = Awaited<ReturnType<typeof person>>
const standing = async ({ api }: Person) => {
  const { data } = await api.users.profile({})
  return { reputation: data.reputation, tier: data.tier }
}
const reputationOf = async (someone: Person) => (await standing(someone)).reputation
const setTier = (projectID: string, tier: (typeof tiers)[number]) =>
  server.db.updateTable('projects').set({ tier }).where('id', '=', projectID).execute()

const team = async () => {
  const [owner, admin, member] = await Promise.all([person(), person(), person()])
  const { id: projectID } = await createProject(server, owner.id)
  await createMembership(server, projectID, admin.id, 'admin')
  await createMembership(server, projectID, member.id, 'member')
  const create = async (more: { status?: number; assignedToID?: string } = {}) =>
    (await owner.api.tasks.create({ body: { title: 'Task', description: 'To do.', projectID, ...more } })).data.id
  const edit = (by: Person, id: string, body: { status?: number; assignedToID?: string | null }) =>
    by.api.tasks.update({ params: { id }, body })
  return { owner, admin, member, projectID, create, edit }
}

describe('reputation for tasks', () => {
  test.each([
    ['basic', 10],
    ['bronze', 20],
    ['silver', 40],
    ['gold', 80],
  ] as const)(
    '[TASK-35] completing a task of a %s project gives its assignee %i points, reopening takes them back',
    async (tier, amount) => {
      const { owner, member, projectID, create, edit } = await team()
      await setTier(projectID, tier)
      const id = await create({ assignedToID: member.id })
      await edit(owner, id, { status: 4 })
      expect([await reputationOf(member), await reputationOf(owner)]).toEqual([amount, 0])
      await edit(owner, id, { status: 4 })
      expect(await reputationOf(member)).toBe(amount)
      await edit(owner, id, { status: 2 })
      expect(await reputationOf(member)).toBe(0)
    },
  )

  test('[TASK-35] reopening takes back what the task gave, even if the project’s tier has changed since', async () => {
    const { owner, member, projectID, create, edit } = await team()
    await setTier(projectID, 'gold')
    const id = await create({ assignedToID: member.id })
    await edit(owner, id, { status: 4 })
    expect(await reputationOf(member)).toBe(80)
    await setTier(projectID, 'basic')
    await owner.api.tasks.update({ params: { id }, body: { title: 'Another title' } })
    expect(await reputationOf(member)).toBe(80)
    await edit(owner, id, { status: 5 })
    expect(await reputationOf(member)).toBe(0)
  })

  test('[REP-14] a completed task with a new assignee takes from the former one and gives nobody anything', async () => {
    const { owner, admin, member, create, edit } = await team()
    const id = await create({ assignedToID: member.id })
    await edit(owner, id, { status: 4 })
    expect([await reputationOf(member), await reputationOf(admin)]).toEqual([10, 0])
    await edit(owner, id, { assignedToID: admin.id })
    expect([await reputationOf(member), await reputationOf(admin)]).toEqual([0, 0])
    await edit(owner, id, { assignedToID: member.id })
    expect([await reputationOf(member), await reputationOf(admin)]).toEqual([0, 0])
    // Becoming Completed again gives to whom it is assigned then; together with another assignee, to that one.
    await edit(owner, id, { status: 3 })
    await edit(owner, id, { status: 4, assignedToID: admin.id })
    expect([await reputationOf(member), await reputationOf(admin)]).toEqual([0, 10])
    expect(await findDifferences(server.db)).toEqual([])
  })

  test.each([
    [90, 'bronze'],
    [490, 'silver'],
    [1990, 'gold'],
  ])(
    '[TASK-36] the tier follows: a person with %i points has the tier %s after one more basic task',
    async (reputation, tier) => {
      const { owner, projectID, create, edit } = await team()
      // Of two creators; the task's makes three.
      const worker = await person(reputation, 2)
      await createMembership(server, projectID, worker.id)
      const before = (await standing(worker)).tier
      const id = await create({ assignedToID: worker.id })
      await edit(owner, id, { status: 4 })
      expect(await standing(worker)).toEqual({ reputation: reputation + 10, tier })
      await edit(owner, id, { status: 3 })
      expect(await standing(worker)).toEqual({ reputation, tier: before })
    },
  )

  test(
    '[TASK-35] [PERM-19] [REP-06] whatever three people do at once, everybody has exactly what their completed tasks gave, and lines that add up to it',
    async () => {
      const { owner, admin, member, projectID, create, edit } = await team()
      const actors = [owner, admin, member]
      const ids = await Promise.all([create(), create(), create()])
      const move = fc.record({
        by: fc.nat(2),
        task: fc.nat(2),
        change: fc.oneof(
          { weight: 3, arbitrary: fc.record({ status: fc.constantFrom(1, 3, 4, 4) }) },
          fc.record({ assignee: fc.constantFrom(0, 1, 2, null) }),
          fc.record({ status: fc.constantFrom(2, 4), assignee: fc.constantFrom(0, 1, 2) }),
        ),
        tier: fc.option(fc.constantFrom(...tiers), { freq: 6 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(move, move, move), { minLength: 1, maxLength: 5 }), async (rounds) => {
          // Long runs assign more often than one person may in an hour, which is not what is tried here.
          await server.db.deleteFrom('rate_limits').execute()
          for (const round of rounds)
            await Promise.all(
              round.map(async ({ by, task, change, tier }) => {
                if (tier) await setTier(projectID, tier)
                const assignee = 'assignee' in change ? change.assignee : undefined
                const body = {
                  ...('status' in change && { status: change.status }),
                  ...(assignee !== undefined && {
                    assignedToID: assignee === null ? null : (actors[assignee]?.id ?? null),
                  }),
                }
                const answer = await edit(actors[by] ?? owner, ids[task] ?? '', body).then(
                  () => 200,
                  (error: { status: number }) => error.status,
                )
                // Owner and admin may make every change; the member's changes beyond their role are refused.
                expect(by === 2 ? [200, 403] : [200]).toContain(answer)
              }),
            )
          const rows = await server.db
            .selectFrom('tasks')
            .select(['assigned_to_id', 'status', 'credited_reputation'])
            .where('project_id', '=', projectID)
            .execute()
          for (const row of rows) {
            const mayHaveGiven = row.status === 4 && row.assigned_to_id !== null && row.assigned_to_id !== owner.id
            expect(mayHaveGiven ? [0, ...tiers.map(reputationForTask)] : [0]).toContain(row.credited_reputation)
          }
          expect(await findDifferences(server.db)).toEqual([])
          for (const actor of actors) {
            const given = rows
              .filter((row) => row.assigned_to_id === actor.id)
              .reduce((sum, row) => sum + row.credited_reputation, 0)
            expect(await reputationOf(actor)).toBe(given)
          }
        }),
        { numRuns: RUNS },
      )
    },
    20_000 + RUNS * 2_000,
  )
})
