import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, TEST_PASSWORD, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { switchOnTwoStep } from '#support/two-step.ts'
import { loadConfig } from '../settings/config.ts'
import { createLogger } from '../process/log.ts'
import { off } from './two-step.ts'

const server = testApp({ doesJobs: true })
let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-two-step-'))
})
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true })
})

const lines: string[] = []
const log = createLogger('info', { write: (line) => void lines.push(line) })
const run = (argument: string) => {
  // No secret: who runs the command may have lost it.
  const { config } = loadConfig(['--data-dir', join(scratch, 'data')], { DATABASE_URL: server.databaseUrl })
  return off({ config, argument, options: new Set() }, log)
}

test('[ACCT-16] whose codes or key are lost is let in again by a command on the server, and is told by notice and mail', async () => {
  const { id, email, api } = await createPerson(server)
  await switchOnTwoStep(server, api)
  const { auth } = server.client()
  const body = { emailID: email, password: TEST_PASSWORD }
  const { challenge } = (await auth.login({ body })) as { challenge: string }
  expect((await run(email.toUpperCase())).says).toContain('signs in with the password alone from now on')
  await expect(auth.secondStep({ body: { challenge, code: '000000' } })).rejects.toMatchObject({ status: 422 })
  await expect(signedIn(auth.login({ body }))).resolves.toMatchObject({ userID: id })
  expect((await api.twoStep.state({})).data).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
  const { data } = await api.notifications.list({ query: {} })
  expect(data.map(({ kind }) => kind)).toContain('account.twoStepOff')
  await expect.poll(async () => (await server.mails(email)).map(({ kind }) => kind)).toContain('two-step-off')
  expect(lines.join('')).toContain('two-step sign-in off')
})

test('an address without an account, or without two-step sign-in, is refused in a sentence', async () => {
  const nobody = `${unique('nobody')}@example.org`
  await expect(run(nobody)).rejects.toThrow(`No account with the address ${nobody} exists`)
  const { email } = await createPerson(server)
  await expect(run(email)).rejects.toThrow(`The account of ${email} has no two-step sign-in.`)
})
