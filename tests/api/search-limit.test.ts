import { expect, test } from 'vitest'
import { failureOf } from '../support/expect-failure.ts'
import { createCreator, createProject, createUser } from '../support/factories.ts'
import { type TestApp, testApp } from '../support/server.ts'

const LIMIT = 10
const server = testApp({ config: { searchLimit: LIMIT } })
const twin = testApp(() => ({ url: server.databaseUrl, clock: server.clock, config: { searchLimit: LIMIT } }))

/** A new person who may make every call that searches, and these calls at both processes (`here` and `there`). */
const searcher = async () => {
  const { user, accessToken } = await createCreator(server)
  const { id } = await createProject(server, user.id)
  const at = (app: TestApp) => {
    const api = app.client(accessToken)
    return {
      everywhere: () => api.search.find({ query: { q: 'tides' } }),
      market: () => api.projects.openProjects({ query: { q: 'tides' } }),
      talents: () => api.people.talents({ query: { q: 'react' } }),
      people: () => api.people.search({ params: { query: 'somebody' } }),
      inProject: () => api.memberships.search({ params: { id, query: 'somebody' }, query: { global: 'true' } }),
      lists: () =>
        Promise.all([
          api.projects.openProjects({ query: { skillLevel: 'beginner' } }),
          api.people.talents({ query: {} }),
          api.memberships.suggestions({ params: { id }, query: { global: 'true' } }),
        ]),
    }
  }
  return { here: at(server), there: at(twin) }
}

test('[KEYS-03] searches are counted together, per person and minute, whichever process is asked; lists are not counted', async () => {
  const { here, there } = await searcher()
  for (const at of [here, there])
    for (const name of ['everywhere', 'market', 'talents', 'people', 'inProject'] as const) await at[name]()
  for (const at of [here, there])
    for (const name of ['everywhere', 'market', 'talents', 'people', 'inProject'] as const) {
      const refused = await failureOf(at[name]())
      expect(refused, name).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
      expect(refused.retryAfter).toBeGreaterThan(0)
      expect(refused.retryAfter).toBeLessThanOrEqual(60)
    }
  await expect(here.lists()).resolves.toBeDefined()
  // The limit of another person is untouched.
  await expect((await searcher()).here.market()).resolves.toBeDefined()
  server.clock.advance(61)
  await expect(here.market()).resolves.toBeDefined()
})

test('40 parallel searches at two processes get no more than the limit', async () => {
  const { here, there } = await searcher()
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => (i % 2 ? here : there).people()))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMIT)
})

test('a person who may not search in a project is told so, and the try is not counted', async () => {
  const { user } = await createCreator(server)
  const { id } = await createProject(server, user.id)
  const stranger = server.client((await createUser(server)).accessToken)
  for (let i = 0; i < LIMIT + 2; i++) {
    const call = stranger.memberships.search({ params: { id, query: 'somebody' }, query: {} })
    expect((await failureOf(call)).status).toBe(403)
  }
  await expect(stranger.people.search({ params: { query: 'somebody' } })).resolves.toBeDefined()
})
