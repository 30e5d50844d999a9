import { createPerson, createUser, TEST_PASSWORD, unique } from './factories.ts'
import { TINY_PICTURE } from './pictures.ts'
import { codeIn, linkIn, type TestApp } from './server.ts'

/** Asks for another address, and returns the code that is mailed to it. */
export const askForCode = async (
  server: Pick<TestApp, 'mails'>,
  api: ReturnType<TestApp['client']>,
  email: string,
): Promise<string> => {
  await api.account.changeEmail({ body: { email, password: TEST_PASSWORD } })
  return codeIn((await server.mails(email))[0])
}

/** The cases of tests/api/transactions.test.ts about the own account. */
export const accountTransactions = (server: () => TestApp) => ({
  'a profile is changed': {
    file: 'modules/users/profile.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      return () => api.users.updateProfile({ body: { name: 'Ada', skills: ['Maps'] } })
    },
  },
  'a picture is stored': {
    file: 'modules/users/profile.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      return () => api.users.setPicture({ body: { picture: TINY_PICTURE } })
    },
  },
  'a picture is removed': {
    file: 'modules/users/profile.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      await api.users.setPicture({ body: { picture: TINY_PICTURE } })
      return () => api.users.removePicture({})
    },
  },
  'a password is changed': {
    file: 'modules/auth/account.ts',
    prepare: async () => {
      const { user, accessToken } = await createUser(server())
      await server()
        .client()
        .auth.login({ body: { emailID: user.email, password: TEST_PASSWORD } })
      const { account } = server().client(accessToken)
      return () => account.changePassword({ body: { oldPassword: TEST_PASSWORD, newPassword: 'another battery' } })
    },
  },
  'a change of the address is asked for': {
    file: 'modules/auth/email-change.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      const body = { email: `${unique('new')}@example.org`, password: TEST_PASSWORD }
      return () => api.account.changeEmail({ body })
    },
  },
  'an address is changed': {
    file: 'modules/auth/email-change.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      const code = await askForCode(server(), api, `${unique('new')}@example.org`)
      return () => api.account.confirmEmail({ body: { code } })
    },
    // A try is spent, whatever comes after it.
    except: ['email_changes.tries'],
  },
  'an address is given back': {
    file: 'modules/auth/email-change.ts',
    prepare: async () => {
      const { api, email } = await createPerson(server())
      const code = await askForCode(server(), api, `${unique('new')}@example.org`)
      await api.account.confirmEmail({ body: { code } })
      const { token } = linkIn((await server().mails(email))[0])
      return () => server().client().account.takeBackEmail({ body: { token } })
    },
  },
  'an access token is made': {
    file: 'modules/auth/tokens.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      const endsAt = new Date(server().clock.now().getTime() + 86_400_000).toISOString()
      return () => api.tokens.create({ body: { name: 'For a script', scopes: ['read'], endsAt } })
    },
  },
  'an access token is revoked': {
    file: 'modules/auth/tokens.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      const endsAt = new Date(server().clock.now().getTime() + 86_400_000).toISOString()
      const { data } = await api.tokens.create({ body: { name: 'For a script', scopes: ['read'], endsAt } })
      return () => api.tokens.revoke({ params: { id: data.id } })
    },
  },
  'an administrator suspends somebody': {
    file: 'modules/auth/administration.ts',
    prepare: async () => {
      const [administrator, person] = [
        await createPerson(server(), { isAdministrator: true }),
        await createPerson(server()),
      ]
      const params = { id: person.id }
      return () => administrator.api.administration.suspend({ params, body: { reason: 'Spam.' } })
    },
  },
  'a session is ended': {
    file: 'modules/auth/account.ts',
    prepare: async () => {
      const { email, api } = await createPerson(server())
      await server()
        .client()
        .auth.login({ body: { emailID: email, password: TEST_PASSWORD } })
      return () => api.account.endOtherSessions({})
    },
  },
})
