import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiBase, axiosTransport, createClient } from '../shared/api-client/index.ts'
import type { Health } from '../shared/contract/system.ts'
import { createScratchDatabase, type ScratchDatabase } from '../tests/support/database.ts'
import { startDatabaseProxy } from '../tests/support/database-proxy.ts'
import { failureOf } from '../tests/support/expect-failure.ts'
import { serverProgram } from '../tests/support/server-program.ts'
import { signedIn } from '../tests/support/signed-in.ts'

const DEMO_PASSWORD = 'guildhall-demo'

type Ended = { code: number | null; stdout: string; stderr: string }
const started: ChildProcess[] = []

/** Starts the program as a person does; `ready` gives the origin it prints, `ended` everything it printed. */
const start = (args: string[], options: { env?: Record<string, string>; withChannel?: boolean } = {}) => {
  // Without its cache Node would compile the whole server for each of some thirty starts.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, HOME: tmpdir(), GUILDHALL_LOG_LEVEL: 'error', ...options.env }
  const child = options.withChannel
    ? fork(serverProgram, args, { env, silent: true })
    : spawn(process.execPath, [serverProgram, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  const said = { stdout: '', stderr: '' }
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...said })))
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said.stdout += chunk.toString()
      const line = /^Guildhall is ready at (http:\/\/127\.0\.0\.1:\d+)\n$/m.exec(said.stdout)
      if (line?.[1]) resolve(line[1])
    })
    child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
    void ended.then(({ stderr }) => reject(new Error(`It ended without being ready: ${stderr}`)))
  })
  // Many tests want the program to end instead.
  ready.catch(() => {})
  return { child, said, ready, ended }
}
const asEvent = (line: string) => JSON.parse(line) as Record<string, unknown>
const stop = (server: ReturnType<typeof start>) => {
  server.child.kill('SIGTERM')
  return server.ended
}
const healthOf = async (origin: string) => (await (await fetch(`${origin}/health`)).json()) as Health
const clientOf = (origin: string, accessToken = '') =>
  createClient(
    axiosTransport({
      baseURL: () => apiBase(origin),
      headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {},
    }),
  )
const signIn = (origin: string, emailID: string) =>
  signedIn(clientOf(origin).auth.login({ body: { emailID, password: DEMO_PASSWORD } }))

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-main-'))
  // Then root's cluster can be inside this directory, and is removed with it.
  await chmod(scratch, 0o711)
})
afterEach(() => {
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const embedded = (name: string, ...more: string[]) => ['--port', '0', '--data-dir', join(scratch, name), ...more]

describe('an embedded server', { timeout: 60_000 }, () => {
  test('[DEMO-02][DEMO-05][ADM-21] the first start fills the database, and a later one does not fill it again', async () => {
    const first = start(embedded('demo'))
    const origin = await first.ready
    expect(await healthOf(origin)).toMatchObject({ status: 'ok', isEmbedded: true, demo: true })
    for (const name of ['admin', 'creator', 'contributor'])
      await expect(signIn(origin, `${name}@guildhall.test`)).resolves.toMatchObject({ isEmailVerified: true })
    const { accessToken } = await signIn(origin, 'admin@guildhall.test')
    const waitlist = () => clientOf(origin, accessToken).waitlist.list({ query: { limit: 1 } })
    const before = (await waitlist()).pagination.total
    const { code } = await stop(first)
    expect(code).toBe(0)

    const second = start(embedded('demo'))
    const again = await second.ready
    // The session survives the restart, because the signing secret is kept.
    const list = await clientOf(again, accessToken).waitlist.list({ query: { limit: 1 } })
    expect(list.pagination.total).toBe(before)
    await expect(signIn(again, 'creator@guildhall.test')).resolves.toBeDefined()
    expect((await fetch(`${again}/_mail`)).status).toBe(200)

    // A second server starts on the same directory while this one runs.
    const { code: refused, stderr } = await start(embedded('demo')).ended
    expect({ refused, sentences: stderr.trim().split('\n').length }).toEqual({ refused: 1, sentences: 1 })
    expect(stderr).toContain('Another Guildhall server is running on')

    // A command runs beside the running server.
    const { accessToken: creator } = await signIn(again, 'creator@guildhall.test')
    expect((await failureOf(clientOf(again, creator).waitlist.list({ query: {} }))).status).toBe(403)
    const grant = await start(['admin', 'grant', 'Creator@guildhall.test', ...embedded('demo')], {
      env: { GUILDHALL_LOG_LEVEL: 'info' },
    }).ended
    expect(grant).toMatchObject({ code: 0, stdout: expect.stringContaining('is an administrator now') as string })
    expect(grant.stderr.trim().split('\n').map(asEvent)).toMatchObject([
      {
        level: 45,
        event: 'administrator made',
        by: 'command line',
        account: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      },
    ])
    await expect(clientOf(again, creator).waitlist.list({ query: {} })).resolves.toBeDefined()
    expect((await stop(second)).code).toBe(0)

    // This command runs while no server does.
    const alone = await start(['admin', 'grant', 'contributor@guildhall.test', ...embedded('demo')]).ended
    expect(alone.code).toBe(0)
    const unknown = await start(['admin', 'grant', 'nobody@example.org', ...embedded('demo')]).ended
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('No account') as string })

    // Outside of demo mode the accounts stay but are closed; a command beside the server removes them.
    const later = start(embedded('demo', '--no-demo'))
    const shut = await later.ready
    expect((await failureOf(signIn(shut, 'admin@guildhall.test'))).status).toBe(403)
    expect((await failureOf(clientOf(shut, accessToken).waitlist.list({ query: {} }))).status).toBe(401)
    const removal = await start(['demo', 'remove', ...embedded('demo', '--no-demo')]).ended
    expect(removal).toMatchObject({ code: 0, stderr: '' })
    expect(removal.stdout).toMatch(/^Removed \d+ demo accounts and \d+ projects of theirs\.\n$/)
    expect((await failureOf(signIn(shut, 'admin@guildhall.test'))).status).toBe(401)
    expect((await stop(later)).stderr).toMatch(
      /^The demo world is in this database: .* because demo mode is off; .*\n$/,
    )
  })

  test('Ctrl-C in a terminal reaches the server twice, and counts once as a request to stop in good order', async () => {
    const server = start(embedded('ctrl-c', '--no-demo'))
    await server.ready
    // The terminal sends the signal, and so does the program that started the server.
    server.child.kill('SIGINT')
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  })

  test('[DEMO-08] --no-demo skips the demo world', async () => {
    const server = start(embedded('bare', '--no-demo'))
    const origin = await server.ready
    expect(await healthOf(origin)).toMatchObject({ isEmbedded: true, demo: false })
    expect((await failureOf(signIn(origin, 'admin@guildhall.test'))).status).toBe(401)
    await stop(server)
  })

  test('it ends together with the program that started it, and so does its database', async () => {
    const server = start(embedded('channel', '--no-demo'), { withChannel: true })
    await server.ready
    const exit = new Promise((resolve) => server.child.once('exit', resolve))
    server.child.disconnect()
    expect(await exit).toBe(0)
    const next = start(embedded('channel', '--no-demo'))
    await expect(next.ready).resolves.toBeDefined()
    await stop(next)
  })
})

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
    await expect(clientOf(two, accessToken).users.username({})).resolves.toEqual({ data: { username: 'root' } })
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
    const eventsIn = ({ stderr }: Ended) => stderr.split('\n').filter((line) => line.includes('"level":45'))
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
    expect(waiting).toEqual([{ id: job.id, attempts: 0 }])
    await database.db.deleteFrom('jobs').execute()
    const { stderr } = await stop(server)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^Mail cannot be sent: until GUILDHALL_SMTP_URL names a mail server, /),
      expect.stringMatching(/^Uploaded files are kept in .*\/silent, for this process alone: before a second one /),
      expect.stringMatching(/^Two-step sign-in is not available .* sets GUILDHALL_SECRET: /),
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
      const kept = join(scratch, 'kept.backup')
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
      const said = execFileSync('sh', ['-c', line, process.execPath, serverProgram, join(scratch, 'k')], {
        env,
        stdio: 'pipe',
      })
      expect(said.toString()).toBe('Restored 1 row and 0 files from standard input. Everybody has to sign in again.\n')
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
      GUILDHALL_FILES_DIR: join(scratch, 'shared'),
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
      expect(lines.filter((line) => line.includes('is no setting'))).toEqual([
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
    const { code, stderr } = await start(['--port', String(port), '--data-dir', join(scratch, 'f')], { env }).ended
    other.close()
    expect(code).toBe(1)
    expect(stderr).toBe(`Port ${port} of 127.0.0.1 is taken by another program: choose another with --port.\n`)
  })
})

describe('wrong use gives one sentence and an error code', () => {
  test.each([
    ['an unknown option', ['--prot', '1'], 2, '--prot'],
    ['a wrong value', ['--port', '99999'], 2, '--port must be'],
    ['an unknown command', ['dance'], 2, 'There is no command "dance"'],
    [
      'a backup into nothing',
      ['backup'],
      2,
      'backup needs the file to write, or - for standard output: guildhall-server backup FILE.',
    ],
    ['two files at once', ['restore', 'a', 'b'], 2, 'There is no command "restore a b"'],
    ['an administrator without an address', ['admin', 'grant'], 2, 'admin grant needs the address of the account'],
    [
      'a switch of another command',
      ['restore', 'a', '--allow-missing-files'],
      2,
      '--allow-missing-files means nothing to guildhall-server restore',
    ],
    [
      'a switch of a command without one',
      ['--allow-missing-files'],
      2,
      '--allow-missing-files belongs to the command backup',
    ],
    ['a data directory that cannot be', ['--port', '0', '--data-dir', '/dev/null/x'], 1, '/dev/null/x'],
  ])('%s', async (_, args, code, words) => {
    const ended = await start(args).ended
    expect(ended.stderr).toContain(words)
    expect({ code: ended.code, lines: ended.stderr.trim().split('\n').length }).toEqual({ code, lines: 1 })
  })

  test('--help names every setting, --version the version', async () => {
    const [help, version] = await Promise.all([start(['--help']).ended, start(['--version']).ended])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    for (const name of [
      '--port',
      '--data-dir',
      '--no-demo',
      'DATABASE_URL',
      'GUILDHALL_SMTP_URL',
      'admin grant',
      'backup FILE',
      'restore FILE',
    ])
      expect(help.stdout).toContain(name)
    // A built program names its commit, too.
    expect(version.stdout).toMatch(/^guildhall-server \d+\.\d+\.\d+(\+[0-9a-f]{9}(\.dirty)?)?\n$/)
  })
})
