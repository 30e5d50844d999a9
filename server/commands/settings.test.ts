import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { settings } from '../settings/index.ts'
import { show } from './settings.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-settings-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** The lines of the command with these options, environment and config file, each as its three columns. */
const shown = async (args: string[], env: NodeJS.ProcessEnv = {}, file: object = {}) => {
  writeFileSync(join(dataDir, 'guildhall.json'), JSON.stringify(file))
  const { says } = await show(loadConfig(['--data-dir', dataDir, ...args], env), env)
  return { says, rows: says.split('\n').map((line) => line.split(/ {2,}/)) }
}

test('settings show names each setting once, with its value and where it comes from', async () => {
  const { rows } = await shown(['--port', '4000'], { GUILDHALL_WAIT: '7' }, { poolSize: 12 })
  expect(rows.map(([name]) => name)).toEqual(Object.keys(settings))
  const rowOf = (name: string) => rows.find(([first]) => first === name)
  expect(rowOf('port')).toEqual(['port', '4000', '--port'])
  expect(rowOf('wait')).toEqual(['wait', '7', 'GUILDHALL_WAIT'])
  expect(rowOf('poolSize')).toEqual(['poolSize', '12', `"poolSize" in ${join(dataDir, 'guildhall.json')}`])
  expect(rowOf('statementTimeout')).toEqual(['statementTimeout', '30', 'default'])
  expect(rowOf('aiModel')).toEqual(['aiModel', 'not set', 'default'])
  expect(rowOf('demo')).toEqual(['demo', 'yes', 'default'])
})

test('settings show tells of secrets only whether they are set, and names what is no setting', async () => {
  const secret = 'a secret that nobody may read, 32 letters and more'
  const { says } = await shown([], {
    GUILDHALL_SECRET: secret,
    DATABASE_URL: 'postgres://me:hunter2@db.example.org/guildhall',
    GUILDHALL_AI_BASE_URL: 'https://me:hunter2@ai.example.org/v1',
    GUILDHALL_PORTT: '1',
  })
  expect(says).toMatch(/^secret +set +GUILDHALL_SECRET$/m)
  expect(says).toMatch(/^databaseUrl +set +DATABASE_URL$/m)
  expect(says).toMatch(/^aiBaseUrl +https:\/\/ai\.example\.org\/v1 +GUILDHALL_AI_BASE_URL$/m)
  expect(says).toContain('GUILDHALL_PORTT is no setting and is ignored.')
  expect(says).not.toMatch(/hunter2|nobody may read/)
})
