import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { loadConfig, unknownNames } from '#server/settings/config.ts'
import { createScratchDatabase } from '../support/database.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

type Service = {
  environment?: Record<string, string>
  depends_on?: object
  networks?: string[]
  volumes?: string[]
  deploy?: { replicas: number }
  stop_grace_period?: string
}
type Compose = { services: Record<string, Service>; networks: object; volumes: object }
const compose = parse(read('compose.yaml')) as Compose
const app = compose.services['app'] ?? {}
/** Fills in ${NAME:-default} as compose does when no variable is set, and ${NAME:?reason} as with one of its own. */
const filled = (text: string) =>
  text.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{(\w+):\?[^}]*\}/g, '$1-long-enough-for-a-secret-of-32-letters')

const dockerfile = read('Dockerfile')
const imageSettings = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split('=') as [string, string]),
  ),
)
const lines = (text: string) => text.split('\n').filter((line) => line.trim() && !line.startsWith('#'))
const unit = read('deploy', 'guildhall.service')
const unitSettings = Object.fromEntries(
  [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split('=') as [string, string]),
  ),
)
const envFile = Object.fromEntries(
  lines(read('deploy', 'guildhall.env')).map((line) => {
    const at = line.indexOf('=')
    return [line.slice(0, at), line.slice(at + 1).replace(/^"|"$/g, '')]
  }),
)

describe('settings in the samples', () => {
  test.each([
    ['compose.yaml, in the image', { ...imageSettings, ...app.environment }, app.stop_grace_period],
    ['the systemd unit with its file', { ...unitSettings, ...envFile }, /^TimeoutStopSec=(\d+s)$/m.exec(unit)?.[1]],
  ])(
    '%s: the server knows each setting and accepts its value, and the settings that real use needs are there',
    (_, given, grace) => {
      const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, filled(value)]))
      expect(unknownNames(env)).toEqual([])
      const { config } = loadConfig([], env)
      expect(config.databaseUrl).toBeDefined()
      expect(config.smtpUrl).toBeDefined()
      expect(config.publicUrl).toBeDefined()
      expect(config.mailFrom).not.toContain('guildhall.test')
      // Each sample has a proxy in front of the server.
      expect(config.trustedProxies.length).toBeGreaterThan(0)
      // The time that a stop is given is enough to drain and to end the calls that are under way.
      expect(Number.parseInt(grace ?? '', 10)).toBeGreaterThan(config.drainSeconds + config.stopSeconds)
    },
  )

  test('the several servers of compose.yaml keep files in one bucket', () => {
    expect(app.deploy?.replicas).toBeGreaterThan(1)
    expect(app.environment).toMatchObject({ GUILDHALL_S3_BUCKET: expect.any(String) as string })
  })
})

test('compose.yaml names only services, networks, volumes and files that exist', () => {
  const names = Object.keys(compose.services)
  for (const [name, service] of Object.entries(compose.services)) {
    const needed = Array.isArray(service.depends_on)
      ? (service.depends_on as string[])
      : Object.keys(service.depends_on ?? {})
    for (const other of needed) expect(names, `${name} depends on`).toContain(other)
    for (const network of service.networks ?? []) expect(Object.keys(compose.networks)).toContain(network)
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':')
      if (from.startsWith('.')) expect(existsSync(join(root, from)), from).toBe(true)
      else expect(Object.keys(compose.volumes)).toContain(from)
    }
    // Settings name other services in their addresses.
    for (const value of Object.values(service.environment ?? {}))
      for (const [, host = ''] of filled(value).matchAll(/(?:@|\/\/)([a-z]+):\d+/g))
        if (host !== 'localhost') expect(names, value).toContain(host)
  }
})

/** Whether a program of this machine can be used, and the end of a test's title where it cannot. */
const lookFor = (program: string, ...args: string[]): [isMissing: boolean, title: string] => {
  const isMissing = spawnSync(program, args).status !== 0
  return [isMissing, isMissing ? ` (${[program, ...args].join(' ')} is not there, so this is not tried)` : '']
}

const [noSystemd, withoutSystemd] = lookFor('systemd-analyze', '--version')
test.skipIf(noSystemd)(`systemd accepts the unit${withoutSystemd}`, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'guildhall-unit-'))
  const path = join(scratch, 'guildhall.service')
  // The unit starts a program below /opt, which is not installed here; Node takes its place.
  writeFileSync(path, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  rmSync(scratch, { recursive: true })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('the unit may write the shared directory that the file of settings proposes, as a user that can own it', () => {
  const [, proposed = ''] = /^#GUILDHALL_FILES_DIR=(\S+)$/m.exec(read('deploy', 'guildhall.env')) ?? []
  expect(proposed).not.toBe('')
  const lineOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  expect(lineOf('ReadWritePaths')).toBe(`-${proposed}`)
  expect(lineOf('User')).toBe('guildhall')
  expect(unit).toContain(`install -d -o guildhall -g guildhall -m 700 ${proposed}`)
})

test('both samples of settings name the key of two-step sign-in, and that of the unit who migrates', () => {
  for (const name of ['GUILDHALL_SECRET', 'GUILDHALL_MIGRATIONS_URL', 'GUILDHALL_METRICS_TOKEN'])
    expect(Object.keys(envFile)).toContain(name)
})

const [noCompose, withoutCompose] = lookFor('docker', 'compose', 'version')
test.skipIf(noCompose)(`Docker Compose accepts compose.yaml${withoutCompose}`, () => {
  // Whatever has no default gets a value.
  const names = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => [name, 'x'.repeat(40)])
  const { status, stderr } = spawnSync('docker', ['compose', '-f', join(root, 'compose.yaml'), 'config', '--quiet'], {
    encoding: 'utf8',
    env: { ...process.env, ...(Object.fromEntries(names) as Record<string, string>) },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('docs/operations.md names every file that the image has', () => {
  const [, row = ''] = /^\| a build +\| (.*)$/m.exec(read('docs', 'operations.md')) ?? []
  for (const [, from = ''] of dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) /gm))
    expect(row).toContain(`\`${from}\``)
})

// `npm test` builds the server before; without a build this test is skipped.
test.skipIf(!existsSync(join(root, 'out/server/main.js')))(
  'the server runs with only the files that the Dockerfile puts into the image',
  { timeout: 60_000 },
  async () => {
    const image = mkdtempSync(join(tmpdir(), 'guildhall-image-'))
    const database = await createScratchDatabase({ empty: true })
    const copies = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)]
    expect(copies.length).toBeGreaterThan(0)
    for (const [, from = '', to = ''] of copies)
      cpSync(join(root, from), join(image, to.endsWith('/') ? join(to, from) : to), {
        recursive: true,
        dereference: true,
      })
    const [, entry = ''] = /^ENTRYPOINT \["node", "(\S+)"\]$/m.exec(dockerfile) ?? []
    const env = { PATH: process.env['PATH'], ...imageSettings, GUILDHALL_DATA_DIR: join(image, 'data') }
    const child = spawn(process.execPath, [entry, '--port', '0'], {
      cwd: image,
      env: { ...env, DATABASE_URL: database.url, GUILDHALL_DRAIN_SECONDS: '0', GUILDHALL_LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = new Promise((resolve) => child.once('close', resolve))
    try {
      await expect.poll(() => said, { timeout: 40_000 }).toMatch(/is ready at (\S+)/)
      const origin = /is ready at (\S+)/.exec(said)?.[1] ?? ''
      const health = (await (await fetch(`${origin}/health`)).json()) as object
      expect(health).toMatchObject({
        status: 'ok',
        isEmbedded: false,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      })
      expect(await (await fetch(origin, { headers: { accept: 'text/html' } })).text()).toContain('id="root"')
      // The API reference is read from packages at its first request.
      const reference = await (await fetch(`${origin}/docs`)).text()
      const scripts = [...reference.matchAll(/\ssrc="([^"]+)"/g)].map(([, src = '']) => src)
      expect(scripts).toHaveLength(2)
      for (const url of [...scripts, '/openapi.json']) expect((await fetch(origin + url)).status, url).toBe(200)
      // A login hashes a password, which needs the native module.
      const login = await fetch(`${origin}/api/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ emailID: 'nobody@example.org', password: 'nothing like it' }),
      })
      expect(login.status).toBe(401)
    } finally {
      child.kill('SIGTERM')
      await ended
      await database.drop()
      rmSync(image, { recursive: true, force: true })
    }
  },
)

test('compose.yaml starts with no secret that others know, images that do not change, and ports of this machine alone', () => {
  const text = read('compose.yaml')
  for (const [, name, means] of text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET)\w*)(:?[-?]?)/g))
    expect([name, means]).toEqual([name, ':?'])
  expect(text).not.toMatch(/change-me/)
  expect(app.environment).toHaveProperty('GUILDHALL_SECRET')
  const { services } = parse(text) as { services: Record<string, { image?: string; ports?: string[] }> }
  const all = Object.values(services)
  for (const { image } of all) if (image !== undefined) expect(image).toMatch(/:(?:v?\d+\.\d|RELEASE\.\d)/)
  for (const port of all.flatMap(({ ports = [] }) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/)
})
