import { describe, expect, test } from 'vitest'
import { failureOf } from '../tests/support/expect-failure.ts'
import { asEvent, clientOf, healthOf, signIn, stop, useServerPrograms } from '../tests/support/started-server.ts'

const { start, embedded } = useServerPrograms()

describe('an embedded server', { timeout: 120_000 }, () => {
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
    expect(asEvent((await stop(later)).stderr)).toMatchObject({
      msg: expect.stringMatching(/^The demo world is in this database: .* because demo mode is off; /) as string,
    })
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

test('[BUILD-03] a user without a home starts the program, names a data directory, and needs none for help', async () => {
  const homeless = { env: { HOME: '', XDG_DATA_HOME: '' } }
  const help = await start(['--help'], homeless).ended
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout).toContain('this user has no home: name one with --data-dir')
  for (const words of [[], ['admin', 'list'], ['data', 'where']])
    expect(await start(words, homeless).ended).toEqual({
      code: 2,
      stdout: '',
      stderr: 'HOME is not set and this user has no home: name a directory for the data with --data-dir.\n',
    })
  expect(await start(['data', 'where', ...embedded('homeless')], homeless).ended).toMatchObject({ code: 0, stderr: '' })
})

test('[ADM-20] a command prints its sentence, and the line for the log only to those who ask for logs', async () => {
  const plain = { env: { GUILDHALL_LOG_LEVEL: '' } }
  const server = start(embedded('quiet', '--no-demo'), plain)
  await server.ready
  const invited = (level: string) =>
    start(['admin', 'invite', `${level || 'plain'}@example.org`, ...embedded('quiet')], {
      env: { GUILDHALL_LOG_LEVEL: level },
    }).ended
  expect(await invited('')).toMatchObject({ code: 0, stderr: '' })
  expect((await invited('info')).stderr.trim().split('\n').map(asEvent)).toMatchObject([
    { level: 45, by: 'command line' },
  ])
  await stop(server)
})
