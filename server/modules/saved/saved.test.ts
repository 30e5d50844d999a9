import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { NEW_HITS_MAX, SAVED_SEARCHES_MAX } from '#shared/contract/index.ts'
import { SAVED_PROJECTS_MAX } from '#shared/contract/saved.ts'
import { createPerson, createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const app = testApp()
let ownerID: string
beforeAll(async () => {
  ownerID = (await createUser(app)).user.id
})

const person = async () => {
  const { user, accessToken } = await createUser(app)
  return { id: user.id, api: app.client(accessToken) }
}
const published = (title: string, minutes: number) =>
  createProject(app, ownerID, { title, createdAt: new Date(app.clock.now().getTime() + minutes * 60_000) })

describe('saved projects', () => {
  test('of many that come at once as many are saved as one person may have, and the next answers 409', async () => {
    const { id: userID, api } = await person()
    const last = await Promise.all(Array.from({ length: 8 }, () => createProject(app, ownerID)))
    const earlier = await createProject(app, ownerID)
    await sql`
        with made as (
          insert into projects (id, title, description, status, created_by, created_at, updated_at, deleted_at)
          select gen_random_uuid(), 'Old', 'Old', status, created_by, created_at, updated_at, now()
          from projects, generate_series(1, ${SAVED_PROJECTS_MAX - 2}::integer) where id = ${earlier.id} returning id
        ) insert into saved_projects (user_id, project_id, saved_at) select ${userID}::uuid, id, now() from made`.execute(
      app.db,
    )
    const tries = await Promise.allSettled(last.map(({ id }) => api.savedProjects.add({ params: { id }, body: {} })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const refusals = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as { status: number }] : []))
    expect(refusals.map(({ status }) => status)).toEqual(Array<number>(6).fill(409))
  })

  test('a person saves projects, the last one first, and nobody else has them', async () => {
    const [{ api }, other] = [await person(), await person()]
    const [first, second] = [await createProject(app, ownerID), await createProject(app, ownerID)]
    for (const { id } of [first, second, first]) {
      await api.savedProjects.add({ params: { id }, body: {} })
      app.clock.advance(1)
    }
    expect((await api.savedProjects.list({})).data).toEqual([second.id, first.id])
    expect((await other.api.savedProjects.list({})).data).toEqual([])
    await api.savedProjects.remove({ params: { id: second.id } })
    await api.savedProjects.remove({ params: { id: second.id } })
    expect((await api.savedProjects.list({})).data).toEqual([first.id])
  })

  test("the market's filter lists them, with words and without, and only those that are open", async () => {
    const { api } = await person()
    const kept = await createProject(app, ownerID, { title: 'qkept' })
    const closed = await createProject(app, ownerID, { title: 'qkept closed' })
    await createProject(app, ownerID, { title: 'qkept by nobody' })
    for (const { id } of [kept, closed]) await api.savedProjects.add({ params: { id }, body: {} })
    await app.db.updateTable('projects').set({ status: 3 }).where('id', '=', closed.id).execute()
    for (const q of [undefined, 'qkept']) {
      const { data, pagination } = await api.projects.openProjects({ query: { q, saved: 'true' } })
      expect(data.map(({ id }) => id)).toEqual([kept.id])
      expect(pagination.total).toBe(1)
    }
  })

  test('a project that one may not know of cannot be saved, and a deleted one leaves the list', async () => {
    const { api } = await person()
    const draft = await createProject(app, ownerID, { status: 0 })
    await expect(api.savedProjects.add({ params: { id: draft.id }, body: {} })).rejects.toMatchObject({ status: 404 })
    const { id } = await createProject(app, ownerID)
    await api.savedProjects.add({ params: { id }, body: {} })
    await app.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect((await api.savedProjects.list({})).data).toEqual([])
  })
})

describe('saved searches', () => {
  test('a search is saved with its filters, renamed and deleted, by its owner alone', async () => {
    const [{ api }, other] = [await person(), await person()]
    const search = {
      q: 'maps',
      skillLevel: 'beginner',
      sort: 'budget',
      skills: 'React',
      maxHours: 20,
      minBudget: 500,
    } as const
    const { data: made } = await api.savedSearches.create({ body: { name: ' Maps  for me ', search } })
    expect(made).toMatchObject({ name: 'Maps for me', search, newHits: 0 })
    await api.savedSearches.create({ body: { name: 'all', search: {} } })
    const names = async () => (await api.savedSearches.list({ query: {} })).data.map(({ name }) => name)
    expect(await names()).toEqual(['all', 'Maps for me'])
    const params = { id: made.id }
    for (const act of [
      () => other.api.savedSearches.update({ params, body: { name: 'Taken' } }),
      () => other.api.savedSearches.remove({ params }),
    ])
      await expect(act()).rejects.toMatchObject({ status: 404 })
    await api.savedSearches.update({ params, body: { name: 'A map' } })
    expect(await names()).toEqual(['A map', 'all'])
    await api.savedSearches.remove({ params })
    expect(await names()).toEqual(['all'])
    expect((await other.api.savedSearches.list({ query: {} })).data).toEqual([])
  })

  test('what was published since the last look is new, also a draft that is older; looking makes it known', async () => {
    const { id: viewerID, api } = await person()
    const old = await published('qnew before', -60)
    const draft = await createProject(app, ownerID, { title: 'qnew draft', status: 0 })
    const { data: made } = await api.savedSearches.create({ body: { name: 'New ones', search: { q: 'qnew' } } })
    await api.savedSearches.create({ body: { name: 'Others', search: { q: 'qnew', minBudget: 5 } } })
    const news = async () => (await api.savedSearches.list({ query: {} })).data.map(({ newHits }) => newHits)
    expect(await news()).toEqual([0, 0])
    app.clock.advance(60)
    await published('qnew one', 0)
    await published('another', 0)
    await createProject(app, viewerID, { title: 'qnew of the viewer', createdAt: app.clock.now() })
    await app.db
      .updateTable('projects')
      .set({ status: 1, published_at: app.clock.now() })
      .where('id', '=', draft.id)
      .execute()
    expect(await news()).toEqual([2, 0])
    await app.db.updateTable('projects').set({ budget: '10' }).where('id', 'in', [old.id, draft.id]).execute()
    expect(await news()).toEqual([2, 1])
    await api.savedSearches.update({ params: { id: made.id }, body: { isSeen: true } })
    expect(await news()).toEqual([0, 1])
  })

  test('new projects are counted up to a bound', async () => {
    const { api } = await person()
    await api.savedSearches.create({ body: { name: 'Many', search: { q: 'qmany' } } })
    app.clock.advance(1)
    for (let n = 0; n <= NEW_HITS_MAX; n++) await published(`qmany ${n}`, 0)
    expect((await api.savedSearches.list({ query: {} })).data.map(({ newHits }) => newHits)).toEqual([NEW_HITS_MAX])
  })

  test('of many at once as many are saved as one person may have, and the next answers 409', async () => {
    const { api } = await person()
    const save = (name: string) => api.savedSearches.create({ body: { name, search: {} } })
    const tries = Array.from({ length: SAVED_SEARCHES_MAX + 4 }, (_, n) => save(`Search ${n}`))
    const made = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect(made).toHaveLength(SAVED_SEARCHES_MAX)
    expect((await api.savedSearches.list({ query: {} })).data).toHaveLength(SAVED_SEARCHES_MAX)
    await expect(save('One more')).rejects.toMatchObject({ status: 409 })
  })

  test('[OPEN-12] a search of open tasks is kept apart and says how many were offered since the last look', async () => {
    const [ana, marta] = [await createPerson(app), await createPerson(app)]
    const offered = async (owner: typeof ana, title: string, takers: 'anyone' | 'tier' = 'anyone') => {
      const { id: projectID } = await createProject(app, owner.id)
      const { data } = await owner.api.tasks.create({ body: { projectID, title, description: 'Work.' } })
      const more = takers === 'tier' ? { takers, minTier: 'gold' as const } : {}
      await owner.api.offers.set({ params: { id: data.id }, body: { amountCents: 0, mode: 'claim', ...more } })
      return data.id
    }
    await offered(marta, 'qopen before')
    const save = (name: string, tasks: { q: string; forMe?: true; mode?: 'apply' }) =>
      ana.api.savedSearches.create({ body: { name, tasks } })
    const { data: made } = await save('All', { q: 'qopen' })
    expect(made).toMatchObject({ search: {}, tasks: { q: 'qopen' }, newHits: 0 })
    await save('For me', { q: 'qopen', forMe: true })
    await save('To apply for', { q: 'qopen', mode: 'apply' })
    await ana.api.savedSearches.create({ body: { name: 'Projects', search: { q: 'qopen' } } })
    const names = async (query: { kind?: 'tasks' }) =>
      (await ana.api.savedSearches.list({ query })).data.map(({ name, newHits }) => `${name} ${newHits}`)
    expect(await names({ kind: 'tasks' })).toEqual(['All 0', 'For me 0', 'To apply for 0'])
    app.clock.advance(60)
    const taken = await offered(marta, 'qopen one')
    await offered(marta, 'qopen for gold', 'tier')
    await offered(marta, 'another')
    await offered(ana, 'qopen of her own')
    expect(await names({ kind: 'tasks' })).toEqual(['All 2', 'For me 1', 'To apply for 0'])
    expect(await names({})).toEqual(['Projects 0'])
    const ben = await createPerson(app)
    await ben.api.claims.take({ params: { id: taken }, body: { idempotencyKey: 'key of a claim' } })
    expect(await names({ kind: 'tasks' })).toEqual(['All 1', 'For me 0', 'To apply for 0'])
    await ana.api.savedSearches.update({ params: { id: made.id }, body: { isSeen: true } })
    expect((await names({ kind: 'tasks' }))[0]).toBe('All 0')
  })

  test.each([
    { name: '', search: {} },
    { name: 'x', tasks: { mode: 'assigned' as 'apply' } },
    { name: 'x'.repeat(61), search: {} },
    { name: 'x', search: { q: 'x'.repeat(201) } },
  ])('%o is refused with 422', async (body) => {
    const { api } = await person()
    await expect(api.savedSearches.create({ body })).rejects.toMatchObject({ status: 422 })
  })
})
