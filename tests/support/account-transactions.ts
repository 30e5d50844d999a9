import { createPerson, createUser, TEST_PASSWORD } from './factories.ts'
import type { TestApp } from './server.ts'

/** The cases of tests/api/transactions.test.ts about the own account. */
export const accountTransactions = (server: () => TestApp) => ({
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
