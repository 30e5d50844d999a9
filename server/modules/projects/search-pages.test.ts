import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import type { Tier } from '#shared/contract/index.ts'
import { SEARCH_HITS_MAX } from '#shared/contract/projects.ts'
import { createDb } from '#server/db/pool.ts'
import { foldTexts } from '#server/db/text-search.ts'
import { findSearchPage } from './search-repository.ts'
import { SAMPLE } from './search-terms.ts'

const app = testApp()
let viewerID: string
/** Several times the sample, so that all three ways to find hits are used. */
const OPEN = SAMPLE * 4
beforeAll(async () => {
  viewerID = (await createUser(app)).user.id
  await sql`insert into projects (id, title, description, skills, status, tier, created_by, created_at)
    select gen_random_uuid(), 'Project ' || n,
      case when n % 2 = 0 then 'harbour ' else '' end || case when n % 20 = 0 then 'orchard ' else '' end
        || case when n % 97 = 0 then 'beekeeping ' else '' end || case when n > ${sql.lit(OPEN - 400)} then 'recently ' else '' end
        || case when n < 300 then 'formerly ' else '' end || case when n % 500 = 7 then repeat('ab', 50) || 'needle' || repeat('cd', 50) else '' end,
      case when n % 3 = 0 then 'Node.js, C++' else 'Go, UI' end, 1, (array['basic', 'bronze', 'silver', 'gold'])[1 + n % 4], ${viewerID},
      timestamptz '2025-01-01Z' + n * interval '2 hours' from generate_series(1, ${sql.lit(OPEN)}) n`.execute(app.db)
  await sql`analyze projects, search_words, market_counts`.execute(app.db)
}, 120_000)

/** The same hits, found by reading every text. */
const byReading = async (word: string, tiers: readonly Tier[] | null) => {
  let query = app.db
    .selectFrom('projects')
    .where(sql<boolean>`strpos(search_text, ${word}) > 0`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SEARCH_HITS_MAX)
    .select('id')
  if (tiers) query = query.where('tier', 'in', tiers)
  return (await query.execute()).map(({ id }) => id)
}

test.each([
  ['harbour', 'in every second project'],
  ['arbou', 'inside such a word'],
  ['orchard', 'in every twentieth'],
  ['beekeeping', 'in every hundredth'],
  ['eekee', 'inside such a word'],
  ['recently', 'in the newest only'],
  ['formerly', 'in the oldest only'],
  ['3999', 'a number in one'],
  ['needle', 'deep in a very long word'],
  ['node.js', 'with punctuation in it'],
  ['c++', 'of signs'],
  ['ojec', 'in all of them'],
  ['unheard', 'in none'],
])('[MKT-15][MKT-13] %s, %s: each page has the newest hits, as found by reading every text', async (word) => {
  for (const tiers of [null, ['gold', 'basic']] as const) {
    const expected = await byReading(word, tiers)
    for (const page of [1, 2, 5, 6]) {
      const { rows, total } = await findSearchPage(app.db, { words: [[word]], tiers, viewerID, page, limit: 100 })
      expect(total).toBe(expected.length)
      expect(rows.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 100, page * 100))
    }
  }
})

test('[MKT-15] a common word takes one statement, which each connection plans once for all pages', async () => {
  const db = createDb(app.databaseUrl, { max: 1 })
  try {
    for (let page = 1; page <= 12; page++)
      await findSearchPage(db, { words: [['harbour']], tiers: null, viewerID, page: 1 + (page % 3), limit: 10 })
    const { rows } = await sql<{ calls: number; planned: number }>`
      select (generic_plans + custom_plans)::integer as calls, custom_plans::integer as planned from pg_prepared_statements`.execute(
      db,
    )
    // PostgreSQL plans the first five calls for their values, before it tries a plan for all values.
    expect(rows).toEqual([{ calls: 12, planned: 5 }])
  } finally {
    await db.destroy()
  }
})

test('[MKT-15] each of several words must be found, in one of its spellings', async () => {
  const find = async (words: string[][]) =>
    (await findSearchPage(app.db, { words, tiers: null, viewerID, page: 1, limit: 100 })).total
  expect(await find([['orchard'], ['beekeeping']])).toBe(Math.floor(OPEN / 1940))
  expect(await find([['harbour'], ['unheard']])).toBe(0)
  expect(await find([['unheard', 'beekeeping']])).toBe(Math.floor(OPEN / 97))
  expect(await find([['beekeeping', 'eekeepi']])).toBe(Math.floor(OPEN / 97))
})

test('[MKT-15] the server folds plain letters, digits and signs as the database folds them', async () => {
  const plain = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))
  const texts = [...plain, plain.join(''), 'A  Fjord-Side (2nd) "Café"'.normalize('NFKD').replace(/[^ -~]/g, '')]
  const { rows } = await sql<{ folded: string }>`
    select fold_text(text) as folded from unnest(${texts}::text[]) with ordinality as given(text, place) order by place`.execute(
    app.db,
  )
  expect(await foldTexts(app.db, texts)).toEqual(rows.map(({ folded }) => folded))
  expect(await foldTexts(app.db, ['ÉCOLE', 'plain'])).toEqual(['ecole', 'plain'])
})
