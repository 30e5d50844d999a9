import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createCreator, createProject, TEST_PASSWORD } from '#support/factories.ts'
import { adminQuery, postgresUrl } from '#support/postgres.ts'
import { startTestApp, TEST_SECRET } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { clientOf, stop, useServerPrograms } from '#support/started-server.ts'
import { backup, restore } from '../backup/commands.ts'
import { withSchema } from '../db/own-schema.ts'
import { lockOf } from '../db/installation-lock.ts'
import { createDb } from '../db/pool.ts'
import { openDoorbell } from '../live/doorbell.ts'
import { loadConfig } from '../settings/config.ts'
import { openDatabase, type OpenOptions } from './database.ts'
import { createLogger } from './log.ts'

const SCHEMAS = ['alpha', 'beta', 'gamma'] as const

const programs = useServerPrograms()
let database: ScratchDatabase
beforeAll(async () => {
  database = await createScratchDatabase({ empty: true })
})
afterAll(() => database.drop())

const envOf = (schema: string) => ({
  DATABASE_URL: database.url,
  GUILDHALL_SCHEMA: schema,
  GUILDHALL_SECRET: TEST_SECRET,
  GUILDHALL_TASK_LIMIT: '100000',
  GUILDHALL_WRITE_LIMIT: '1000000',
})
const start = (schema: string, ...words: string[]) =>
  programs.start(programs.embedded(schema, ...words), { env: envOf(schema) })
const run = (schema: string, ...words: string[]) => start(schema, ...words).ended
const command = async (what: typeof backup, schema: string, argument: string) => {
  const { config } = loadConfig(['--data-dir', programs.inScratch(schema)], envOf(schema))
  return (await what({ config, argument, options: new Set() })).says
}
const twinOf = (schema: string) => startTestApp({ url: withSchema(database.url, schema) })

type Installation = { schema: string; origin: string; program: ReturnType<typeof start>; projectID: string } & {
  token: string
  api: ReturnType<typeof clientOf>
}
/** An installation that runs, with a person of the same name and address as in all others, and a project of theirs. */
const begin = async (schema: string): Promise<Installation> => {
  const program = start(schema)
  const origin = await program.ready
  // Another process of this installation, which can make accounts without mail.
  const twin = await twinOf(schema)
  try {
    const { user, accessToken: token } = await createCreator(twin, { email: 'ana@example.org', username: 'ana' })
    const { id: projectID } = await createProject(twin, user.id, { title: `Owls of ${schema}` })
    return { schema, origin, program, projectID, token, api: clientOf(origin, token) }
  } finally {
    await twin.close()
  }
}

const search = async ({ api }: Pick<Installation, 'api'>, q: string) =>
  (await api.projects.openProjects({ query: { q } })).data.map(({ title }) => title)
const upload = ({ origin, projectID, token }: Installation) => {
  const form = new FormData()
  form.append('file', new Blob(['What sings where.']), 'birds.txt')
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${origin}/api/projects/${projectID}/files`, { method: 'POST', headers, body: form })
}
/** Writes tasks until it is ended; says how many it has written. */
const writing = ({ api, projectID }: Installation) => {
  let [isOver, count] = [false, 0]
  const done = (async () => {
    while (!isOver) {
      await api.tasks.create({ body: { projectID, title: `Task ${count}`, description: 'Beside.' } })
      count += 1
      await pause(10)
    }
  })()
  done.catch(() => undefined)
  const end = () => {
    isOver = true
    return done
  }
  return { end, count: () => count }
}
const tablesOf = async (schema: string) =>
  (await sql`select from pg_tables where schemaname = ${schema}`.execute(database.db)).rows.length

// In this order: later ones look into the schemas that earlier ones have made.
describe('a schema of its own', { shuffle: false }, () => {
  test(
    '[BUILD-06] three installations that start at once in one empty database see nothing of each other, and one is backed up and restored while the others go on',
    { timeout: 120_000 },
    async () => {
      const [alpha, beta, gamma] = (await Promise.all(SCHEMAS.map(begin))) as [Installation, Installation, Installation]
      for (const one of [alpha, beta, gamma]) {
        expect(await search(one, 'owls')).toEqual([`Owls of ${one.schema}`])
        expect((await one.api.users.profile({})).data.username).toBe('ana')
      }
      await expect(clientOf(beta.origin, alpha.token).users.profile({})).rejects.toMatchObject({ status: 401 })
      const [inAlpha, inPublic] = [await tablesOf('alpha'), await tablesOf('public')]
      expect([inAlpha > 50, inPublic]).toEqual([true, 0])
      expect((await upload(alpha)).status).toBe(201)

      const others = [beta, gamma].map((one) => ({ ...one, work: writing(one) }))
      /** Runs a command, during which the others must get on. */
      const beside = async (what: typeof backup, schema: string) => {
        const before = others.map(({ work }) => work.count())
        const says = await command(what, schema, file)
        others.forEach(({ work }, at) => expect(work.count(), schema).toBeGreaterThan(before[at] ?? 0))
        return says
      }
      const file = join(programs.inScratch('alpha'), 'alpha.backup')
      expect(await beside(backup, 'alpha')).toMatch(/^Backed up \d+ rows and 1 file to /)
      // Into another schema, while the installation that was saved goes on, too.
      expect(await beside(restore, 'delta')).toMatch(/^Restored \d+ rows and 1 file from /)
      // And into its own, after that is lost.
      await stop(alpha.program)
      await sql`drop schema alpha cascade`.execute(database.db)
      expect(await beside(restore, 'alpha')).toMatch(/^Restored \d+ rows and 1 file from /)

      for (const { work, ...one } of others) {
        await work.end()
        const tasks = await sql`select from ${sql.id(one.schema, 'tasks')} where title like 'Task %'`.execute(
          database.db,
        )
        expect(tasks.rows).toHaveLength(work.count())
        expect(await search(one, 'owls')).toEqual([`Owls of ${one.schema}`])
      }
      for (const schema of ['alpha', 'delta']) {
        const restored = await twinOf(schema)
        const body = { emailID: 'ana@example.org', password: TEST_PASSWORD }
        const { accessToken } = await signedIn(restored.client().auth.login({ body }))
        expect(await search({ api: restored.client(accessToken) }, 'owls')).toEqual(['Owls of alpha'])
        await restored.close()
      }
    },
  )

  test('[BUILD-06] locks and rings reach the processes of one installation and no others, and in public they are what they were', async () => {
    const other = await createScratchDatabase({ empty: true })
    for (const schema of ['one', 'two']) await sql`create schema ${sql.id(schema)}`.execute(other.db)
    const [one, sameOne, two] = ['one', 'one', 'two'].map((schema) =>
      createDb(withSchema(other.url, schema), { max: 1 }),
    )
    const [heardByOne, heardByTwo, heardInPublic] = [vi.fn(), vi.fn(), vi.fn()]
    const logger = createLogger('silent')
    const bells = ['one', 'two', undefined].map((schema) => openDoorbell(other.url, logger, schema))
    try {
      await one?.transaction().execute(async (tx) => {
        await lockOf('a key').execute(tx)
        const lock = (db = two) =>
          db?.transaction().execute(async (it) => {
            await sql`select set_config('lock_timeout', '100ms', true)`.execute(it)
            await lockOf('a key').execute(it)
          })
        await lock(two)
        await lock(other.db)
        await expect(lock(sameOne)).rejects.toMatchObject({ code: '55P03' })
      })
      await other.db.transaction().execute(async (tx) => {
        await lockOf('a key').execute(tx)
        const { rows } = await sql`select from pg_locks where locktype = 'advisory'
        and (classid::int8 << 32 | objid::int8) = hashtextextended('a key', 0)`.execute(tx)
        expect(rows).toHaveLength(1)
      })
      // They are heard by themselves: then all listen.
      for (const bell of bells) expect(await bell.isHeard(5_000)).toBe(true)
      for (const [at, hear] of [heardByOne, heardByTwo, heardInPublic].entries()) bells[at]?.onRing(hear)
      expect(await bells[0]?.isHeard(5_000)).toBe(true)
      await pause(200)
      expect([heardByOne, heardByTwo, heardInPublic].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
      const listening = vi.fn()
      const client = new pg.Client({ connectionString: other.url })
      client.on('notification', ({ channel }) => void listening(channel))
      await client.connect()
      await client.query('listen guildhall_events')
      expect(await bells[2]?.isHeard(5_000)).toBe(true)
      await vi.waitFor(() => expect(listening).toHaveBeenCalledWith('guildhall_events'))
      await client.end()
    } finally {
      for (const bell of bells) await bell.stop()
      for (const db of [one, sameOne, two]) await db?.destroy()
      await other.drop()
    }
  })

  const open = (env: Record<string, string>, options: OpenOptions = {}) =>
    openDatabase(loadConfig(['--data-dir', '/nonexistent'], env).config, createLogger('silent'), () => {}, options)
  const hasSchema = async (schema: string) =>
    (await sql`select where to_regnamespace(${schema}) is not null`.execute(database.db)).rows.length > 0

  test('[BUILD-06] a command about what is there makes no schema: a backup under a mistyped name is none', async () => {
    const { code, stdout, stderr } = await run('alpah', 'backup', join(programs.inScratch('nothing'), 'x.backup'))
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'There is no schema "alpah" in the database of DATABASE_URL: set GUILDHALL_SCHEMA to the one of a server that was started before.\n',
    })
    expect(await hasSchema('alpah')).toBe(false)
  })

  test('[BUILD-06] `migrate` makes the schema that a server then finds', async () => {
    const { code, stdout } = await run('migrated', 'migrate')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Ran \d+ migrations: 0001_/) as string })
    expect((await run('migrated', 'migrate', '--dry-run')).stdout).toBe('The database is up to date.\n')
  })

  test('[BUILD-06] a schema of another program is left alone', async () => {
    await sql`create schema books`.execute(database.db)
    await sql`create table books.pages (x int)`.execute(database.db)
    await expect(open(envOf('books'))).rejects.toThrow(
      'The schema "books" of the database of DATABASE_URL has tables of another program',
    )
    expect(await tablesOf('books')).toBe(1)
  })

  describe('with a role of its own', { shuffle: false }, () => {
    const role = `own_${process.pid}_${Date.now()}`
    const ownUrl = () => {
      const url = new URL(database.url)
      Object.assign(url, { username: role, password: 'secret' })
      return url.href
    }
    beforeAll(() => adminQuery(postgresUrl(), `create role ${role} login password 'secret'`))
    afterAll(async () => {
      await sql`drop owned by ${sql.id(role)} cascade`.execute(database.db)
      await adminQuery(postgresUrl(), `drop role ${role}`)
    })
    const asRole = (schema: string) => ({ ...envOf(schema), DATABASE_URL: ownUrl() })

    test('[BUILD-06] a role that may make no schema, or not use the one that is there, is refused in a sentence', async () => {
      await expect(open(asRole('mine'))).rejects.toThrow(
        'There is no schema "mine" in the database of DATABASE_URL, and its role may not make one: have an administrator run CREATE SCHEMA mine AUTHORIZATION',
      )
      await sql`create schema mine`.execute(database.db)
      await expect(open(asRole('mine'))).rejects.toThrow(
        `The role of DATABASE_URL may not use the schema "mine": set GUILDHALL_SCHEMA to its own one, or grant all on schema mine to ${role}.`,
      )
      await sql`grant usage on schema mine to ${sql.id(role)}`.execute(database.db)
      await expect(open(asRole('mine'))).rejects.toThrow(
        'The role of DATABASE_URL may not make tables in the schema "mine": make it the schema\'s owner',
      )
      await sql`drop schema mine`.execute(database.db)
    })

    test('[BUILD-06] a role that owns its schema and nothing else has an installation there, and reads no other', async () => {
      await sql`create schema mine authorization ${sql.id(role)}`.execute(database.db)
      const { db, close } = await open(asRole('mine'))
      try {
        expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
        await expect(sql`select from migrated.users`.execute(db)).rejects.toMatchObject({ code: '42501' })
      } finally {
        await close()
      }
    })

    test('[BUILD-06] a name that is a word of SQL is quoted in what an administrator is to run', async () => {
      for (const word of ['user', 'default', 'all'])
        await expect(open(asRole(word))).rejects.toThrow(`run CREATE SCHEMA "${word}" AUTHORIZATION`)
    })

    test('[BUILD-06] a serving role that finds no tables is refused in a sentence', async () => {
      await sql`create schema lent`.execute(database.db)
      const env = { ...asRole('lent'), GUILDHALL_MIGRATIONS_URL: database.url }
      await (await open(env)).close()
      const owner = `owner_${role}`
      await adminQuery(postgresUrl(), `create role ${owner} login password 'secret'`)
      await sql`revoke all on schema lent from ${sql.id(role)}`.execute(database.db)
      await sql`grant all on schema lent to ${sql.id(owner)}`.execute(database.db)
      for (const { name } of (
        await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'lent'`.execute(
          database.db,
        )
      ).rows)
        await sql`alter table ${sql.id('lent', name)} owner to ${sql.id(owner)}`.execute(database.db)
      const url = new URL(database.url)
      Object.assign(url, { username: owner, password: 'secret' })
      await expect(open({ ...env, GUILDHALL_MIGRATIONS_URL: url.href })).rejects.toThrow(
        `The role of DATABASE_URL finds no tables of ours: have the owner of their schema grant usage on it to ${role}`,
      )
      await sql`drop schema lent cascade`.execute(database.db)
      await sql`drop owned by ${sql.id(owner)} cascade`.execute(database.db)
      await adminQuery(postgresUrl(), `drop role ${owner}`)
    })

    test('[BUILD-06] with GUILDHALL_MIGRATIONS_URL it may change rows of its schema, and read no other', async () => {
      const { db, close } = await open({ ...asRole('migrated'), GUILDHALL_MIGRATIONS_URL: database.url })
      try {
        await sql`insert into waitlist_entries (id, email) values (gen_random_uuid(), 'a@example.org')`.execute(db)
        await expect(sql`create table more (x int)`.execute(db)).rejects.toMatchObject({ code: '42501' })
        await expect(sql`select from beta.users`.execute(db)).rejects.toMatchObject({ code: '42501' })
      } finally {
        await close()
      }
    })
  })
})
