import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createProject, createUser } from '#support/factories.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { migrateToLatest } from './migrate.ts'
import { createDb } from './pool.ts'
import { sessionSettings } from './session-settings.ts'

/** Another default for each setting, as an administrator may have given it to the database for other programs. */
const odd: Record<keyof ReturnType<typeof sessionSettings>, string> = {
  client_encoding: 'LATIN1',
  datestyle: 'German, DMY',
  intervalstyle: 'iso_8601',
  timezone: 'Asia/Kathmandu',
  extra_float_digits: '-15',
  bytea_output: 'escape',
  lc_monetary: 'C.UTF-8',
  lc_numeric: 'C.UTF-8',
  lc_time: 'C.UTF-8',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  quote_all_identifiers: 'on',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  default_transaction_deferrable: 'on',
  row_security: 'off',
  check_function_bodies: 'off',
  gin_fuzzy_search_limit: '1',
  statement_timeout: '1h',
  idle_in_transaction_session_timeout: '50ms',
  lock_timeout: '1ms',
  idle_session_timeout: '50ms',
  transaction_timeout: '50ms',
  max_parallel_workers_per_gather: '8',
  jit: 'on',
}

let database: ScratchDatabase
let server: TestApp
beforeAll(async () => {
  database = await createScratchDatabase({ empty: true })
  const { rows } = await sql<{ name: string }>`select lower(name) as name from pg_settings`.execute(database.db)
  const known = rows.map(({ name }) => name)
  const name = new URL(database.url).pathname.slice(1)
  for (const [setting, value] of Object.entries(odd))
    if (known.includes(setting))
      await sql`alter database ${sql.id(name)} set ${sql.id(setting)} = ${sql.raw(setting === 'datestyle' ? value : `'${value}'`)}`.execute(
        database.db,
      )
  // The settings count for connections that are made after them.
  const db = createDb(database.url)
  await migrateToLatest(db)
  await db.destroy()
  server = await startTestApp({ url: database.url })
}, 60_000)
afterAll(async () => {
  await server.close()
  await database.drop()
})

test('[BUILD-06] a session has the settings that the server counts on, whatever the defaults of the database are', async () => {
  const { rows } = await sql<{ name: string; setting: string; reset_val: string }>`
    select lower(name) as name, current_setting(name) as setting, reset_val from pg_settings
    where lower(name) = any(${Object.keys(odd)})`.execute(server.db)
  const wanted = { ...sessionSettings(), statement_timeout: '30s', idle_in_transaction_session_timeout: '1min' }
  expect(rows.length).toBeGreaterThanOrEqual(Object.keys(odd).length - 1)
  for (const { name, setting, reset_val: byDefault } of rows) {
    expect({ name, setting }).toEqual({ name, setting: wanted[name as keyof typeof wanted] })
    // Else the test would show nothing.
    if (name !== 'client_encoding') expect(byDefault, name).not.toBe(setting)
  }
})

test('[BUILD-06] on such a database people write and read, and many at once', async () => {
  const { user, accessToken } = await createUser(server, { isAdministrator: true })
  const api = server.client(accessToken)
  const { id: projectID } = await createProject(server, user.id)
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      api.tasks.create({ body: { projectID, title: `Ž${n} \\ 'x'`, description: 'Ünïcode 🙂', dueOn: '2026-12-05' } }),
    ),
  )
  expect(new Set(made.map(({ data }) => data.id)).size).toBe(30)
  expect(made[0]?.data).toMatchObject({ description: 'Ünïcode 🙂', dueOn: '2026-12-05' })
  for (const read of [
    () => api.account.sessions({}),
    () => api.audit.list({ query: {} }),
    () => api.tokens.list({}),
    () => api.creatorApplications.list({ query: {} }),
    () => api.users.projects({}),
    () => api.users.profile({}),
    () => api.tasks.byProject({ params: { projectId: projectID }, query: {} }),
    () => api.work.get({ query: {} }),
  ])
    await expect(read(), String(read)).resolves.toBeDefined()
})
