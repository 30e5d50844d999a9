import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import type { Tier } from '#shared/contract/index.ts'
import { findMarketPage } from './market-repository.ts'

const app = testApp()
let ownerID: string
beforeAll(async () => {
  ownerID = (await createUser(app)).user.id
  // Two months of days with none, one or many projects, some of which were made at the same moment.
  await sql`insert into projects (id, title, description, status, tier, created_by, created_at)
    select gen_random_uuid(), 'P' || n, 'D', (array[1, 2, 1, 0, 4])[1 + n % 5], (array['basic', 'bronze', 'silver', 'gold'])[1 + n % 4], ${ownerID},
      timestamptz '2026-02-27 22:00Z' + (n * n % 89) * interval '17 hours' from generate_series(1, 600) n`.execute(
    app.db,
  )
})

const counts = async () =>
  (
    await sql`select span, starts::text, basic, bronze, silver, gold from market_counts
      where basic + bronze + silver + gold > 0 order by span, starts`.execute(app.db)
  ).rows
/** The stored counts, and the counts made again from the projects. */
const keptAndCounted = async () => {
  const kept = await counts()
  await sql`select recount_market()`.execute(app.db)
  return { kept, counted: await counts() }
}

test('[WIRE-48] each page holds the rows that skipping row by row would give, for all tiers and for some', async () => {
  const asked: Array<readonly Tier[] | null> = [null, ['bronze', 'silver'], ['gold']]
  for (const tiers of asked) {
    let query = app.db
      .selectFrom('projects')
      .where('status', 'in', [1, 2])
      .where('deleted_at', 'is', null)
      .where('archived_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .select('id')
    if (tiers) query = query.where('tier', 'in', tiers)
    const all = (await query.execute()).map(({ id }) => id)
    const limit = 7
    for (let page = 1; page <= Math.ceil(all.length / limit) + 1; page++) {
      const { rows, total } = await findMarketPage(app.db, { tiers, viewerID: ownerID, page, limit })
      expect(total).toBe(all.length)
      expect(rows.map(({ id }) => id)).toEqual(all.slice((page - 1) * limit, page * limit))
    }
  }
})

test('[MKT-11] the counts stay right when projects are made, published, archived, moved or deleted, one or many at once', async () => {
  const { projects } = { projects: () => app.db.updateTable('projects') }
  const made = await createProject(app, ownerID, { status: 0, createdAt: new Date('2026-03-01T12:00:00Z') })
  const changes = [
    () => projects().set({ status: 1 }).where('id', '=', made.id).execute(),
    () => projects().set({ tier: 'gold' }).where('id', '=', made.id).execute(),
    () => projects().set({ title: 'Another' }).where('id', '=', made.id).execute(),
    () => projects().set({ archived_at: new Date() }).where('id', '=', made.id).execute(),
    () => projects().set({ archived_at: null }).where('id', '=', made.id).execute(),
    () =>
      projects()
        .set({ created_at: new Date('2026-04-30T23:59:59Z') })
        .where('id', '=', made.id)
        .execute(),
    () => projects().set({ status: 3 }).where('status', '=', 2).where('tier', '=', 'basic').execute(),
    () => projects().set({ deleted_at: new Date() }).where('tier', '=', 'silver').execute(),
    () => app.db.deleteFrom('projects').where('tier', '=', 'gold').execute(),
  ]
  for (const change of changes) {
    await change()
    const { kept, counted } = await keptAndCounted()
    expect(counted.length).toBeGreaterThan(40)
    expect(kept).toEqual(counted)
  }
})

test('[MKT-11] a change that moves nothing on the market writes no count, so that editing never waits for a count', async () => {
  const written = async () =>
    (await sql<{ id: string }>`select xmin::text as id from market_counts order by xmin::text`.execute(app.db)).rows
  const { id } = await createProject(app, ownerID)
  const before = await written()
  await app.db.updateTable('projects').set({ description: 'Longer.' }).where('id', '=', id).execute()
  expect(await written()).toEqual(before)
})

test('[WIRE-48] while others publish, a page and its total show one moment, and no publication is lost', async () => {
  const ask = { tiers: null, viewerID: ownerID, limit: 10 }
  const { total: before } = await findMarketPage(app.db, { ...ask, page: 1 })
  const last = Math.ceil(before / ask.limit)
  const publishing = Promise.all(Array.from({ length: 30 }, () => createProject(app, ownerID)))
  for (let n = 0; n < 30; n++) {
    const { rows, total } = await findMarketPage(app.db, { ...ask, page: last })
    expect(rows).toHaveLength(Math.min(ask.limit, total - (last - 1) * ask.limit))
  }
  await publishing
  expect((await findMarketPage(app.db, { ...ask, page: 1 })).total).toBe(before + 30)
  const { kept, counted } = await keptAndCounted()
  expect(kept).toEqual(counted)
})
