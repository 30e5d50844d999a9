import { expect, test } from 'vitest'
import { runCommand, runOnTerminal } from '../tests/support/cli-runner.ts'
import { createPerson, createUser, TEST_PASSWORD, unique } from '../tests/support/factories.ts'
import { testApp } from '../tests/support/server.ts'
import { startFaultProxy } from '../tests/support/fault-proxy.ts'
import { switchOnTwoStep } from '../tests/support/two-step.ts'

const server = testApp({ doesJobs: true })

/** A signed-in person's environment: the token of a session, as `login --print-token` prints it. */
const signedIn = async (isAdministrator = false) => {
  const { accessToken } = await createUser(server, { isAdministrator })
  return { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: accessToken }
}
const token = (env: NodeJS.ProcessEnv, ...args: string[]) => runCommand(['token', ...args], { env })

test('[TOKEN-13] create prints the token alone to standard output, list never prints it, and revoke ends it', async () => {
  const env = await signedIn()
  const made = await token(env, 'create', '--name', 'Board to spreadsheet', '--scopes', 'read,work', '--days', '7')
  expect(made.exitCode).toBe(0)
  expect(made.stdout).toMatch(/^ghd_[0-9A-Za-z]{36}\n$/)
  expect(made.stderr).toContain('It may read, work and works until')
  const script = { ...env, GUILDHALL_TOKEN: made.stdout.trim() }
  expect(await runCommand(['whoami'], { env: script })).toMatchObject({ exitCode: 0 })
  // As `docker run --env-file` and copies from a header give it.
  for (const given of [`"${made.stdout.trim()}"`, `Bearer ${made.stdout}`])
    expect(await runCommand(['whoami'], { env: { ...env, GUILDHALL_TOKEN: given } })).toMatchObject({ exitCode: 0 })

  const listed = await token(env, 'list')
  expect(listed.stdout).toMatch(/^ID +NAME +SCOPES +ENDS +LAST USED\n/)
  expect(listed.stdout).toContain('Board to spreadsheet')
  const { data } = JSON.parse((await token(env, 'list', '--json')).stdout) as { data: Array<Record<string, unknown>> }
  expect(Object.keys(data[0] ?? {})).toEqual(['id', 'name', 'scopes', 'createdAt', 'endsAt', 'lastUsedAt'])
  for (const { stdout, stderr } of [listed]) expect(stdout + stderr).not.toContain(made.stdout.trim())

  expect(await token(env, 'revoke', String(data[0]?.['id']))).toMatchObject({ exitCode: 0, stdout: '' })
  expect((await runCommand(['whoami'], { env: script })).exitCode).toBe(3)
  expect((await token(env, 'revoke', String(data[0]?.['id']))).exitCode).toBe(1)
  expect(await token(env, 'list')).toMatchObject({ exitCode: 0, stdout: '', stderr: 'You have no access tokens.\n' })
  // Eleven programs are started, one after the other.
}, 60_000)

test('[TOKEN-13] create asks for the password where the session was not confirmed lately, and for the code where there is one', async () => {
  const { user, accessToken } = await createUser(server)
  const person = { ...user, api: server.client(accessToken) }
  const env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: accessToken }
  const longAgo = () =>
    server.db.updateTable('session_families').set({ confirmed_at: null }).where('user_id', '=', person.id).execute()
  await longAgo()
  const args = ['create', '--name', 'For a script']
  const alone = await token(env, ...args)
  expect(alone).toMatchObject({ exitCode: 2, stdout: '' })
  expect(alone.stderr).toContain('Password is missing and there is no terminal to ask on: sign in again')
  expect((await person.api.tokens.list({})).data).toEqual([])

  const asked = await runOnTerminal(['token', ...args], { env, answers: [['Password:', TEST_PASSWORD]] })
  expect(asked.exitCode).toBe(0)
  expect(asked.shown).toMatch(/ghd_[0-9A-Za-z]{36}/)
  expect(asked.shown).not.toContain(TEST_PASSWORD)

  const { next } = await switchOnTwoStep(server, person.api)
  await longAgo()
  const answers: [string, string][] = [
    ['Password:', TEST_PASSWORD],
    ['recovery code:', '000000'],
    ['recovery code:', next()],
  ]
  const both = await runOnTerminal(['token', ...args], { env, answers })
  expect(both.exitCode).toBe(0)
  expect((await person.api.tokens.list({})).data).toHaveLength(2)
}, 60_000)

test('[TOKEN-13] with an access token alone the commands about tokens exit with 4 and the reason', async () => {
  const env = await signedIn()
  const made = await token(env, 'create', '--name', 'For a script')
  const script = { ...env, GUILDHALL_TOKEN: made.stdout.trim() }
  for (const args of [['list'], ['create', '--name', 'Another one']]) {
    const refused = await token(script, ...args)
    expect(refused).toMatchObject({ exitCode: 4, stdout: '' })
    expect(refused.stderr).toContain('This takes no access token.')
  }
})

test('[TOKEN-13] wrong scopes and days are refused before anything is sent', async () => {
  const env = { GUILDHALL_SERVER_URL: 'http://127.0.0.1:9', GUILDHALL_TOKEN: 't' }
  const scope = await token(env, 'create', '--name', 'x', '--scopes', 'read,everything')
  expect(scope).toMatchObject({ exitCode: 2, stdout: '' })
  expect(scope.stderr).toContain('There is no scope "everything": choose from read, work, manage, admin.')
  expect((await token(env, 'create', '--name', 'x', '--days', '366')).exitCode).toBe(2)
  expect((await token(env, 'create')).exitCode).toBe(2)
})

test('[TOKEN-14] a scheduled job without keychain, terminal and password invites from the waitlist with such a token', async () => {
  const administrator = await createPerson(server, { isAdministrator: true })
  const endsAt = new Date(Date.now() + 364 * 86_400_000).toISOString()
  const { data } = await administrator.api.tokens.create({
    body: { name: 'Invitations on Mondays', scopes: ['read', 'admin'], endsAt },
  })
  const env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: data.token, PATH: process.env['PATH'] }
  const email = `${unique('guest')}@example.org`
  await server.client().waitlist.subscribe({ body: { email } })
  const invited = await runCommand(['waitlist', 'invite', email, '--yes', '--json'], { env })
  expect(invited.exitCode).toBe(0)
  await expect.poll(async () => (await server.mails(email)).length).toBe(1)
  // Without the scope the same token would be refused by name.
  const { data: reads } = await administrator.api.tokens.create({ body: { name: 'Reads', scopes: ['read'], endsAt } })
  const refused = await runCommand(['waitlist', 'list'], { env: { ...env, GUILDHALL_TOKEN: reads.token } })
  expect(refused).toMatchObject({ exitCode: 4, stdout: '' })
  expect(refused.stderr).toContain('lacks the scope admin')
})

test('[CAP-10] a server of the first release has no access tokens, which is said in one sentence', async () => {
  const proxy = await startFaultProxy(server.origin, { lacks: ({ path }) => /tokens|capabilities/.test(path) })
  const env = { ...(await signedIn()), GUILDHALL_SERVER_URL: proxy.origin }
  const refused = await token(env, 'list')
  expect(refused).toMatchObject({ exitCode: 1, stdout: '', stderr: `${proxy.origin} has no access tokens.\n` })
  expect(await runCommand(['whoami'], { env })).toMatchObject({ exitCode: 0 })
  await proxy.close()
})
