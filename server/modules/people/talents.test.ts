import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { industries } from '#shared/contract/people.ts'
import { industriesOf, industryKeywords } from '#shared/rules/industries.ts'
import { createPerson, unique, type UserOptions } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { watchQueries } from '#support/query-plans.ts'
import { createScratchDatabase } from '#support/database.ts'
import { testApp } from '#support/server.ts'
import { liftStatementTimeout } from '#server/db/answers.ts'
import { countTalents, findTalentPage, type TalentFilter } from './talents-repository.ts'
import { findPeople } from './repository.ts'

const server = testApp()

const person = (options?: UserOptions) => createPerson(server, options)

describe('the talent directory', () => {
  test('[WIRE-42] [WIRE-43] talents come without an envelope but with pagination, pages from 1, highest reputation first', async () => {
    const word = unique('Quilting')
    for (const reputation of [5, 900, 40]) await person({ skills: [word], reputation })
    const { api } = await person()
    const first = await api.people.talents({ query: { q: word, limit: 2 } })
    expect(Object.keys(first).sort()).toEqual(['pagination', 'talents'])
    expect(first.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 })
    expect(first.talents.map(({ reputation }) => reputation)).toEqual([900, 40])
    const second = await api.people.talents({ query: { q: word, limit: 2, page: 2 } })
    expect(second.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
    expect(second.talents.map(({ reputation }) => reputation)).toEqual([5])
    await expect(api.people.talents({ query: { limit: 101 } })).rejects.toEqual(refused(422))
    await expect(api.people.talents({ query: { page: 0 } })).rejects.toEqual(refused(422))
  })

  test('[WIRE-19] a talent has userID, name, email, bio, skills, tier and reputation; only they and administrators see the e-mail', async () => {
    const word = unique('Beekeeping')
    const someone = await person({ name: 'Ada Field', skills: [word, 'SQL'], reputation: 640 })
    const seenBy = async (viewer: { api: typeof someone.api }) =>
      (await viewer.api.people.talents({ query: { q: word } })).talents
    const shown = {
      userID: someone.id,
      username: someone.username,
      name: 'Ada Field',
      headline: '',
      bio: '',
      skills: [word, 'SQL'],
      tier: 'silver',
      reputation: 640,
      finishedTasks: 0,
      hoursPerWeek: null,
      answers: null,
    }
    expect(await seenBy(await person())).toEqual([{ ...shown, email: null }])
    expect(await seenBy(someone)).toEqual([{ ...shown, email: someone.email }])
    expect(await seenBy(await person({ isAdministrator: true }))).toEqual([{ ...shown, email: someone.email }])
  })

  test('a talent tells finished tasks that keep their points, hours a week, and how applications were answered', async () => {
    const word = unique('Lantern')
    const someone = await person({ skills: [word], reputation: 200 })
    const [kept, taken] = [uuidv7(), uuidv7()]
    const line = (task_id: string, delta: number, rule: 'completed' | 'reopened') => ({
      ...{ id: uuidv7(), user_id: someone.id, project_id: uuidv7(), task_id, event_id: uuidv7() },
      ...{ delta, rule, created_at: new Date() },
    })
    const lines = [line(kept, 10, 'completed'), line(taken, 10, 'completed'), line(taken, -10, 'reopened')]
    await server.db.insertInto('reputation_events').values(lines).execute()
    await server.db.updateTable('users').set({ hours_per_week: 12 }).where('id', '=', someone.id).execute()
    const answers = { closed: 10, answered: 9, median_hours: 30 }
    await server.db
      .insertInto('answer_records')
      .values({ user_id: someone.id, ...answers })
      .execute()
    const { talents } = await (await person()).api.people.talents({ query: { q: word } })
    expect(talents).toMatchObject([
      { finishedTasks: 1, hoursPerWeek: 12, answers: { closed: 10, answered: 9, medianHours: 30 } },
    ])
  })

  test('[TAL-01] q narrows by name, username, skills and bio, in any script, and takes wildcards literally', async () => {
    const { api } = await person()
    const mark = unique('zq')
    const emile = await person({ username: `${mark}_emile`, name: 'Émile Zola' })
    const olga = await person({ name: `Ольга ${mark}`, skills: ['Иллюстрация'] })
    await emile.api.users.updateBio({ body: { bio: `Keeps ${mark}bees and 100% honey.` } })
    const found = async (q: string) => (await api.people.talents({ query: { q } })).talents.map(({ userID }) => userID)
    expect(await found(`${mark}_EMILE`)).toEqual([emile.id])
    expect(await found(`emile ${mark}bees`)).toEqual([emile.id])
    expect(await found(`иллюстр ${mark}`)).toEqual([olga.id])
    expect(await found(`${mark} 100%`)).toEqual([emile.id])
    expect(await found(`${mark} nothing`)).toEqual([])
    // Nearly everybody's words contain any two letters, so these are found only at the beginning of a word.
    expect(await found(`${mark} em`)).toEqual([emile.id])
    expect(await found(`${mark} mi`)).toEqual([])
    expect(await found(`${mark} ил`)).toEqual([olga.id])
    expect(await found('%%%')).toEqual([])
    expect(await found('@example.org')).toEqual([])
  })

  test('[TAL-01] a search for what people are called finds those who list the skill, and nobody with other skills', async () => {
    const react = await person({ skills: ['React', 'Quilting'] })
    const design = await person({ skills: ['UI/UX Design', 'Quilting'] })
    const writing = await person({ skills: ['Content Writing', 'Quilting'] })
    const strategy = await person({ skills: ['Content Strategy', 'Quilting'] })
    const told = await person({ skills: ['Quilting'] })
    await told.api.users.updateBio({ body: { bio: 'Worked as a React developer for years.' } })
    const named = async (q: string) =>
      (await told.api.people.talents({ query: { q, limit: 100 } })).talents.map(({ userID }) => userID)
    expect(await named('React Developer')).toEqual(expect.arrayContaining([react.id, told.id]))
    expect(await named('React Developer')).not.toContain(design.id)
    expect(await named('UI/UX Designer')).toContain(design.id)
    expect(await named('Content Writer')).toContain(writing.id)
    expect(await named('Content Writer')).not.toContain(strategy.id)
  })

  test('[TAL-02] the skill level narrows by tier: basic, then bronze and silver, then gold', async () => {
    const { api } = await person()
    const word = unique('Falconry')
    for (const reputation of [0, 99, 100, 1999, 2000]) await person({ skills: [word], reputation })
    const found = async (skillLevel: 'beginner' | 'intermediate' | 'advanced') =>
      (await api.people.talents({ query: { q: word, skillLevel } })).talents.map(({ reputation }) => reputation)
    expect(await found('beginner')).toEqual([99, 0])
    expect(await found('intermediate')).toEqual([1999, 100])
    expect(await found('advanced')).toEqual([2000])
  })

  test('[TAL-03] [TAL-04] the industry narrows to exactly the people whose skills belong to that industry', async () => {
    const { api } = await person()
    const word = unique('Origami')
    const skillSets = [
      ['UX Writing'],
      ['React', 'C++'],
      ['Data Scientist'],
      ['SEO / Ads'],
      ['Node.js'],
      ['Designation'],
    ]
    for (const skills of [...skillSets, ...industries.map((industry) => [...industryKeywords(industry)])])
      await person({ skills: [word, ...skills] })
    const all = (await api.people.talents({ query: { q: word, limit: 100 } })).talents
    for (const industry of industries) {
      const found = (await api.people.talents({ query: { q: word, industry, limit: 100 } })).talents
      const expected = all.filter(({ skills }) => industriesOf(skills).includes(industry))
      expect(found.length).toBeGreaterThan(0)
      expect(found.map(({ userID }) => userID)).toEqual(expected.map(({ userID }) => userID))
      // Each keyword finds people by itself, so the database cuts each of them as the rule does.
      for (const keyword of industryKeywords(industry)) {
        const { rows } = await sql<{
          is: boolean
        }>`select ${keyword} = any(skill_words(array[${keyword}])) as is`.execute(server.db)
        expect(rows[0]?.is).toBe(true)
      }
    }
  })

  test('[SET-25] a person who switches the directory off disappears from it at once, and returns when they switch it on', async () => {
    const word = unique('Pottery')
    const someone = await person({ skills: [word] })
    const { api } = await person()
    const count = async () => (await api.people.talents({ query: { q: word } })).pagination.total
    expect(await count()).toBe(1)
    await someone.api.users.updateSettings({ body: { showInTalentDirectory: false } })
    expect(await count()).toBe(0)
    await someone.api.users.updateSettings({ body: { showInTalentDirectory: true } })
    expect(await count()).toBe(1)
  })
})

describe('on 100,000 people', () => {
  let many: Awaited<ReturnType<typeof createScratchDatabase>>
  let watched: ReturnType<typeof watchQueries>
  beforeAll(async () => {
    // This needs a database without changed rows: an index made over changed rows may not be used until every older
    // transaction of the whole cluster has ended, including those of tests that run beside this one.
    many = await createScratchDatabase()
    watched = watchQueries(many.url)
    await many.db.transaction().execute(async (tx) => {
      await liftStatementTimeout(tx)
      // Making an index at the end, from all rows at once, takes a fraction of the time that row by row takes.
      const { rows } = await sql<{ name: string; definition: string }>`
        select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
        where indrelid = 'users'::regclass and not indisunique`.execute(tx)
      for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx)
      await sql`insert into users (id, email, username, password_hash, name, bio, skills, reputation, reputation_creators, is_email_verified)
        select gen_random_uuid(), 'p' || n || '@many.example.org', 'many' || n, '-',
          chr(97 + n % 26) || chr(97 + n / 26 % 26) || 'son', 'Works.',
          array['Skill' || n % 500, case when n % 50 = 0 then 'Figma' else 'Cooking' end], (n * 37) % 2500, n % 5, true
        from generate_series(1, 100000) n`.execute(tx)
      for (const { definition } of rows) await sql.raw(definition).execute(tx)
    })
    await sql`vacuum analyze users`.execute(many.db)
  }, 120_000)
  afterAll(async () => {
    await watched.close()
    await many.drop()
  })

  const none: TalentFilter = { words: [], level: null, skillWords: null }

  test.each<[string, TalentFilter]>([
    ['everybody', none],
    ['a level', { ...none, level: 'intermediate' }],
    ['the top level', { ...none, level: 'advanced' }],
    ['an industry', { ...none, skillWords: industryKeywords('Design') }],
    ['a rare word', { ...none, words: ['skill77'] }],
    ['a word that nobody has', { ...none, words: ['nobodyhasthis'] }],
    ['a word of two letters', { ...none, words: ['ui'] }],
    ['a word of two letters that nobody has', { ...none, words: ['qz'] }],
    ['a word in another script', { ...none, words: ['菜园'] }],
    ['everything together', { words: ['figma'], level: 'beginner', skillWords: ['figma'] }],
  ])('[TAL-01] [TAL-02] [TAL-03] listing %s scans no table', async (_, filter) => {
    expect(await watched.scannedBy(() => findTalentPage(watched.db, filter, { page: 1, limit: 10 }))).toEqual([])
    expect(await watched.scannedBy(() => countTalents(watched.db, filter))).toEqual([])
  })

  test('[WIRE-43] the total stops counting at 10,000', async () => {
    expect(await countTalents(many.db, none)).toBe(10_000)
  })

  test.each(['p5@many.example.org', 'many77', 'pe', 'zz', 'cf'])(
    '[WIRE-64] searching %s scans no table',
    async (text) => {
      const search = { folded: text, email: text, limit: 20 }
      expect(await watched.scannedBy(() => findPeople(watched.db, search))).toEqual([])
    },
  )
})
