import { expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, TEST_PASSWORD } from '#support/factories.ts'
import { fillLimit } from '#support/fill-limit.ts'
import { linkIn, testApp } from '#support/server.ts'
import { switchOnTwoStep, wrongCode } from '#support/two-step.ts'
import { limitOf } from '#server/limits/limit-table.ts'

const server = testApp()

const NOT_A_CODE = 'AAAA-AAAA-AAAA-AAAA'
const NEW_PASSWORD = 'another battery of horses'
const auth = () => server.client().auth
const challengeOf = async (emailID: string, password = TEST_PASSWORD): Promise<string> => {
  const answer = await auth().login({ body: { emailID, password } })
  if (!('challenge' in answer)) throw new Error('The sign-in needed no second step.')
  return answer.challenge
}
const person = async () => {
  const one = await createPerson(server)
  return { ...one, ...(await switchOnTwoStep(server, one.api)) }
}
type Person = Awaited<ReturnType<typeof person>>
const signIn = async ({ email }: Person, code: string, password = TEST_PASSWORD) =>
  auth().secondStep({ body: { challenge: await challengeOf(email, password), code } })
const refusal = async (...call: Parameters<typeof signIn>) => (await failureOf(signIn(...call))).code
/** Wrong codes of somebody who knows the password, until no more are taken. */
const useUp = async (owner: Person) => {
  for (let n = 0; n < 10; n++) expect(await refusal(owner, wrongCode(server, owner.key))).toBe('INVALID_OTP')
  expect(await refusal(owner, owner.next())).toBe('RATE_LIMITED')
}
const resetPassword = async ({ email }: Person) => {
  await auth().forgotPassword({ body: { email } })
  const { token } = linkIn((await server.mails(email)).find(({ kind }) => kind === 'password-reset'))
  await auth().resetPassword({ body: { token, email, password: NEW_PASSWORD } })
}

test('[ACCT-14] a recovery code is still taken when the tries with codes of the app are used up', async () => {
  const owner = await person()
  await useUp(owner)
  await expect(signIn(owner, owner.recoveryCodes[0] ?? '')).resolves.toHaveProperty('accessToken')
  // It opened nothing for the guesses.
  expect(await refusal(owner, wrongCode(server, owner.key))).toBe('RATE_LIMITED')
})

test('[ACCT-14] wrong recovery codes are bounded for a network, and lock out nobody elsewhere, nor the app', async () => {
  const owner = await person()
  await fillLimit(server, limitOf('recovery-code-network', owner.id, '127.0.0.1'), 19)
  expect(await refusal(owner, NOT_A_CODE)).toBe('INVALID_OTP')
  const right = owner.recoveryCodes[0] ?? ''
  expect(await refusal(owner, right)).toBe('RATE_LIMITED')
  await expect(signIn(owner, owner.next())).resolves.toHaveProperty('accessToken')
  const challenge = await challengeOf(owner.email)
  const elsewhere = await server.app.inject({
    method: 'POST',
    url: '/api/users/two-step',
    payload: { challenge, code: right },
    remoteAddress: '203.0.113.7',
  })
  expect(elsewhere.statusCode).toBe(200)
})

test('[ACCT-18] after a password reset by mail the wrong codes of others keep nobody out, and a code is still asked for', async () => {
  const owner = await person()
  await useUp(owner)
  await resetPassword(owner)
  expect(await refusal(owner, wrongCode(server, owner.key), NEW_PASSWORD)).toBe('INVALID_OTP')
  await expect(signIn(owner, owner.next(), NEW_PASSWORD)).resolves.toHaveProperty('accessToken')
})

test('[ACCT-18] whoever reads the mail cannot guess on by resetting: the wrong codes of the day still count', async () => {
  const owner = await person()
  await fillLimit(server, limitOf('two-step-day', owner.id), 60)
  await resetPassword(owner)
  expect(await refusal(owner, owner.next(), NEW_PASSWORD)).toBe('RATE_LIMITED')
})
