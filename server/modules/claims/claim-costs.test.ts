import { afterAll, expect, test } from 'vitest'
import { createPerson, createProject } from '#support/factories.ts'
import { keptPlans } from '#support/kept-plans.ts'
import { testApp } from '#support/server.ts'
import { type Statement, watchStatements } from '#support/watch-statements.ts'
import { PREPARED } from '#server/db/prepared.ts'

const statements = watchStatements()
const server = testApp()
afterAll(() => statements.restore())

/** A project with this many open tasks, by their IDs. */
const openTasks = async (count: number) => {
  const owner = await createPerson(server)
  const { id: projectID } = await createProject(server, owner.id)
  const ids: string[] = []
  for (let n = 1; n <= count; n++) {
    const { data } = await owner.api.tasks.create({ body: { projectID, title: `Wall ${n}`, description: 'Work.' } })
    await owner.api.offers.set({ params: { id: data.id }, body: { amountCents: 0, mode: 'claim' } })
    ids.push(data.id)
  }
  return ids
}

test('[CLAIM-68] a claim takes at most 22 statements in 8 journeys, whatever the project holds, and none that joins tables is planned again', async () => {
  const costs: Array<[statements: number, journeys: number]> = []
  for (const count of [1, 12]) {
    const [id = ''] = await openTasks(count)
    const taker = await createPerson(server)
    const ran = await statements.during(() =>
      taker.api.claims.take({ params: { id }, body: { idempotencyKey: 'the claim of a wall' } }),
    )
    costs.push([ran.length, statements.journeys()])
    const joining = ran.filter(({ text }) => /\bjoin\b/.test(text))
    expect(joining.length).toBeGreaterThan(3)
    expect(joining.filter(({ text }) => !text.startsWith(PREPARED))).toEqual([])
  }
  expect(costs[0]?.[0]).toBeLessThanOrEqual(22)
  expect(costs[0]?.[1]).toBeLessThanOrEqual(8)
  expect(costs[1]).toEqual(costs[0])
})

test('[CLAIM-68] PostgreSQL keeps the plans of what a claim asks, whoever takes what', async () => {
  let ran: Statement[] = []
  for (const id of await openTasks(20)) {
    const taker = await createPerson(server)
    ran = await statements.during(() =>
      taker.api.claims.take({ params: { id }, body: { idempotencyKey: 'one of 20' } }),
    )
  }
  const kept = await keptPlans(server.db)
  const asked = ran.map(({ text }) => text).filter((text) => text.startsWith(PREPARED))
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter((text) => !kept.some(({ statement, plans }) => statement === text && plans > 0))).toEqual([])
})
