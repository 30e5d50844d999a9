import { openSession } from '#server/modules/auth/sessions.ts'
import { defaultNotificationSettings } from '#shared/contract/notifications.ts'
import { TEST_PASSWORD } from '#support/factories.ts'
import { TINY_PICTURE } from '#support/pictures.ts'
import { askForCode, linkIn } from '#support/server.ts'
import { appCode, switchOnTwoStep } from '#support/two-step.ts'
import { address, any, type Cases, type Cell, network, text } from '../case.ts'
import { administrators, everybody, signedIn, signedInGets, unknown } from '../rights.ts'
import { nobodys } from './inputs.ts'

const right = () => ({ body: { password: TEST_PASSWORD } })
const wrong = () => ({ body: { password: 'not this one' } })
const token = ({ server }: Cell, scope = 'read') => ({
  body: {
    name: text(),
    scopes: [scope],
    endsAt: new Date(server.clock.now().getTime() + 100 * 86_400_000).toISOString(),
  },
})
const askedDeletion = async ({ as }: Cell) => {
  await as('stranger').ownData.askDeletion(right())
  return {}
}
const withCode =
  (from: (cell: Cell) => Promise<string>, body: object = {}) =>
  async (cell: Cell) => ({ body: { ...body, code: await from(cell) } })
const recoveryCode = async ({ server, as }: Cell) => (await switchOnTwoStep(server, as('owner'))).recoveryCodes[0] ?? ''
const profileChanged = (...fields: string[]) => [{ kind: 'account.profileChanged', data: { fields } }] as const
const profile = 'modules/users/profile.ts'
const twoStep = 'modules/auth/two-step.ts'
const emailChange = 'modules/auth/email-change.ts'

/** Calls about one's own account, profile, settings and data. */
export const accountCases: Cases = {
  'users.profile': { may: signedIn },
  'users.details': { may: signedIn },
  'users.username': { may: signedIn },
  'users.hasActiveProjects': { may: signedIn },
  'users.isPageAllowed': { input: () => ({ params: { page: 'admin' } }), may: signedIn },
  'users.adminAccess': { may: signedIn },
  'users.projects': { may: signedIn },
  'users.updateBio': {
    input: () => ({ body: { bio: text() } }),
    may: signedIn,
    leaves: profileChanged('bio'),
    once: true,
    rollsBack: 'modules/users/service.ts',
  },
  'users.updateProfile': {
    input: () => ({
      body: {
        name: text(),
        headline: text(),
        skills: [text()],
        links: ['https://example.org'],
        hoursPerWeek: 4,
        bio: '',
      },
    }),
    may: signedIn,
    leaves: profileChanged('name', 'headline', 'skills', 'links', 'hoursPerWeek'),
    once: true,
    rollsBack: profile,
  },
  'users.welcome': { input: () => ({ body: {} }), may: signedIn, leaves: 'silently' },
  'users.setPicture': {
    input: () => ({ body: { picture: TINY_PICTURE } }),
    may: signedIn,
    leaves: profileChanged('picture'),
    rollsBack: profile,
  },
  'users.removePicture without one': { may: signedIn, leaves: [] },
  'users.removePicture': {
    input: async ({ as }) => {
      await as('owner').users.setPicture({ body: { picture: TINY_PICTURE } })
      return {}
    },
    leaves: profileChanged('picture'),
    rollsBack: profile,
  },
  'users.settings': { may: signedIn },
  'users.updateSettings': {
    input: () => ({ body: { emailOnInvitation: false } }),
    may: signedIn,
    leaves: 'silently',
  },

  'notifications.list': { may: signedIn },
  'notifications.count': { may: signedIn },
  'notifications.mark of nobody': {
    input: ({ project: { id } }) => ({ body: { ids: [id], as: 'read' } }),
    may: signedIn,
  },
  'notifications.mark': {
    input: async ({ project: { id }, as }) => {
      await as('stranger').projects.apply({ params: { id }, body: {} })
      const { data } = await as('owner').notifications.list({ query: {} })
      return { body: { ids: data.map((notice) => notice.id), as: 'done' } }
    },
    leaves: 'silently',
  },
  'notifications.settings': { may: signedIn },
  'notifications.changeSettings': {
    input: () => ({ body: { ...defaultNotificationSettings, digestHour: 7 } }),
    may: signedIn,
    leaves: 'silently',
  },

  'tokens.list': { may: signedIn },
  'tokens.create': {
    input: (cell) => token(cell),
    may: signedIn,
    leaves: [{ kind: 'account.tokenMade', data: { ...network, tokenID: any } }],
    rollsBack: 'modules/auth/tokens.ts',
  },
  'tokens.create that may do what administrators do': {
    input: (cell) => token(cell, 'admin'),
    may: { administrator: 'ok', others: 422 },
  },
  'tokens.revoke of somebody else': { input: nobodys, may: unknown },
  'tokens.revoke': {
    input: async (cell) => {
      const { body } = token(cell)
      const { data } = await cell.as('owner').tokens.create({ body: { ...body, scopes: ['read'] } })
      return { params: { id: data.id } }
    },
    leaves: (_, { params }) => [{ kind: 'account.tokenRevoked', data: { ...network, tokenID: params?.['id'] } }],
    rollsBack: 'modules/auth/tokens.ts',
  },

  'account.passwordRules': { may: everybody('ok') },
  'account.confirm': { input: right, may: signedIn, leaves: 'silently', rollsBack: 'modules/auth/confirmation.ts' },
  'account.confirm with a wrong password': { input: wrong, may: signedInGets(422) },
  'account.changePassword to the same': {
    input: () => ({ body: { oldPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD } }),
    may: signedIn,
  },
  'account.changePassword': {
    input: async ({ server, self }) => {
      await openSession(server.deps, server.db, self.id)
      return { body: { oldPassword: TEST_PASSWORD, newPassword: text() } }
    },
    leaves: [{ kind: 'account.passwordChanged', data: network }],
    rollsBack: 'modules/auth/account.ts',
  },
  'account.changePassword with a wrong one': {
    input: () => ({ body: { oldPassword: 'not this one', newPassword: TEST_PASSWORD } }),
    may: signedInGets(422),
    leaves: [],
  },
  'account.changeEmail': {
    input: () => ({ body: { email: address(), password: TEST_PASSWORD } }),
    may: signedIn,
    leaves: 'silently',
    rollsBack: emailChange,
  },
  'account.changeEmail with a wrong password': {
    input: () => ({ body: { email: address(), password: 'not this one' } }),
    may: signedInGets(422),
  },
  // Five wrong tries end a code, so nobody guesses it here.
  'account.confirmEmail with a wrong code': { input: () => ({ body: { code: '000000' } }), may: signedInGets(422) },
  'account.confirmEmail': {
    input: withCode(({ server, as }) => askForCode(server, as('owner'), address())),
    leaves: [{ kind: 'account.emailChanged', data: network }],
    rollsBack: emailChange,
    // A try is spent, whatever comes after it.
    except: ['email_changes.tries'],
  },
  'account.takeBackEmail with a wrong link': { input: () => ({ body: { token: 'a.b' } }), may: everybody(422) },
  'account.takeBackEmail': {
    by: 'anonymous',
    input: async ({ server, self, as }) => {
      const { account } = as('outsider')
      await account.confirmEmail({ body: { code: await askForCode(server, as('outsider'), address()) } })
      return { body: { token: linkIn((await server.mails(self.email))[0]).token } }
    },
    leaves: [{ kind: 'account.emailChanged', data: network }],
    rollsBack: emailChange,
  },
  'account.sessions': { may: signedIn },
  'account.endSession of somebody else': { input: nobodys, may: unknown },
  'account.endSession': {
    input: async ({ server, self, as }) => {
      await openSession(server.deps, server.db, self.id)
      const { data } = await as('owner').account.sessions({})
      return { params: { id: data.find(({ isCurrent }) => !isCurrent)?.id ?? '' } }
    },
    leaves: [{ kind: 'account.signedOut', data: network }],
  },
  'account.endOtherSessions without any': { may: signedIn, leaves: [] },
  'account.endOtherSessions': {
    input: async ({ server, self }) => {
      for (let n = 0; n < 2; n++) await openSession(server.deps, server.db, self.id)
      return {}
    },
    leaves: [
      { kind: 'account.signedOut', data: network },
      { kind: 'account.signedOut', data: network },
    ],
    rollsBack: 'modules/auth/account.ts',
  },

  'twoStep.state': { may: signedIn },
  // What a code proves depends on the time, so the right ones are not tried by everybody.
  'twoStep.setUp with a wrong password': { input: wrong, may: signedInGets(422) },
  'twoStep.setUp': { input: right, leaves: 'silently', rollsBack: twoStep },
  'twoStep.confirm that was not set up': { input: () => ({ body: { code: '000000' } }), may: signedInGets(409) },
  'twoStep.confirm': {
    input: withCode(async ({ server, as }) => appCode(server, (await as('owner').twoStep.setUp(right())).data.key)),
    leaves: [{ kind: 'account.twoStepOn', data: network }],
    rollsBack: twoStep,
  },
  'twoStep.switchOff that is off': {
    input: withCode(async () => '000000', { password: TEST_PASSWORD }),
    may: signedInGets(409),
  },
  'twoStep.switchOff': {
    input: withCode(recoveryCode, { password: TEST_PASSWORD }),
    leaves: [{ kind: 'account.twoStepOff', data: network }],
    rollsBack: twoStep,
  },
  'twoStep.renewCodes while it is off': {
    input: withCode(async () => '000000', { password: TEST_PASSWORD }),
    may: signedInGets(409),
  },
  'twoStep.renewCodes': {
    input: withCode(async ({ server, as }) => (await switchOnTwoStep(server, as('owner'))).next(), {
      password: TEST_PASSWORD,
    }),
    leaves: 'silently',
    rollsBack: twoStep,
  },

  'ownData.export': { may: signedIn },
  'ownData.askExport': {
    input: () => ({ body: {} }),
    may: signedIn,
    leaves: [{ kind: 'account.exported', data: network }],
  },
  'ownData.downloadExport of somebody else': { input: nobodys, may: unknown },
  'ownData.deletion': { may: signedIn },
  'ownData.askDeletion with a wrong password': { input: wrong, may: signedInGets(422) },
  'ownData.askDeletion': {
    by: 'stranger',
    input: right,
    leaves: [{ kind: 'account.deletionAsked', data: { ...network, dueAt: any } }],
    once: true,
    rollsBack: 'modules/own-data/deletion.ts',
  },
  'ownData.takeBackDeletion that was not asked for': { may: signedInGets(409) },
  'ownData.takeBackDeletion': {
    by: 'stranger',
    input: askedDeletion,
    leaves: [{ kind: 'account.deletionTakenBack', data: network }],
    rollsBack: 'modules/own-data/deletion.ts',
  },

  'audit.list of everything': { may: administrators },
  'audit.list of a project': {
    input: ({ project }) => ({ query: { projectID: project.id } }),
    may: { owner: 'ok', administrator: 'ok', member: 403, admin: 403, others: 404 },
  },
}
