import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand, runOnTerminal } from '../tests/support/cli-runner.ts'
import { createPerson, TEST_PASSWORD } from '../tests/support/factories.ts'
import { startKeyring } from '../tests/support/keyring.ts'
import { startTestApp, type TestApp } from '../tests/support/server.ts'
import { switchOnTwoStep, wrongCode } from '../tests/support/two-step.ts'

let server: TestApp
let keyring: Awaited<ReturnType<typeof startKeyring>>
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  server = await startTestApp()
  keyring = await startKeyring()
  env = { ...keyring.env, GUILDHALL_SERVER_URL: server.origin, GUILDHALL_PASSWORD: TEST_PASSWORD }
})
afterAll(async () => {
  await keyring.stop()
  await server.close()
})

const person = async () => {
  const one = await createPerson(server)
  return { ...one, ...(await switchOnTwoStep(server, one.api)) }
}
const ASKED = 'Code of your authenticator app, or a recovery code:'

test('[ACCT-20] [ACCT-45] login asks for the second step, says that a wrong code is wrong, and asks again', async () => {
  const { email, username, key, next } = await person()
  const { exitCode, shown } = await runOnTerminal(['login', '--email', email], {
    env,
    answers: [
      [ASKED, wrongCode(server, key)],
      [ASKED, () => Promise.resolve(next())],
    ],
  })
  expect(shown).toContain('Invalid OTP')
  expect(exitCode).toBe(0)
  expect((await runCommand(['whoami'], { env })).stdout).toContain(username)
})

test('[ACCT-45] a recovery code does, too, and the fifth wrong one ends the attempt', async () => {
  const { email, key, recoveryCodes } = await person()
  const args = ['login', '--email', email]
  const recovered = await runOnTerminal(args, { env, answers: [[ASKED, recoveryCodes[0] ?? '']] })
  expect(recovered.exitCode).toBe(0)
  const wrong = wrongCode(server, key)
  // The question is asked again a moment after the refusal; what is typed before is lost.
  const again: [string, () => Promise<string>] = ['Invalid OTP', () => sleep(500).then(() => wrong)]
  const ended = await runOnTerminal(args, { env, answers: [[ASKED, wrong], again, again, again, again, again] })
  expect(ended.shown).toContain('This sign-in has ended. Please enter your password again.')
  expect(ended.exitCode).toBe(1)
  // Two programs are started, and one asks six times.
}, 60_000)

test('[ACCT-20] without a terminal login fails with a message and exit 3, and never waits; a code by --otp does', async () => {
  const { email, next, key } = await person()
  const args = ['login', '--email', email]
  expect(await runCommand(args, { env })).toEqual({
    exitCode: 3,
    stdout: '',
    stderr:
      'This account has two-step sign-in, and there is no terminal to ask for the code on. Scripts sign in with an access token in GUILDHALL_TOKEN.\n',
  })
  const wrong = await runCommand([...args, '--otp', wrongCode(server, key)], { env })
  expect(wrong).toMatchObject({ exitCode: 1, stderr: 'Invalid OTP\n' })
  expect(await runCommand([...args, '--otp', next()], { env })).toMatchObject({ exitCode: 0 })
})
