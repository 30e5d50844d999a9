import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { codeIn, testApp } from '#support/server.ts'
import { startSmtpServer } from '#support/smtp-server.ts'
import { ConfigError, loadConfig } from '../settings/config.ts'
import { createLogger } from '../process/log.ts'
import * as admin from './admin.ts'

const server = testApp()
let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-admin-'))
})
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true })
})

const PUBLIC_URL = 'https://guild.example'
type Event = Record<string, unknown>
const events: Event[] = []
const log = createLogger('info', { write: (line) => void events.push(JSON.parse(line) as Event) })
/** The security events since the last call of this function. */
const eventsNow = () => events.splice(0).map(({ time: _, ...event }) => event)
const run = (command: keyof typeof admin, argument = '', env: Record<string, string> = {}) => {
  const settings = { DATABASE_URL: server.databaseUrl, GUILDHALL_PUBLIC_URL: PUBLIC_URL, ...env }
  const { config } = loadConfig(['--data-dir', join(scratch, 'data')], settings)
  return admin[command]({ config, argument, options: new Set() }, log)
}
const linkIn = (says: string) => {
  const link = new URL(/^https?:\S+$/m.exec(says)?.[0] ?? '')
  return { origin: link.origin, path: link.pathname, token: link.searchParams.get('token') ?? '' }
}
const register = (email: string, invitationToken?: string) =>
  server.client().auth.register({
    body: { email, username: unique('root'), password: TEST_PASSWORD, ...(invitationToken && { invitationToken }) },
  })
const verify = async (email: string) =>
  server.client().auth.verifyOtp({ body: { email, otp: codeIn((await server.mails(email))[0]) } })
const rightsOf = async (accessToken: string) =>
  server
    .client(accessToken)
    .waitlist.list({ query: {} })
    .then(
      () => 'administrator',
      async () => (await failureOf(server.client(accessToken).waitlist.list({ query: {} }))).status,
    )

test('[ADM-20] the first administrator is invited on the server, registers with the link, and gets the rights once verified', async () => {
  // Whom other tests have invited or made administrators would be listed, too.
  for (const line of (await run('list')).says.split('\n').filter((one) => one.includes('@')))
    await run('revoke', line.split(' ')[0])
  const email = `${unique('first')}@example.org`
  const { says, code } = await run('invite', email)
  expect(code).toBe(0)
  expect(says).toContain('It was not mailed: GUILDHALL_SMTP_URL names no mail server.')
  const { origin, path, token } = linkIn(says)
  expect({ origin, path }).toEqual({ origin: PUBLIC_URL, path: '/register' })
  expect((await run('list')).says).toMatch(new RegExp(`^${email}  invited, until \\d{4}-\\d\\d-\\d\\d$`, 'm'))

  await register(email, token)
  const row = () => server.db.selectFrom('users').select('is_administrator').where('email', '=', email).execute()
  expect(await row()).toEqual([{ is_administrator: false }])
  const { accessToken } = await verify(email)
  expect(await rightsOf(accessToken)).toBe('administrator')
  expect((await run('list')).says).toMatch(new RegExp(`^${email}  root\\w+$`, 'm'))

  // Revoking and granting take effect at once, in the same session.
  expect((await run('revoke', email.toUpperCase())).says).toBe(
    `${email.toUpperCase()} is no longer an administrator. Nobody is one now.`,
  )
  expect(await rightsOf(accessToken)).toBe(403)
  expect((await run('list')).says).toBe('There is no administrator.')
  await expect(run('revoke', email)).rejects.toThrow(`${email} is no administrator, and not invited to be one.`)
  expect((await run('grant', email)).says).toBe(`${email} is an administrator now.`)
  expect(await rightsOf(accessToken)).toBe('administrator')
})

test('a stranger who registers the invited address without the link gets no administrator’s rights, whoever verifies it', async () => {
  const email = `${unique('target')}@example.org`
  await run('invite', email)
  await register(email)
  expect(await rightsOf((await verify(email)).accessToken)).toBe(403)
  // The invitation is gone, so the rights do not come later either.
  expect((await run('list')).says).not.toContain(email)
})

test('an invitation to be an administrator ends with its link, or when it is withdrawn', async () => {
  const [late, unwanted] = [`${unique('late')}@example.org`, `${unique('unwanted')}@example.org`]
  const tokens = [linkIn((await run('invite', late)).says).token, linkIn((await run('invite', unwanted)).says).token]
  await run('revoke', unwanted)
  await register(unwanted, tokens[1])
  expect(await rightsOf((await verify(unwanted)).accessToken)).toBe(403)

  await register(late, tokens[0])
  server.clock.advance(31 * 24 * 60 * 60)
  await server.client().auth.resendOtp({ body: { email: late } })
  expect(await rightsOf((await verify(late)).accessToken)).toBe(403)
  // Commands use the real time, so the next test must find both clocks together again.
  server.clock.advance(-31 * 24 * 60 * 60)
})

test('[EVT-26] every command that makes, invites or removes an administrator writes a security event', async () => {
  const { user } = await createUser(server)
  const invited = `${unique('event')}@example.org`
  eventsNow()
  // A command that changes nothing writes no event.
  for (const command of ['grant', 'grant', 'revoke'] as const) await run(command, user.email)
  await expect(run('revoke', user.email)).rejects.toThrow('is no administrator')
  for (const command of ['invite', 'revoke'] as const) await run(command, invited)
  const entry = await server.db
    .selectFrom('waitlist_entries')
    .select('id')
    .where('email', '=', invited)
    .executeTakeFirstOrThrow()
  const line = (event: string, whom: object) => ({ level: 45, event, ...whom, by: 'command line', msg: event })
  expect(eventsNow()).toEqual([
    line('administrator made', { account: user.id }),
    line('administrator removed', { account: user.id }),
    line('administrator invited', { entry: entry.id }),
    line('administrator invitation withdrawn', { entry: entry.id }),
  ])
  const logged = await server.db
    .selectFrom('events')
    .select(['kind', 'actor_id'])
    .where('subject_id', '=', user.id)
    .execute()
  expect(logged.sort((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'account.adminGranted', actor_id: null },
    { kind: 'account.adminRevoked', actor_id: null },
  ])
})

test('the link is mailed; when the mail server refuses it, the command says so and prints the link all the same', async () => {
  const smtp = await startSmtpServer(0)
  const email = `${unique('mailed')}@example.org`
  const sent = await run('invite', email, { GUILDHALL_SMTP_URL: smtp.url })
  expect(sent).toMatchObject({ code: 0, says: expect.stringContaining(`It was mailed to ${email}, too.`) as string })
  expect(smtp.taken.map(({ to }) => to)).toEqual([email])
  await smtp.close()
  const failed = await run('invite', email, { GUILDHALL_SMTP_URL: smtp.url })
  expect(failed).toMatchObject({ code: 1, says: expect.stringContaining('could not be mailed (') as string })
  expect(linkIn(failed.says).token).not.toBe('')
})

test('a command that cannot do its work says so in one sentence, which names what to do instead', async () => {
  const { user } = await createUser(server)
  await expect(run('invite', user.email)).rejects.toThrow(`guildhall-server admin grant ${user.email}`)
  await expect(run('grant', 'nobody@example.org')).rejects.toThrow('guildhall-server admin invite nobody@example.org')
  await expect(run('invite', 'nobody')).rejects.toThrow(ConfigError)
  await run('grant', user.email)
  const { says } = await run('revoke', user.email, { GUILDHALL_ADMIN_EMAIL: user.email })
  expect(says).toContain('GUILDHALL_ADMIN_EMAIL still names it')
})

test('without a database, the commands do not make one just to look for people in it', async () => {
  for (const command of ['invite', 'list', 'grant', 'revoke'] as const)
    await expect(run(command, 'a@example.org', { DATABASE_URL: '' })).rejects.toThrow(
      `There is no database in ${join(scratch, 'data')}: name one with DATABASE_URL`,
    )
  expect(await readdir(scratch)).toEqual([])
})
