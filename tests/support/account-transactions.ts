import { off } from '#server/commands/two-step.ts'
import { loadConfig } from '#server/config.ts'
import { createLogger } from '#server/log.ts'
import { createPerson, createUser, TEST_PASSWORD, unique } from './factories.ts'
import { TINY_PICTURE } from './pictures.ts'
import { codeIn, linkIn, type TestApp } from './server.ts'
import { appCode, switchOnTwoStep } from './two-step.ts'

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
  'an address is taken off the waitlist': {
    file: 'modules/waitlist/service.ts',
    prepare: async () => {
      const { api } = await createPerson(server(), { isAdministrator: true })
      const { data } = await api.waitlist.createInvitation({ body: { email: `${unique('off')}@example.org` } })
      return () => api.waitlist.remove({ params: { id: data.id } })
    },
  },
  'a session is confirmed': {
    file: 'modules/auth/confirmation.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      return () => api.account.confirm({ body: { password: TEST_PASSWORD } })
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
  'a sign-in with two steps begins': {
    file: 'modules/auth/service.ts',
    prepare: async () => {
      const { email, api } = await createPerson(server())
      await switchOnTwoStep(server(), api)
      const body = { emailID: email, password: TEST_PASSWORD }
      return () => server().client().auth.login({ body })
    },
  },
  'a sign-in with two steps ends': {
    file: 'modules/auth/second-step.ts',
    prepare: async () => {
      const { email, api } = await createPerson(server())
      const { next } = await switchOnTwoStep(server(), api)
      const { auth } = server().client()
      const answer = await auth.login({ body: { emailID: email, password: TEST_PASSWORD } })
      const challenge = 'challenge' in answer ? answer.challenge : ''
      const code = next()
      return () => auth.secondStep({ body: { challenge, code } })
    },
    // A try is spent, whatever comes after it.
    except: ['sign_in_challenges.tries'],
  },
  'two-step sign-in is set up': {
    file: 'modules/auth/two-step.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      return () => api.twoStep.setUp({ body: { password: TEST_PASSWORD } })
    },
  },
  'two-step sign-in is switched on': {
    file: 'modules/auth/two-step.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      const { key } = (await api.twoStep.setUp({ body: { password: TEST_PASSWORD } })).data
      return () => api.twoStep.confirm({ body: { code: appCode(server(), key) } })
    },
  },
  'two-step sign-in is switched off': {
    file: 'modules/auth/two-step.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      const { recoveryCodes } = await switchOnTwoStep(server(), api)
      const body = { password: TEST_PASSWORD, code: recoveryCodes[0] ?? '' }
      return () => api.twoStep.switchOff({ body })
    },
  },
  'two-step sign-in is switched off by a command': {
    file: 'commands/two-step.ts',
    prepare: async () => {
      const { email, api } = await createPerson(server())
      await switchOnTwoStep(server(), api)
      const { config } = loadConfig([], { DATABASE_URL: server().databaseUrl })
      return () => off({ config, argument: email, options: new Set() }, createLogger('silent'))
    },
  },
  'recovery codes are made anew': {
    file: 'modules/auth/two-step.ts',
    prepare: async () => {
      const { api } = await createPerson(server())
      const { next } = await switchOnTwoStep(server(), api)
      const body = { password: TEST_PASSWORD, code: next() }
      return () => api.twoStep.renewCodes({ body })
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
