import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, unique } from '#support/factories.ts'
import { linkIn, testApp } from '#support/server.ts'
import { DECOY, fitOf } from './passwords.ts'

const server = testApp({ config: { registration: 'open' } })

const apart = 'Ze\u0301bra Mu\u0308hle 41'
const together = apart.normalize('NFC')
/** The same text as other keyboards send it: in wide digits, with a blank that does not break. */
const wide = 'Z\u00e9bra\u00a0M\u00fchle \uff14\uff11'
const forms = [apart, together, wide]

const signIn = (emailID: string, password: string) => server.client().auth.login({ body: { emailID, password } })
const rehash = async (userID: string, password: string) => {
  const password_hash = await hash(password)
  await server.db.updateTable('users').set({ password_hash }).where('id', '=', userID).execute()
  return password_hash
}

test('a password that is set in one form of a text opens the account in every other', async () => {
  for (const set of forms) {
    const body = { email: `${unique('form')}@example.org`, password: set, username: unique('form') }
    await server.client().auth.register({ body })
    for (const typed of forms)
      await expect(signIn(body.email, typed)).resolves.toMatchObject({ isEmailVerified: false })
  }
})

test('every entry of a password takes every form: change, reset, second step, new address, deletion', async () => {
  const { user, accessToken } = await createUser(server)
  await rehash(user.id, together)
  const api = server.client(accessToken)
  await api.account.changePassword({ body: { oldPassword: apart, newPassword: `${apart}!` } })
  await api.account.changePassword({ body: { oldPassword: `${wide}!`, newPassword: apart } })
  await expect(api.twoStep.setUp({ body: { password: wide } })).resolves.toBeDefined()
  await expect(
    api.account.changeEmail({ body: { email: `${unique('new')}@example.org`, password: wide } }),
  ).resolves.toBeDefined()
  await server.client().auth.forgotPassword({ body: { email: user.email } })
  const { token } = linkIn((await server.mails(user.email)).find(({ kind }) => kind === 'password-reset'))
  await server.client().auth.resetPassword({ body: { email: user.email, token, password: `${apart}?` } })
  const pair = await signIn(user.email, `${wide}?`)
  const again = server.client('accessToken' in pair ? pair.accessToken : '')
  await expect(again.ownData.askDeletion({ body: { password: `${together}?` } })).resolves.toBeDefined()
})

test('a hash of any form from before passwords were normalised still opens the account, and is replaced', async () => {
  for (const stored of forms)
    for (const typed of new Set([stored, together])) {
      const { user } = await createUser(server)
      const old = await rehash(user.id, stored)
      if (stored === wide && typed !== wide) continue
      await expect(signIn(user.email, typed)).resolves.toMatchObject({ isEmailVerified: true })
      const row = await server.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', user.id)
        .executeTakeFirst()
      expect(await fitOf(row?.password_hash, apart)).toBe('now')
      if (stored !== together) expect(row?.password_hash).not.toBe(old)
    }
})

test('the length of a new password is that of the text, however its accents were typed', async () => {
  const short = 'e\u0301\u0323a\u0301'
  const body = { email: `${unique('short')}@example.org`, password: short, username: unique('short') }
  expect(await failureOf(server.client().auth.register({ body }))).toMatchObject({ status: 422 })
})

test('an unknown address costs as many comparisons as a wrong password', async () => {
  expect(await fitOf(undefined, apart)).toBe('no')
  expect(await fitOf(DECOY, apart)).toBe('no')
})
