import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { settings } from '../settings/index.ts'
import { show } from './settings.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-settings-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** The lines of the command with these options, environment and config file, each as its three columns. */
const shown = async (args: string[], env: NodeJS.ProcessEnv = {}, file: object = {}) => {
  writeFileSync(join(dataDir, 'guildhall.json'), JSON.stringify(file))
  const { says } = await show(loadConfig(['--data-dir', dataDir, ...args], env), env)
  const [table = ''] = says.split('\n\n')
  return { says, rows: table.split('\n').map((line) => line.split(/ {2,}/)) }
}

test('settings show names each setting once, with its value and where it comes from', async () => {
  const { rows } = await shown(['--port', '4000'], { GUILDHALL_WAIT: '7' }, { poolSize: 12 })
  expect(rows.map(([name]) => name)).toEqual(Object.keys(settings))
  const rowOf = (name: string) => rows.find(([first]) => first === name)
  expect(rowOf('port')).toEqual(['port', '4000', '--port'])
  expect(rowOf('wait')).toEqual(['wait', '7', 'GUILDHALL_WAIT'])
  expect(rowOf('poolSize')).toEqual(['poolSize', '12', `"poolSize" in ${join(dataDir, 'guildhall.json')}`])
  expect(rowOf('statementTimeout')).toEqual(['statementTimeout', '30', 'default'])
  expect(rowOf('aiModel')).toEqual(['aiModel', 'not set'])
  expect(rowOf('config')).toEqual(['config', join(dataDir, 'guildhall.json'), 'default'])
  expect(rowOf('demo')).toEqual(['demo', 'yes', 'default'])
})

/** A value that each secret setting takes; the word in it may not be shown. */
const secretValue = (key: string) =>
  ({
    databaseUrl: 'postgres://me:hunter2@db.example.org/guildhall',
    migrationsUrl: 'postgres://me:hunter2@db.example.org/guildhall',
    replicaUrls: 'postgres://me:hunter2@db.example.org/guildhall,postgres://me:hunter2@two.example.org/guildhall',
    webhookTargets: 'build=https://ci.example.org/hunter2',
    smtpUrl: 'smtps://me:hunter2@mail.example.org',
  })[key] ?? 'hunter2 hunter2 hunter2 hunter2 hunter2'

test('settings show tells of each secret only that it is set', async () => {
  const secrets = Object.entries(settings).filter(([, setting]) => 'isSecret' in setting)
  expect(secrets.length).toBeGreaterThan(8)
  const env = Object.fromEntries(secrets.map(([key, { environment }]) => [environment[0], secretValue(key)]))
  const { says, rows } = await shown([], env)
  for (const [key, { environment }] of secrets) expect(rows).toContainEqual([key, 'set', environment[0]])
  expect(says).not.toContain('hunter2')
})

test.each([
  ['https://me:hunter2@ai.example.org/v1', 'https://ai.example.org/v1'],
  ['https://me:hunt@hunter2@ai.example.org/v1', 'https://ai.example.org/v1'],
  ['https://ai.example.org/v1?key=hunter2', 'https://ai.example.org/v1?…'],
  ['https://ai.example.org', 'https://ai.example.org'],
])('settings show leaves user, password and query out of the address %s', async (address, text) => {
  const { says, rows } = await shown([], { GUILDHALL_AI_BASE_URL: address })
  expect(rows).toContainEqual(['aiBaseUrl', text, 'GUILDHALL_AI_BASE_URL'])
  expect(says).not.toMatch(/hunt/)
})

test('settings show names what is in the environment and no setting', async () => {
  const { says } = await shown([], { GUILDHALL_PORTT: '1' })
  expect(says).toContain('\nGUILDHALL_PORTT is no setting of guildhall-server and is ignored; --help names them all.')
})
