import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand, runOnTerminal } from '../tests/support/cli-runner.ts'
import { createUser, TEST_PASSWORD } from '../tests/support/factories.ts'
import { startKeyring } from '../tests/support/keyring.ts'
import { codeIn, startTestApp, type TestApp } from '../tests/support/server.ts'

let server: TestApp
let keyring: Awaited<ReturnType<typeof startKeyring>>
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  server = await startTestApp()
  keyring = await startKeyring()
  env = { ...keyring.env, GUILDHALL_SERVER_URL: server.origin }
})
afterAll(async () => {
  await keyring.stop()
  await server.close()
})

const newAdmin = () => createUser(server, { isAdministrator: true })
const logIn = (email: string, extra: NodeJS.ProcessEnv = {}) =>
  runCommand(['login', '--email', email], { env: { ...env, ...extra, GUILDHALL_PASSWORD: TEST_PASSWORD } })

/** The text of every file below a folder. */
const allText = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n')

const keychainEntry = (account: string): string =>
  execFileSync(
    process.execPath,
    [
      '-e',
      `require('keytar').getPassword('guildhall-cli', ${JSON.stringify(account)}).then((text) => console.log(text))`,
    ],
    { env: { ...process.env, ...env }, encoding: 'utf8' },
  ).trim()

test('[CLI-04] [CLI-06] [CLI-17] [CLI-21] login without prompts keeps the session, and whoami names the account', async () => {
  const { user } = await newAdmin()
  const login = await runCommand(['login', '--email', user.email, '--password-stdin'], {
    env,
    input: `${TEST_PASSWORD}\n`,
  })
  expect(login).toMatchObject({ exitCode: 0, stdout: '' })
  expect(login.stderr).toContain(user.username)
  const whoami = await runCommand(['whoami'], { env })
  expect(whoami).toEqual({
    exitCode: 0,
    stdout: `${user.username} (${user.email}), administrator on ${server.origin}\n`,
    stderr: '',
  })
})

test('[CLI-27] the session is in the keychain and in no file', async () => {
  const { user } = await newAdmin()
  expect((await logIn(user.email)).exitCode).toBe(0)
  const { accessToken, refreshToken, userID } = JSON.parse(keychainEntry(server.origin)) as Record<string, string>
  expect(userID).toBe(user.id)
  const files = allText(keyring.home)
  expect(files).not.toContain(accessToken)
  expect(files).not.toContain(refreshToken)
})

test('[CLI-05] [CLI-07] logout ends the session on the server and forgets the tokens; whoami then says so and exits 3', async () => {
  const { user } = await newAdmin()
  await logIn(user.email)
  const { refreshToken } = JSON.parse(keychainEntry(server.origin)) as { refreshToken: string }
  expect((await runCommand(['logout'], { env })).exitCode).toBe(0)
  expect(keychainEntry(server.origin)).toBe('null')
  await expect(server.client().auth.refreshToken({ body: { refreshToken } })).rejects.toMatchObject({ status: 401 })
  const whoami = await runCommand(['whoami'], { env })
  expect(whoami).toMatchObject({ exitCode: 3, stdout: '' })
  expect(whoami.stderr).toContain('You are not signed in')
})

test('[CLI-22] an expired access token is refreshed; a refused session asks for a new login and exits 3', async () => {
  const { user } = await newAdmin()
  await logIn(user.email)
  const before = keychainEntry(server.origin)
  server.clock.advance(16 * 60)
  expect(await runCommand(['whoami'], { env })).toMatchObject({ exitCode: 0 })
  expect(keychainEntry(server.origin)).not.toBe(before)

  await server.db.updateTable('session_families').set({ revoked_at: new Date(), revoked_reason: 'logout' }).execute()
  server.clock.advance(16 * 60)
  const refused = await runCommand(['whoami'], { env })
  expect(refused).toMatchObject({ exitCode: 3, stdout: '' })
  expect(refused.stderr).toContain('guildhall login')
  expect(keychainEntry(server.origin)).toBe('null')
})

test('[CLI-19] login on a terminal asks for the e-mail and the password, and does not show the password', async () => {
  const { user } = await newAdmin()
  const { exitCode, shown } = await runOnTerminal(['login'], {
    env,
    answers: [
      ['E-mail:', user.email],
      ['Password:', TEST_PASSWORD],
    ],
  })
  expect(shown).toContain(`as ${user.username}`)
  expect(shown).not.toContain(TEST_PASSWORD)
  expect(exitCode).toBe(0)
})

test('[CLI-19] login with an unverified address asks for the mailed code', async () => {
  const { user } = await createUser(server, { isEmailVerified: false })
  const { exitCode, shown } = await runOnTerminal(['login', '--email', user.email], {
    env: { ...env, GUILDHALL_PASSWORD: TEST_PASSWORD },
    answers: [
      ['Code:', '12345'],
      ['6 digits', async () => `${'\b'.repeat(5)}${await codeOf(user.email)}`],
    ],
  })
  expect(shown).toContain(`as ${user.username}`)
  expect(exitCode).toBe(0)
})

const codeOf = async (email: string): Promise<string> => {
  for (;;) {
    const code = codeIn((await server.mails(email))[0])
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('[CLI-20] without a terminal a missing e-mail, password or code is a message and exit 2, and nothing waits', async () => {
  const { user } = await createUser(server, { isEmailVerified: false })
  for (const [args, password, word] of [
    [['login'], undefined, '--email'],
    [['login', '--email', user.email], undefined, '--password-stdin'],
    [['login', '--email', user.email], TEST_PASSWORD, '--otp'],
  ] as const) {
    const result = await runCommand(args, { env: { ...env, ...(password && { GUILDHALL_PASSWORD: password }) } })
    expect(result).toMatchObject({ exitCode: 2, stdout: '' })
    expect(result.stderr).toContain(word)
  }
})

test('[CLI-18] a wrong password is a message on standard error and exit 1', async () => {
  const { user } = await newAdmin()
  const result = await runCommand(['login', '--email', user.email], { env: { ...env, GUILDHALL_PASSWORD: 'wrong' } })
  expect(result).toEqual({ exitCode: 1, stdout: '', stderr: 'Invalid credentials\n' })
})

test('[CLI-27] there is no way to pass a password as an argument', async () => {
  for (const option of ['--password', '--pass', '-p']) {
    const result = await runCommand(['login', '--email', 'a@example.org', option, 'secret'], { env })
    expect(result).toMatchObject({ exitCode: 2, stdout: '' })
  }
})

test('[CLI-27] without a keychain login says how to go on, and GUILDHALL_TOKEN takes its place', async () => {
  const { user } = await newAdmin()
  const bare = {
    GUILDHALL_SERVER_URL: server.origin,
    GUILDHALL_PASSWORD: TEST_PASSWORD,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
  }
  const refused = await runCommand(['login', '--email', user.email], { env: bare })
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  expect(refused.stderr).toContain('keychain')
  expect(refused.stderr).toContain('GUILDHALL_TOKEN')

  const printed = await runCommand(['login', '--email', user.email, '--print-token'], { env: bare })
  expect(printed.exitCode).toBe(0)
  const whoami = await runCommand(['whoami'], { env: { ...bare, GUILDHALL_TOKEN: printed.stdout.trim() } })
  expect(whoami.stdout).toContain(user.email)

  const asJson = await runCommand(['login', '--email', user.email, '--print-token', '--json'], { env: bare })
  expect(JSON.parse(asJson.stdout)).toEqual({ server: server.origin, accessToken: expect.any(String) as string })
})

test('[CLI-03] the server is named by option, environment or config file, and login remembers the option', async () => {
  const { user } = await newAdmin()
  const config = mkdtempSync(join(tmpdir(), 'guildhall-cli-config-'))
  const away = { ...keyring.env, XDG_CONFIG_HOME: config }
  const nowhere = 'http://127.0.0.1:1'
  const login = await runCommand(['login', '--server', `${server.origin}/`, '--email', user.email], {
    env: { ...away, GUILDHALL_SERVER_URL: nowhere, GUILDHALL_PASSWORD: TEST_PASSWORD },
  })
  expect(login.exitCode).toBe(0)
  expect((await runCommand(['whoami'], { env: away })).stdout).toContain(server.origin)
  const elsewhere = await runCommand(['whoami'], {
    env: { ...away, GUILDHALL_SERVER_URL: nowhere, GUILDHALL_TOKEN: 'x' },
  })
  expect(elsewhere).toMatchObject({ exitCode: 1, stdout: '' })
  expect(elsewhere.stderr).toContain('connection refused')

  writeFileSync(join(config, 'guildhall', 'cli.json'), 'not JSON')
  expect(await runCommand(['whoami'], { env: away })).toMatchObject({ exitCode: 2 })
  for (const wrong of ['ftp://example.org', 'example', 'http://user:secret@example.org'])
    expect(await runCommand(['whoami', '--server', wrong], { env: away })).toMatchObject({ exitCode: 2, stdout: '' })
})

test("[CLI-04] [CLI-05] with GUILDHALL_TOKEN login and logout leave the keychain's session alone", async () => {
  const { user } = await newAdmin()
  await logIn(user.email)
  const kept = keychainEntry(server.origin)
  const { accessToken } = await createUser(server)
  const withToken = { env: { ...env, GUILDHALL_TOKEN: accessToken, GUILDHALL_PASSWORD: TEST_PASSWORD } }
  for (const args of [['logout'], ['login', '--email', user.email]]) {
    const refused = await runCommand(args, withToken)
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
    expect(refused.stderr).toContain('GUILDHALL_TOKEN is set')
  }
  expect(keychainEntry(server.origin)).toBe(kept)
  const renewed = await runCommand(['login', '--print-token', '--email', user.email], withToken)
  expect(renewed).toMatchObject({ exitCode: 0 })
})

test('[CLI-20] an empty password is refused in a sentence; on a terminal --password-stdin asks without showing the password', async () => {
  const { user } = await newAdmin()
  const args = ['login', '--email', user.email, '--password-stdin']
  expect(await runCommand(args, { env })).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'The password on standard input is empty.\n',
  })
  const { exitCode, shown } = await runOnTerminal(args, { env, answers: [['Password:', TEST_PASSWORD]] })
  expect(exitCode).toBe(0)
  expect(shown).not.toContain(TEST_PASSWORD)
})
