import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runCommand, runOnTerminal } from '../tests/support/cli-runner.ts'
import { type ScriptedAnswer, startScriptedServer } from '../tests/support/scripted-server.ts'

const id = '01890000-0000-7000-8000-000000000001'
const time = '2026-01-01T00:00:00.000Z'
const pagination = { page: 1, limit: 10, total: 1, totalPages: 1 }
const person = { id, username: 'ada', email: 'ada@example.org', isAdministrator: true }
const details = { name: '', bio: '', tier: 'basic', reputation: 0, isOwner: false, skills: [], projects: [] }
const profile = { data: { ...person, ...details } }

let close: () => unknown = () => undefined
afterEach(() => close())

const serve = async (answer: ScriptedAnswer) => {
  const server = await startScriptedServer(() => answer)
  close = server.close
  const config = mkdtempSync(join(tmpdir(), 'guildhall-cli-safety-'))
  const env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: 'a-token', XDG_CONFIG_HOME: config }
  return { ...server, env, configFile: join(config, 'guildhall', 'cli.json') }
}

const applications = (username: string, email: string, reason: string) => ({
  body: {
    data: [
      {
        id,
        userID: id,
        status: 2,
        reason,
        createdAt: time,
        updatedAt: time,
        user: { username, email, tier: 'basic' },
      },
    ],
    pagination,
  },
})

test('[CLI-18] [CLI-23] text from a hostile server cannot control the terminal in any form of a list', async () => {
  const { env } = await serve(
    applications('a\u001b[2Jb', 'x\u202ey\u009b31m@example.org', '\u001b]0;PWNED\u0007red \u009b31m\u007f\u2066'),
  )
  for (const form of [[], ['--csv'], ['--json']]) {
    const { exitCode, stdout, stderr } = await runCommand(['applications', 'list', ...form], { env })
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toContain('@example.org')
    expect(stdout).not.toMatch(/(?![\r\n])\p{Cc}|[\u202e\u2066]/u)
  }
})

test('[CLI-23] --csv holds no formula that a spreadsheet would run', async () => {
  const { env } = await serve(applications('＝cmd|calc', '  =1+1@example.org', '@SUM(A1)'))
  const { stdout } = await runCommand(['applications', 'list', '--csv'], { env })
  expect(stdout.split('\r\n')[1]?.split(',').slice(1, 3)).toEqual(["'＝cmd|calc", "'  =1+1@example.org"])
  expect(stdout.trimEnd().endsWith(",'@SUM(A1),,")).toBe(true)
})

// 0.0.0.0 is no loopback address, yet on Linux it leads to this computer: the tests' plain HTTP to "another computer".
const overheard = ({ port }: { port: number }) => `http://0.0.0.0:${port}`

test('[CLI-20] [CLI-27] passwords and tokens go over plain HTTP to another computer only when the person allows it', async () => {
  const server = await serve({ body: profile })
  const env = { ...server.env, GUILDHALL_SERVER_URL: overheard(server) }
  for (const args of [['whoami'], ['login', '--print-token', '--email', 'ada@example.org']]) {
    const refused = await runCommand(args, { env: { ...env, GUILDHALL_PASSWORD: 'a password' } })
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
    expect(refused.stderr).toContain('--insecure-http')
  }
  expect(server.heard).toEqual([])
  expect(await runCommand(['whoami', '--insecure-http'], { env })).toMatchObject({ exitCode: 0 })
  expect(await runCommand(['whoami'], { env: { ...env, GUILDHALL_INSECURE_HTTP: '1' } })).toMatchObject({ exitCode: 0 })
  expect(server.heard.map(({ authorization }) => authorization)).toEqual(['Bearer a-token', 'Bearer a-token'])
})

test('[CLI-19] on a terminal the person is asked once about a server over plain HTTP', async () => {
  const server = await serve({ body: profile })
  const env = { ...server.env, GUILDHALL_SERVER_URL: overheard(server) }
  const no = await runOnTerminal(['whoami'], { env, answers: [['not encrypted', 'n']] })
  expect(no.exitCode).toBe(1)
  expect(server.heard).toEqual([])
  const yes = await runOnTerminal(['whoami'], { env, answers: [['not encrypted', 'y']] })
  expect(yes.exitCode).toBe(0)
  expect(JSON.parse(readFileSync(server.configFile, 'utf8'))).toEqual({ insecureServers: [overheard(server)] })
  expect(await runCommand(['whoami'], { env })).toMatchObject({ exitCode: 0 })
})
