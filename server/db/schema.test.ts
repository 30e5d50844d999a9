import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dumpSchema } from '../../scripts/dump-schema.ts'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'

let scratch: ScratchDatabase
beforeAll(async () => {
  scratch = await createScratchDatabase()
})
afterAll(() => scratch.drop())

test('the generated types match the migrated schema (npm run schema:generate makes them)', async () => {
  const codegen = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen')), 'cli', 'bin.js')
  const config = fileURLToPath(new URL('codegen.json', import.meta.url))
  const run = promisify(execFile)(process.execPath, [
    codegen,
    '--verify',
    '--config-file',
    config,
    '--url',
    scratch.url,
  ])
  await expect(run).resolves.toBeDefined()
})

test('schema.sql says what the migrated database is: tables, indexes, triggers and functions (npm run schema:generate)', async () => {
  expect(await dumpSchema(scratch.db)).toBe(readFileSync(new URL('schema.sql', import.meta.url), 'utf8'))
})

test('a thing that schema.sql could not show is refused, not left out', async () => {
  await scratch.db.transaction().execute(async (tx) => {
    await sql`create view old_users as select id from users`.execute(tx)
    await expect(dumpSchema(tx)).rejects.toThrow('cannot write old_users yet')
    await sql`drop view old_users`.execute(tx)
  })
})

const someone = async () => {
  const id = uuidv7()
  const row = { id, email: `${id}@example.org`, username: id.slice(0, 30), password_hash: '-' }
  await scratch.db.insertInto('users').values(row).execute()
  return id
}
const someProject = async (values: { title?: string; skills?: string; description?: string } = {}) => {
  const id = uuidv7()
  await scratch.db
    .insertInto('projects')
    .values({ id, title: 'A title', description: 'A text', ...values, status: 1, created_by: await someone() })
    .execute()
  return id
}

test('e-mail addresses and usernames are unique regardless of case', async () => {
  const first = { password_hash: '-', email: 'Someone@Example.org', username: 'Someone' }
  await scratch.db
    .insertInto('users')
    .values({ ...first, id: uuidv7() })
    .execute()
  const same = { ...first, email: 'someone@example.ORG', username: 'other' }
  await expect(
    scratch.db
      .insertInto('users')
      .values({ ...same, id: uuidv7() })
      .execute(),
  ).rejects.toThrow('users_email_key')
  const named = { ...first, email: 'other@example.org', username: 'SOMEONE' }
  await expect(
    scratch.db
      .insertInto('users')
      .values({ ...named, id: uuidv7() })
      .execute(),
  ).rejects.toThrow('users_username_key')
})

test('a person has only one pending request in a project, however many are made at once', async () => {
  const [user, project] = [await someone(), await someProject()]
  const ask = () =>
    scratch.db
      .insertInto('project_requests')
      .values({ id: uuidv7(), project_id: project, user_id: user, kind: 'application', created_by: user })
      .execute()
  const asked = await Promise.allSettled(Array.from({ length: 5 }, ask))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  // A withdrawn request makes room for the next one.
  await scratch.db
    .updateTable('project_requests')
    .set({ withdrawn_at: new Date() })
    .where('user_id', '=', user)
    .execute()
  await expect(ask()).resolves.toBeDefined()
})

test('the database itself refuses a value outside of an enumeration', async () => {
  const id = await someProject()
  const set = (column: string, value: string) =>
    sql`update projects set ${sql.id(column)} = ${sql.lit(value)} where id = ${id}`
  await expect(set('tier', 'platinum').execute(scratch.db)).rejects.toThrow('projects_tier_check')
  await expect(set('status', '5').execute(scratch.db)).rejects.toThrow('projects_status_check')
})

test.each([
  ['Émile et sa façade', 'emile'],
  ['Настройка сервера', 'сервер'],
  ['設計図の作成', '設計'],
  ['Ανάλυση δεδομένων', 'αναλυση'],
])('the search text of projects finds %s by %s', async (title, query) => {
  const id = await someProject({ title })
  const { rows } = await sql<{ id: string }>`
    select id from projects where search_text like '%' || fold_text(${query}) || '%'`.execute(scratch.db)
  expect(rows.map((row) => row.id)).toContain(id)
})

test("the market's list and its search use an index", async () => {
  const creator = await someone()
  await sql`insert into projects (id, title, description, status, tier, created_by, created_at)
    select gen_random_uuid(), 'Project ' || n, md5(n::text), 1, 'basic', ${creator}, now() - n * interval '1 minute'
    from generate_series(1, 5000) n`.execute(scratch.db)
  await sql`vacuum analyze projects`.execute(scratch.db)
  const plan = async (where: string, order: string) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(`select id from projects
      where status in (1, 2) and archived_at is null and deleted_at is null ${where} ${order}`)}`.execute(scratch.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const newest = await plan('', 'order by created_at desc, id desc limit 10')
  expect(newest).toMatch(/Index .*projects_market_idx/)
  expect(newest).not.toMatch(/Sort|Seq Scan/)
  expect(await plan(`and tier = 'gold'`, 'order by created_at desc, id desc limit 10')).toContain(
    'projects_market_tier_idx',
  )
  expect(await plan(`and search_text like '%dashboard%'`, '')).toContain('projects_market_search_idx')
})
