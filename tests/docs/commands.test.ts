import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { createUser, TEST_PASSWORD } from '../support/factories.ts'
import { machinesPath } from '../support/nodes.ts'
import { adminQuery, postgresUrl } from '../support/postgres.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts'
import { apiBase, axiosTransport, createClient } from '#shared/api-client/index.ts'
import { type CommandLine, commandLinesOf } from './command-lines.ts'

// These tests type the command lines of README and docs, with the Node that is installed on this computer, as a reader would.

const PROJECT = join(import.meta.dirname, '..', '..')
const README_DATABASE = 'postgres://guildhall:password@localhost/guildhall'
const systemPath = machinesPath()
const isNodeThere = spawnSync('node', ['--version'], { env: { PATH: systemPath.join(delimiter) } }).status === 0
const PATH = isNodeThere ? systemPath.join(delimiter) : (process.env['PATH'] ?? '')

/** How a command line is tried. A line that takes minutes, or would start this very test, is not run: its parts are looked up. */
type Way =
  /** It sets a variable for the lines after it, and is tried with them. */
  | 'a setting'
  /** It is typed as it is, and must succeed. */
  | 'typed'
  /** It is typed, must say that it is ready, and is stopped then. */
  | 'serves'
  /** It would ask for a password, or open a window, so it is typed with --help. */
  | 'with --help'
  /** It runs a script of package.json, which must exist. */
  | 'a script'
  /** It runs a program of node_modules that would wait for a person, such as a debugger: the program and the files it names must exist. */
  | 'a tool'
  /** It needs another machine, and is not tried. */
  | 'elsewhere'
const ways: ReadonlyArray<[line: RegExp, way: Way]> = [
  [/^npm start\b/, 'with --help'],
  // An installation takes minutes; tests/start/start.test.ts makes one in a fresh clone.
  [/^(npm ci|node scripts\/install\.mjs)$/, 'elsewhere'],
  // cli/installed.test.ts installs this package into a folder of its own.
  [/^npm i -g( \.\/out\/guildhall-cli\.tgz)?$/, 'elsewhere'],
  [/^npm (test|run [\w:]+)\b/, 'a script'],
  [/^export \w+=/, 'a setting'],
  [/^node out\/server\/main\.js (--help|--version)$/, 'typed'],
  [/^node out\/server\/main\.js (admin|backup|secret|ledger) /, 'typed'],
  [/^node out\/server\/main\.js (restore|demo|data|two-step|payout|log) /, 'with --help'],
  [/^node out\/server\/main\.js( --|$)/, 'serves'],
  [/^node out\/cli\/index\.js login\b/, 'with --help'],
  [/^node out\/cli\/index\.js (waitlist|applications|whoami|completion)\b/, 'typed'],
  // A tag would stay in this checkout; the Electron binary would be downloaded.
  [/^(git (tag|push|clone) |npx install-electron$)/, 'elsewhere'],
  [/^npx (electron|node|playwright|vitest) /, 'a tool'],
  [/^grep /, 'typed'],
  [
    /^(docker|podman|systemctl|sudo|apt-get|certbot|psql|createdb|createuser|pg_dump|curl|cp|rm|mv|install|age) /,
    'elsewhere',
  ],
]

const documents = async () => {
  const docs = (await readdir(join(PROJECT, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md')).sort()
  const paths = ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => `docs/${name}`)]
  return Promise.all(paths.map(async (path) => commandLinesOf(path, await readFile(join(PROJECT, path), 'utf8'))))
}
const lines = (await documents()).flat()

let folder: string
let server: TestApp
let smtp: TestSmtpServer
let placeholders: Array<[string, string]>
let environment: Record<string, string>
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server', 'cli'], { cwd: PROJECT, stdio: 'ignore' })
  // Commands run in a folder that looks like the checkout, and may write files there.
  folder = await mkdtemp(join(tmpdir(), 'guildhall-typed-'))
  const linked = [
    'out',
    'node_modules',
    'package.json',
    'scripts',
    'README.md',
    'docs',
    'server',
    'src-renderer',
    'tests',
  ]
  for (const name of linked) await symlink(join(PROJECT, name), join(folder, name))
  await writeFile(join(folder, 'addresses.txt'), 'typed@example.org\n')
  server = await startTestApp()
  smtp = await startSmtpServer(0)
  const administrator = await createUser(server, { isAdministrator: true })
  const { user } = await createUser(server)
  const application = { id: uuidv7(), user_id: user.id, status: 0 }
  await server.db.insertInto('creator_applications').values(application).execute()
  placeholders = [
    [README_DATABASE, server.databaseUrl],
    ['smtps://user:password@mail.example', smtp.url],
    ['--port 4310', '--port 0'],
    ['ID…', application.id],
    ['EMAIL', 'typed@example.org'],
  ]
  environment = {
    PATH,
    HOME: folder,
    GUILDHALL_LOG_LEVEL: 'error',
    // A line that names no database uses the test server's.
    DATABASE_URL: server.databaseUrl,
    GUILDHALL_SERVER_URL: server.origin,
    GUILDHALL_TOKEN: administrator.accessToken,
  }
}, 120_000)
afterAll(async () => {
  await server.close()
  await smtp.close()
  await rm(folder, { recursive: true, force: true })
})

/** Makes a database and a role that owns it and has no other right, as the administrator of a PostgreSQL does for somebody. */
const makeOwnDatabase = async () => {
  const role = `typed_${process.pid}_${Date.now()}`
  const postgres = postgresUrl()
  await adminQuery(postgres, `create role ${role} login password 'secret' nosuperuser nocreatedb nocreaterole`)
  await adminQuery(postgres, `create database ${role} owner ${role} encoding utf8 template template0`)
  const url = new URL(postgres)
  Object.assign(url, { username: role, password: 'secret', pathname: `/${role}` })
  const drop = async () => {
    await adminQuery(postgres, `drop database if exists ${role} with (force)`)
    await adminQuery(postgres, `drop role if exists ${role}`)
  }
  return { url: url.href, drop }
}

let written = 0
const filledIn = (line: string) =>
  placeholders
    .reduce((text, [from, to]) => text.replaceAll(from, to), line)
    .replace(' FILE', () => ` written-${(written += 1)}.backup`)
const wayOf = (line: string) => ways.find(([pattern]) => pattern.test(line.replace(/^([A-Z_]+=\S+ +)+/, '')))?.[1]

/** Runs a line in bash as it is. A line that starts a server is stopped as soon as the server says that it is ready. */
const type = (line: string, isServer: boolean) =>
  new Promise<{ code: number | null; output: string; origin?: string }>((resolve) => {
    const child = spawn('bash', ['-c', isServer ? line.replace(/(^|; )(node [^;]*)$/, '$1exec $2') : line], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (isServer && / is ready at http/.test(output)) child.kill('SIGTERM')
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', (code) => resolve({ code, output }))
  })

const manifest = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

describe('the command lines of README and docs', { timeout: 120_000 }, () => {
  test('are found, and `ways` names a way to try each of them', () => {
    expect(lines.filter(({ path }) => path === 'README.md').length).toBeGreaterThan(10)
    // A new line needs its way in `ways` above: the cheapest one that shows that the line works.
    expect(lines.filter(({ line }) => wayOf(line) === undefined)).toEqual([])
  })

  const of = (...chosen: Way[]) =>
    lines.flatMap((entry): Array<[string, CommandLine]> => {
      const way = wayOf(entry.line)
      return way && chosen.includes(way) ? [[`${entry.path}: ${entry.line}`, entry]] : []
    })

  test.each(of('a script'))('%s is a script', (_, { line }) => {
    const name = /^npm (?:run )?([\w:]+)/.exec(line.replace(/^([A-Z_]+=\S+ +)+/, ''))?.[1] ?? ''
    expect(manifest.scripts).toHaveProperty([name])
  })

  test.each(of('a tool'))('%s finds its program and its files', (_, { line }) => {
    const [, program = '', ...words] = line.split(' ')
    const paths = words.filter((word) => /^[\w.-]+(\/[\w.-]+)+$/.test(word))
    const missing = [`node_modules/.bin/${program}`, ...paths].filter((path) => !existsSync(join(PROJECT, path)))
    expect(missing, 'What is in out/ comes by `npm run build`, or `npm test -- unit tests/docs`.').toEqual([])
  })

  test.each(of('typed', 'serves', 'with --help'))('%s works', async (_, { line, before }) => {
    const way = wayOf(line)
    const own = filledIn(line)
    const last =
      way === 'with --help' ? `${own}${own.startsWith('npm ') && !own.includes(' -- ') ? ' --' : ''} --help` : own
    const { code, output } = await type([...before.map(filledIn), last].join('; '), way === 'serves')
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' })
    if (way === 'serves') expect(output).toContain('is ready at')
  })
})

/** The files and folders that a text names between backticks. */
const namedPaths = (text: string) =>
  [...text.matchAll(/`((?:cli|docs|scripts|server|shared|src-\w+|tests)\/[\w./-]*)`/g)].map(([, path = '']) => path)

test.each([
  'CONTRIBUTING.md',
  ...['architecture', 'walks', 'parts', 'testing', 'style', 'recipes', 'releasing', 'decisions/README'].map(
    (name) => `docs/${name}.md`,
  ),
])('each file and folder that %s names exists', async (document) => {
  const text = await readFile(join(PROJECT, document), 'utf8')
  const links = [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path = '']) => join(document, '..', path))
  const paths = [...namedPaths(text), ...links]
  expect(paths.length).toBeGreaterThan(2)
  expect(paths.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([])
})

test(
  '"Running the server for real", line by line on a PostgreSQL of its own, ends with an administrator',
  { timeout: 120_000 },
  async () => {
    const database = await makeOwnDatabase()
    const filled = (line: string) => filledIn(line.replace(README_DATABASE, database.url))
    const section = lines.filter(({ section: title }) => title === 'Running the server for real')
    const [invite, serve] = ['admin invite', '--host'].map((part) => section.find(({ line }) => line.includes(part)))
    if (!invite || !serve) throw new Error('README names another way now.')
    const invited = await type([...invite.before, invite.line].map(filled).join('; '), false)
    expect(invited).toMatchObject({
      code: 0,
      output: expect.stringContaining('It was mailed to you@example.org, too.') as string,
    })
    const link = new URL(/https:\S+/.exec(invited.output)?.[0] ?? '')
    expect(link.origin).toBe('https://guild.example')

    const command = [...serve.before, serve.line]
      .map(filled)
      .join('; ')
      .replace(/(^|; )(node [^;]*)$/, '$1exec $2')
    const child = spawn('bash', ['-c', command], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = new Promise((resolve) => child.once('close', resolve))
    try {
      const origin = await new Promise<string>((resolve, reject) => {
        let said = ''
        child.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString()
          const found = / is ready at (http:\S+)/.exec(said)?.[1]
          if (found) resolve(found)
        })
        void closed.then(() => reject(new Error(`It ended: ${said}`)))
      })
      const client = (accessToken?: string) =>
        createClient(
          axiosTransport({
            baseURL: () => apiBase(origin),
            headers: accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` },
          }),
        )
      const email = 'you@example.org'
      const invitationToken = link.searchParams.get('token') ?? ''
      await client().auth.register({ body: { email, username: 'you', password: TEST_PASSWORD, invitationToken } })
      const codes = () => smtp.taken.flatMap(({ to, text }) => (to === email ? (/^\d{6}\r?$/m.exec(text) ?? []) : []))
      await expect.poll(codes).toHaveLength(1)
      const { accessToken } = await client().auth.verifyOtp({ body: { email, otp: codes()[0]?.trim() ?? '' } })
      await expect(client(accessToken).waitlist.list({ query: {} })).resolves.toBeDefined()
    } finally {
      child.kill('SIGTERM')
      await closed
      await database.drop()
    }
  },
)
