import { afterAll, expect, test } from 'vitest'
import { createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'
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

test('[CLAIM-68] a claim takes at most 24 statements, whatever the project holds, and none that joins tables is planned again', async () => {
  const costs: number[] = []
  for (const count of [1, 12]) {
    const [id = ''] = await openTasks(count)
    const taker = await createPerson(server)
    const ran = await statements.during(() =>
      taker.api.claims.take({ params: { id }, body: { idempotencyKey: 'the claim of a wall' } }),
    )
    costs.push(ran.length)
    const joining = ran.filter(({ text }) => /\bjoin\b/.test(text))
    expect(joining.length).toBeGreaterThan(3)
    expect(joining.filter(({ text }) => !text.startsWith(PREPARED))).toEqual([])
  }
  expect(Math.max(...costs)).toBeLessThanOrEqual(24)
  expect(costs[1]).toBe(costs[0])
})
