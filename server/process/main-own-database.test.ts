import { execFileSync } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { durabilityWarning } from './setup-warnings.ts'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { startDatabaseProxy } from '#support/database-proxy.ts'
import { failureOf } from '#support/expect-failure.ts'
import { serverProgram } from '#support/server-program.ts'
import {
  asEvent,
  clientOf,
  DEMO_PASSWORD,
  type ServerEnd,
  healthOf,
  signIn,
  stop,
  useServerPrograms,
} from '#support/started-server.ts'

const { start, embedded, inScratch } = useServerPrograms()

describe('a server with DATABASE_URL', { timeout: 60_000 }, () => {
  let database: ScratchDatabase
  beforeAll(async () => {
    database = await createScratchDatabase({ empty: true })
  })
  afterAll(() => database.drop())

  test('[BUILD-06][DEMO-07][DEMO-11][ADM-20] several processes serve one database, without demo data or local mailbox', async () => {
    const email = 'root@example.org'
    const env = {
      DATABASE_URL: database.url,
      GUILDHALL_ADMIN_EMAIL: email,
      GUILDHALL_SMTP_URL: 'smtp://127.0.0.1:9',
      GUILDHALL_LOG_LEVEL: 'silent',
    }
    // Both start at once: the schema and the signing secret are made only once.
    const servers = [start(embedded('a'), { env }), start(embedded('b'), { env })]
    const [one = '', two = ''] = await Promise.all(servers.map(({ ready }) => ready))
    expect(await healthOf(one)).toMatchObject({ status: 'ok', isEmbedded: false, demo: false })
    expect((await fetch(`${one}/_mail`)).status).toBe(404)
    expect(await database.db.selectFrom('users').select('id').execute()).toEqual([])

    await clientOf(one).auth.register({ body: { email, username: 'root', password: DEMO_PASSWORD } })
    await database.db.updateTable('users').set({ is_email_verified: true }).execute()
    const { accessToken, refreshToken } = await signIn(one, email)
    await expect(clientOf(two, accessToken).users.username({})).resolves.toMatchObject({ data: { username: 'root' } })
    await expect(clientOf(two).auth.refreshToken({ body: { refreshToken } })).resolves.toBeDefined()

    const wrong = { emailID: 'nobody@example.org', password: 'wrong' }
    for (let i = 0; i < 10; i++) await failureOf(clientOf(i % 2 ? one : two).auth.login({ body: wrong }))
    for (const origin of [one, two])
      expect((await failureOf(clientOf(origin).auth.login({ body: wrong }))).status).toBe(429)

    await stop(servers[0] ?? start([]))
    await expect(clientOf(two, accessToken).users.username({})).resolves.toBeDefined()
    await stop(servers[1] ?? start([]))

    // The first administrator has registered before the next start.
    const again = { env: { ...env, GUILDHALL_LOG_LEVEL: 'warn' } }
    const third = start(embedded('c'), again)
    await expect(clientOf(await third.ready, accessToken).waitlist.list({ query: {} })).resolves.toBeDefined()
    const eventsIn = ({ stderr }: ServerEnd) => stderr.split('\n').filter((line) => line.includes('"level":45'))
    expect(eventsIn(await stop(third)).map(asEvent)).toMatchObject([
      {
        event: 'administrator made',
        by: 'setting',
        at: 'start',
        account: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      },
    ])
    // This start finds an administrator and makes none.
    const fourth = start(embedded('c'), again)
    await fourth.ready
    expect(eventsIn(await stop(fourth))).toEqual([])
  })

  test('without a mail server it starts, says once which mails it cannot send, and leaves them waiting', async () => {
    const server = start(embedded('silent'), { env: { DATABASE_URL: database.url } })
    const origin = await server.ready
    expect(await healthOf(origin)).toMatchObject({ status: 'ok', mail: 'none' })
    const job = { id: '01890a5d-ac96-774b-bcce-b302099a8057', kind: 'answer-mail', payload: '{}', run_at: new Date(0) }
    await database.db.insertInto('jobs').values(job).execute()
    // This is longer than a worker sleeps.
    await sleep(3_000)
    const waiting = await database.db.selectFrom('jobs').select(['id', 'attempts']).execute()
    // The code of a registration is tried and waits, too.
    expect(waiting).toContainEqual({ id: job.id, attempts: 0 })
    await database.db.deleteFrom('jobs').execute()
    const { stderr } = await stop(server)
    // The tests' PostgreSQL may lose what it has written, and the server says so.
    const unsafe = await durabilityWarning(database.db)
    // Every line is one of the log, though this server logs only errors.
    const warnings = stderr.trim().split('\n').map(asEvent)
    expect(new Set(warnings.map(({ level }) => level))).toEqual(new Set([40]))
    expect(warnings.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^Mail cannot be sent: until GUILDHALL_SMTP_URL names a mail server, /),
      expect.stringMatching(/^Uploaded files are kept in .*\/silent, for this process alone: before a second one /),
      expect.stringMatching(/^Two-step sign-in is not available .* set GUILDHALL_SECRET: /),
      ...(unsafe === null ? [] : [unsafe]),
    ])
  })

  test('commands write and read a backup; they refuse to replace a file or a database with people', async () => {
    const [from, to] = [await createScratchDatabase(), await createScratchDatabase()]
    const piped = await createScratchDatabase()
    try {
      const person = { id: '01890a5d-ac96-774b-bcce-b302099a8057', email: 'a@example.org', username: 'ann' }
      await from.db
        .insertInto('users')
        .values({ ...person, password_hash: 'x' })
        .execute()
      const kept = inScratch('kept.backup')
      const run = (word: string, { url }: ScratchDatabase) =>
        start([word, kept, ...embedded('k')], { env: { DATABASE_URL: url } }).ended
      expect(await run('backup', from)).toMatchObject({ code: 0, stdout: expect.stringContaining(kept) as string })
      expect(await run('backup', from)).toMatchObject({
        code: 1,
        stderr: `${kept} exists already: name another file.\n`,
      })
      const { stdout: verified } = await start(['backup', 'verify', kept, ...embedded('k')]).ended
      expect(verified).toContain('is whole: 1 row in 1 table')
      expect((await run('restore', to)).code).toBe(0)
      expect(await to.db.selectFrom('users').select(['email', 'username']).execute()).toEqual([
        { email: person.email, username: person.username },
      ])
      // The backup also works without a file, as one program's output and the other's input.
      const line = '"$0" "$1" backup - --data-dir "$2" | DATABASE_URL=$TO "$0" "$1" restore - --data-dir "$2"'
      const env = { PATH: process.env['PATH'], DATABASE_URL: from.url, TO: piped.url }
      const said = execFileSync('sh', ['-c', line, process.execPath, serverProgram, inScratch('k')], {
        env,
        stdio: 'pipe',
      })
      expect(said.toString()).toBe(
        'Restored 1 row and 0 files from standard input. Everybody has to sign in again, and to make new access tokens.\n' +
          'The ledger is sound: balances, rewards, debts and payments agree with all 0 entries.\n',
      )
      expect(await piped.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'ann' }])

      const again = await run('restore', to)
      expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('There are people') as string })
    } finally {
      for (const database of [from, to, piped]) await database.drop()
    }
  })

  test('[DEMO-07] demo data and another database exclude each other', async () => {
    const { code, stderr } = await start(embedded('d', '--demo'), { env: { DATABASE_URL: database.url } }).ended
    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, lines: 1 })
  })

  test('a database that cannot be reached gives one sentence without the password', async () => {
    const env = { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:9/none' }
    const { code, stderr } = await start(embedded('e'), { env }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The database of DATABASE_URL cannot be reached \(ECONNREFUSED\)\.\n$/)
  })

  test('it waits for its database, logs the migrations it ran, names unknown settings, and serves until a balancer has noticed its stop', async () => {
    const empty = await createScratchDatabase({ empty: true })
    const way = await startDatabaseProxy(empty.url)
    way.takeAway()
    const env = {
      DATABASE_URL: way.url,
      GUILDHALL_LOG_LEVEL: 'info',
      GUILDHALL_PORTT: '1',
      GUILDHALL_TOKEN: 'of the CLI',
      GUILDHALL_FILES_DIR: inScratch('shared'),
    }
    try {
      // A server that is asked to stop while it waits stops at once.
      const impatient = start([...embedded('w'), '--wait', '60'], { env })
      await vi.waitUntil(() => impatient.said.stderr.includes('waiting for the database'), { timeout: 30_000 })
      impatient.child.kill('SIGTERM')
      expect((await impatient.ended).stderr).toContain('Stopped while waiting for the database.')

      const server = start([...embedded('w'), '--wait', '60', '--drain-seconds', '2'], { env })
      await vi.waitUntil(() => server.said.stderr.includes('waiting for the database'), { timeout: 30_000 })
      way.bringBack()
      const origin = await server.ready
      expect(await healthOf(origin)).toMatchObject({ status: 'ok', files: 'ok', disk: 'ok' })
      const readiness = async () => (await fetch(`${origin}/readyz`)).status
      expect(await readiness()).toBe(200)
      server.child.kill('SIGTERM')
      await expect.poll(readiness, { interval: 20 }).toBe(503)
      // The server still serves calls for as long as a load balancer may take to notice.
      expect((await fetch(`${origin}/livez`)).status).toBe(200)
      const { code, stderr } = await server.ended
      expect(code).toBe(0)
      const lines = stderr.trim().split('\n')
      expect(lines.map(asEvent).flatMap(({ msg }) => (String(msg).includes('is no setting') ? [msg] : []))).toEqual([
        'GUILDHALL_PORTT is no setting of guildhall-server and is ignored; --help names them all.',
      ])
      expect(lines.filter((line) => line.includes('the database was brought up to date'))).toEqual([
        expect.stringContaining('"migrations":["0001_foundation","0002_search_words"'),
      ])
      expect(stderr).not.toContain('Uploaded files are kept')
    } finally {
      await way.close()
      await empty.drop()
    }
  })

  test('a taken port gives one sentence', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const env = { DATABASE_URL: database.url }
    const { code, stderr } = await start(['--port', String(port), '--data-dir', inScratch('f')], { env }).ended
    other.close()
    expect(code).toBe(1)
    expect(stderr).toBe(`Port ${port} of 127.0.0.1 is taken by another program: choose another with --port.\n`)
  })
})
