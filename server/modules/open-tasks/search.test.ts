import { beforeAll, expect, test } from 'vitest'
import { createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import type { OpenTaskSort } from '#shared/contract/open-tasks.ts'
import { findPlaces, type OpenTaskFilter } from './repository.ts'

const server = testApp()
const TASKS = 14
let viewerID: string
/** The tasks by their titles. */
const ids = new Map<string, string>()
beforeAll(async () => {
  const owner = await createPerson(server)
  viewerID = (await createPerson(server)).id
  const { id: projectID } = await createProject(server, owner.id, { title: 'Sea' })
  await server.db.updateTable('projects').set({ budget: '900000' }).where('id', '=', projectID).execute()
  for (let n = 0; n < TASKS; n++) {
    // Those with 'quay' are old, pay little and take long: each order but one has them last.
    const title = `${n < 5 ? 'Quay' : 'Boat'} ${n % 2 === 0 ? 'map' : 'plan'} ${n}`
    const body = { projectID, title, description: 'Work.', estimateHours: TASKS - n }
    const { data } = await owner.api.tasks.create({ body })
    await owner.api.offers.set({ params: { id: data.id }, body: { amountCents: 100 * (n % 9), mode: 'claim' } })
    ids.set(title, data.id)
  }
})

const filter: OpenTaskFilter = {
  ...{ words: [], skill: null, minCents: null, currency: 'USD', maxHours: null, mode: null, projectID: null },
  ...{ viewerID: '', forMe: null },
}
const find = async (words: string[][], part: { sort: OpenTaskSort; limit: number; head?: number }, after = 0) => {
  const { head, limit, sort } = part
  const of = { ...filter, viewerID, words }
  const ask = { sort, isOther: false, limit }
  const [last] = after === 0 ? [] : (await findPlaces(server.db, of, { ...ask, after: null, limit: after })).slice(-1)
  return (await findPlaces(server.db, of, { ...ask, after: last ?? null }, head)).map(({ id }) => id)
}

const sorts: OpenTaskSort[] = ['newest', 'reward', 'due', 'shortest']
test.each(sorts)('[OPEN-04] [OPEN-06] a search finds the same by %s, however far it looks first', async (sort) => {
  const order = await find([], { sort, limit: 50 })
  const titles = new Map([...ids].map(([title, id]) => [id, title.toLowerCase()]))
  expect(order).toHaveLength(TASKS)
  for (const words of [[['quay']], [['boat']], [['map']], [['quay', 'boat'], ['plan']], [['qu']], [['nothing']]]) {
    const hits = order.filter((id) => words.every((any) => any.some((word) => titles.get(id)?.includes(word))))
    for (const limit of [1, 3, 50])
      for (const head of [1, 4, 9, 100])
        expect(await find(words, { sort, limit, head }), JSON.stringify({ words, limit, head })).toEqual(
          hits.slice(0, limit),
        )
    if (hits.length > 2) expect(await find(words, { sort, limit: 2, head: 2 }, 2)).toEqual(hits.slice(2, 4))
  }
})
