import { resolve } from 'node:path'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { helpText } from '../process/help.ts'
import { settings } from './index.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'guildhall-config-'))
  chmodSync(dataDir, 0o700)
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const load = (argv: string[], env: NodeJS.ProcessEnv = {}) => loadConfig(['--data-dir', dataDir, ...argv], env)
const configFile = (content: unknown) => writeFileSync(join(dataDir, 'guildhall.json'), JSON.stringify(content))

test('an option wins over the environment, the environment over the config file, the config file over the default', () => {
  expect(load([]).config.port).toBe(4310)
  configFile({ port: 1 })
  expect(load([]).config.port).toBe(1)
  expect(load([], { GUILDHALL_PORT: '2' }).config.port).toBe(2)
  expect(load(['--port', '3'], { GUILDHALL_PORT: '2' }).config.port).toBe(3)
})

test('the folder of the web build may be relative to where the server is started', () => {
  expect(load(['--web-dir', 'out/web']).config.webDir).toBe(resolve('out/web'))
})

test('demo data is on by default in embedded mode only, and is refused with another database', () => {
  const external = { DATABASE_URL: 'postgres://someone:secret@db.example.org/guildhall' }
  expect(load([]).config.demo).toBe(true)
  expect(load(['--no-demo']).config.demo).toBe(false)
  expect(load([], { GUILDHALL_DEMO: 'no' }).config.demo).toBe(false)
  expect(load([], external).config).toMatchObject({ demo: false, databaseUrl: external.DATABASE_URL })
  expect(() => load(['--demo'], external)).toThrow(/^Demo data belongs to the embedded database only: .*--demo/)
})

test('[BUILD-06] the schema of an installation is a plain name in a database of your own', () => {
  const external = { DATABASE_URL: 'postgres://someone:secret@db.example.org/guildhall' }
  expect(load([], external).config.schema).toBeUndefined()
  for (const name of ['guild_a', '_1', 'user', 'public', 'a'.repeat(46)])
    expect(load([], { ...external, GUILDHALL_SCHEMA: name }).config.schema).toBe(name)
  const refused = ['a'.repeat(47), 'Guild', '1st', 'a-b', 'a b', 'a,b', '"a"', '$user', 'é', 'pg_catalog', 'pg_x']
  for (const name of [...refused, 'information_schema'])
    expect(() => load(['--schema', name], external), name).toThrow('--schema must be at most 46 small letters')
  expect(() => load([], { GUILDHALL_SCHEMA: 'guild_a' })).toThrow(
    'An embedded database has one installation only: leave out GUILDHALL_SCHEMA, or name a database with DATABASE_URL.',
  )
})

test('[BUILD-06] replicas are addresses like that of the database, which they need', () => {
  const external = { DATABASE_URL: 'postgres://someone:secret@db.example.org/guildhall' }
  expect(load([], external).config.replicaUrls).toEqual([])
  const two = [
    'postgres://someone:a,b@one.example.org/guildhall',
    'postgresql://someone@two.example.org:5433/guildhall',
  ]
  expect(load([], { ...external, GUILDHALL_REPLICA_URL: two.join(', ') }).config.replicaUrls).toEqual(two)
  for (const wrong of ['one.example.org', 'postgres://one.example.org,two.example.org/guildhall'])
    expect(() => load([], { ...external, GUILDHALL_REPLICA_URL: wrong })).toThrow('GUILDHALL_REPLICA_URL')
  expect(() => load([], { GUILDHALL_REPLICA_URL: two[0] })).toThrow(
    'An embedded database has no replicas: leave out GUILDHALL_REPLICA_URL, or name the primary with DATABASE_URL.',
  )
})

test('[ACCT-44] two-step sign-in cannot be required of administrators where it has no key outside of the database', () => {
  const external = { DATABASE_URL: 'postgres://someone:secret@db.example.org/guildhall' }
  expect(load([]).config.adminTwoStep).toBe('optional')
  expect(load([], { GUILDHALL_ADMIN_2FA: 'required' }).config.adminTwoStep).toBe('required')
  expect(() => load([], { ...external, GUILDHALL_ADMIN_2FA: 'required' })).toThrow(
    /^Two-step sign-in with a database of your own needs GUILDHALL_SECRET: set it, or leave out GUILDHALL_ADMIN_2FA/,
  )
  const secret = { GUILDHALL_SECRET: 'long enough to sign tokens with, really' }
  expect(load([], { ...external, ...secret, GUILDHALL_ADMIN_2FA: 'required' }).config.adminTwoStep).toBe('required')
  expect(() => load(['--admin-2fa', 'perhaps'])).toThrow('--admin-2fa must be "required" or "optional"')
})

test.each([
  [['--host', '0.0.0.0'], '--host'],
  [['--host', '192.168.1.20'], '--host'],
  [['--public-url', 'https://guildhall.example.org'], '--public-url'],
])(
  'there is no demo data when other machines may reach the server (%j), and asking for both is refused',
  (args, name) => {
    expect(load(args).config.demo).toBe(false)
    expect(() => load([...args, '--demo'])).toThrow(
      new RegExp(`^The password of demo accounts is published, .*: leave out --demo, or ${name}\\.$`),
    )
  },
)

test('lists and origins are parsed, and a final slash is dropped', () => {
  const { config } = load(['--public-url', 'https://guildhall.example.org/'], {
    GUILDHALL_ALLOWED_ORIGINS: 'https://a.example.org, http://localhost:5173/',
    GUILDHALL_TRUSTED_PROXIES: '10.0.0.0/8,::1',
  })
  expect(config.publicUrl).toBe('https://guildhall.example.org')
  expect(config.allowedOrigins).toEqual(['https://a.example.org', 'http://localhost:5173'])
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
})

test.each([
  [['--port', '70000'], {}, '--port must be a whole number from 0 to 65535; it was "70000".'],
  [['--port', 'http'], {}, '--port must be a whole number from 0 to 65535; it was "http".'],
  [[], { GUILDHALL_REGISTRATION: 'all' }, 'GUILDHALL_REGISTRATION must be "invitation" or "open"; it was "all".'],
  [[], { GUILDHALL_SECRET: 'hunter2' }, 'GUILDHALL_SECRET must be at least 32 characters long.'],
  [
    [],
    { DATABASE_URL: 'mysql://root:hunter2@db/x' },
    'DATABASE_URL must be an address like postgres://user:password@host/database.',
  ],
  ...['postgres://me:hun,ter2@one:5432,two:5432/x', 'postgresql://me@one,two/x?target_session_attrs=read-write'].map(
    (address): [string[], Record<string, string>, string] => [
      [],
      { DATABASE_URL: address },
      'DATABASE_URL must be the address of one host: name HAProxy or a pooler that leads to the primary, not several hosts.',
    ],
  ),
  [
    ['--public-url', 'https://a.example.org/app'],
    {},
    '--public-url must be an origin like https://guildhall.example.org; it was "https://a.example.org/app".',
  ],
  [['--prot', '1'], {}, "Unknown option '--prot'; see guildhall-server --help."],
])('a wrong setting is refused in one sentence that never repeats a secret: %j %j', (argv, env, sentence) => {
  let message = ''
  try {
    load(argv, env)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toBe(sentence)
})

test('a comma in the password of a database makes no second host', () => {
  expect(load([], { DATABASE_URL: 'postgres://me:a,b@db/x' }).config.databaseUrl).toBe('postgres://me:a,b@db/x')
})

test('a config file that is missing, broken or has an unknown setting is refused in one sentence', () => {
  expect(() => load(['--config', join(dataDir, 'none.json')])).toThrow(
    /none\.json cannot be used: there is no such file/,
  )
  writeFileSync(join(dataDir, 'guildhall.json'), '{port')
  expect(() => load([])).toThrow(/cannot be used: it is not JSON\.$/)
  configFile({ prot: 1 })
  expect(() => load([])).toThrow(/has the setting "prot", which does not exist there\.$/)
  configFile({ port: -1 })
  expect(() => load([])).toThrow(/^"port" in .*guildhall\.json must be a whole number from 0 to 65535; it was -1\.$/)
})

test('--help names every setting, and words that are not options are handed on', () => {
  const help = helpText()
  for (const [key, setting] of Object.entries(settings)) {
    // These two settings tell where the config file is, so the file cannot hold them.
    expect({ key, isNamed: help.includes(`"${key}"`) }).toEqual({ key, isNamed: key !== 'config' && key !== 'dataDir' })
    for (const name of setting.environment) expect(help).toContain(name)
  }
  expect(load(['admin', 'grant', 'a@example.org'])).toMatchObject({
    words: ['admin', 'grant', 'a@example.org'],
    asksForHelp: false,
  })
  expect(load(['--help']).asksForHelp).toBe(true)
})
