import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import type { CommandOption } from '../process/command-options.ts'
import { loadConfig } from '../settings/config.ts'
import { createLogger } from '../process/log.ts'
import { create } from './token.ts'

const server = testApp({ doesJobs: true })
let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-token-'))
})
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true })
})

const lines: string[] = []
const log = createLogger('info', { write: (line) => void lines.push(line) })
const run = (argument: string, ...options: CommandOption[]) => {
  const { config } = loadConfig(['--data-dir', join(scratch, 'data')], { DATABASE_URL: server.databaseUrl })
  return create({ config, argument, options: new Set(options) }, log)
}

test('[TOKEN-12] the server makes a token for an address, prints it once, and its owner is told by notice and mail', async () => {
  const person = await createPerson(server)
  const { says } = await run(person.email.toUpperCase(), 'work')
  const token = says.split('\n').at(-1) ?? ''
  expect(token).toMatch(/^ghd_[0-9A-Za-z]{36}$/)
  expect(says).toContain('may read, work')
  await expect(server.client(token).users.username({})).resolves.toMatchObject({ data: { username: person.username } })
  const { data } = await person.api.tokens.list({})
  expect(data).toMatchObject([{ scopes: ['read', 'work'] }])
  const { data: notices } = await person.api.notifications.list({ query: {} })
  expect(notices.map(({ kind }) => kind)).toContain('account.tokenMade')
  await expect.poll(async () => (await server.mails(person.email)).map(({ kind }) => kind)).toContain('token-made')
  expect(lines.join('')).toContain('access token made')
  expect(lines.join('')).not.toContain(token)
})

test('[TOKEN-12] an unknown address, and calls of administrators for somebody who is none, are refused in a sentence', async () => {
  const nobody = `${unique('nobody')}@example.org`
  await expect(run(nobody)).rejects.toThrow(`No account with a verified address ${nobody} exists`)
  const { email } = await createPerson(server)
  await expect(run(email, 'admin')).rejects.toThrow('Only administrators')
  const suspended = await createPerson(server)
  await server.db
    .updateTable('users')
    .set({ suspended_at: new Date(), suspension_reason: 'Spam.' })
    .where('id', '=', suspended.id)
    .execute()
  await expect(run(suspended.email)).rejects.toThrow('is suspended')
  const administrator = await createPerson(server, { isAdministrator: true })
  expect((await run(administrator.email, 'admin')).says).toContain('may read, admin')
})
