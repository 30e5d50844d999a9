import { expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { linkIn, type TestApp, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { loadConfig } from '#server/settings/config.ts'
import { hashPassword } from './passwords.ts'

const strict = testApp({ config: { registration: 'open', passwordMin: 16 } })
const usual = testApp(() => ({ config: { registration: 'open' }, url: strict.databaseUrl, clock: strict.clock }))

const LONG = 'another battery of horses'
const address = () => `${unique('someone')}@example.org`

/** Every call that sets a password, with a field of its own for it. */
const ways: Record<
  string,
  { field: string; set: (password: string, at: TestApp, person?: Person) => Promise<unknown> }
> = {
  registration: {
    field: 'password',
    set: (password, at, { email, username } = { email: address(), username: unique('someone') }) =>
      at.client().auth.register({ body: { email, username, password } }),
  },
  reset: {
    field: 'password',
    set: async (password, at, person) => {
      const { email } = (await createUser(at, person)).user
      await at.client().auth.forgotPassword({ body: { email } })
      const { token } = linkIn((await at.mails(email))[0])
      return at.client().auth.resetPassword({ body: { email, token, password } })
    },
  },
  change: {
    field: 'newPassword',
    set: async (newPassword, at, person) =>
      (await createPerson(at, person)).api.account.changePassword({
        body: { oldPassword: TEST_PASSWORD, newPassword },
      }),
  },
}
type Person = { email: string; username: string }

test.each(Object.entries(ways))(
  '[ACCT-21] the setting raises the least length at %s, with the number in force',
  async (_, { field, set }) => {
    const message = 'Password must be at least 16 characters long.'
    expect(await failureOf(set('fifteen letters', strict))).toMatchObject({
      status: 422,
      details: [{ path: field, message }],
    })
    await expect(set(LONG, strict)).resolves.toBeDefined()
    await expect(set('sixles', usual)).resolves.toBeDefined()
  },
)

test('[ACCT-21] a shorter password in use still signs in, and changes to a long one', async () => {
  const { user } = await createUser(strict)
  await strict.db
    .updateTable('users')
    .set({ password_hash: await hashPassword('sixles') })
    .where('id', '=', user.id)
    .execute()
  const { accessToken } = await signedIn(
    strict.client().auth.login({ body: { emailID: user.email, password: 'sixles' } }),
  )
  const body = { oldPassword: 'sixles', newPassword: LONG }
  await expect(strict.client(accessToken).account.changePassword({ body })).resolves.toBeDefined()
})

test('[ACCT-21] everybody may ask for the number, which a setting gives', async () => {
  for (const [at, min] of [
    [strict, 16],
    [usual, 6],
  ] as const)
    expect(await at.client().account.passwordRules({})).toEqual({ data: { min } })
  const from = (value: string) => loadConfig(['--data-dir', '/nonexistent/none'], { GUILDHALL_PASSWORD_MIN: value })
  expect(from('12').config.passwordMin).toBe(12)
  for (const wrong of ['5', '129', 'many']) expect(() => from(wrong)).toThrow('GUILDHALL_PASSWORD_MIN must be')
})

const OWN_NAME = 'Don’t use your name, your address or “Guildhall” as the password.'

test.each(Object.entries(ways))(
  '[ACCT-22] the common ones, and the person’s and the product’s names in any case, are refused at %s with the reason',
  async (_, { field, set }) => {
    for (const [made, why] of [
      [() => 'iLoveYou', 'one of the first'],
      [({ email }: Person) => email.toUpperCase(), OWN_NAME],
      [({ email }: Person) => email.split('@')[0] ?? '', OWN_NAME],
      [({ username }: Person) => username.toUpperCase(), OWN_NAME],
      [() => 'GuildHall', OWN_NAME],
    ] as const) {
      const person = { email: address(), username: unique('Countess_') }
      const message = expect.stringContaining(why) as string
      expect(await failureOf(set(made(person), usual, person))).toMatchObject({
        status: 422,
        details: [{ path: field, message }],
      })
    }
    const person = { email: address(), username: unique('Countess_') }
    await expect(set(`the guildhall of ${person.username}`, usual, person)).resolves.toBeDefined()
  },
)
