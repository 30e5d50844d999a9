import { unsubscribeToken } from '#server/modules/notifications/unsubscribe.ts'
import { openSession } from '#server/modules/auth/sessions.ts'
import { createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { codeIn, linkIn } from '#support/server.ts'
import { switchOnTwoStep } from '#support/two-step.ts'
import { address, any, CANARY, type Cases, type Cell, network, text } from '../case.ts'
import { administrators, everybody } from '../rights.ts'
import { nobodys } from './inputs.ts'

const ofNobody =
  (more: object = {}) =>
  () => ({ body: { email: 'who@example.org', ...more } })
const withPassword = ({ self }: Cell) => ({ body: { emailID: self.email, password: TEST_PASSWORD } })
/** Somebody whose address is not verified, with the mail that asks for it. */
const unverified = async ({ server, as }: Cell) => {
  const { user } = await createUser(server, { isEmailVerified: false })
  await as().auth.resendOtp({ body: { email: user.email } })
  const mail = (await server.mails(user.email))[0]
  // From here on the next code may be mailed.
  server.clock.advance(61)
  return { user, mail }
}
const resetLink = async ({ server, self, as }: Cell) => {
  await as().auth.forgotPassword({ body: { email: self.email } })
  const { token, email } = linkIn((await server.mails(self.email))[0])
  server.clock.advance(61)
  return { token, email }
}
const byAnybody = { by: 'anonymous' } as const
const service = 'modules/auth/service.ts'
const sessions = 'modules/auth/sessions.ts'
const verification = 'modules/auth/verification.ts'
const signsIn = [{ kind: 'account.signedIn', data: network }] as const
const refreshToken = async ({ server, people }: Cell) => ({
  body: { refreshToken: (await openSession(server.deps, server.db, people.member.id)).refreshToken },
  account: people.member,
})

/** Calls by which people sign up, sign in and out. */
export const authCases: Cases = {
  'auth.register of an address that nobody invited': {
    input: () => ({ body: { email: address(), username: unique('new'), password: TEST_PASSWORD } }),
    may: everybody(403),
  },
  // An account is nobody's until its address is verified.
  'auth.register': {
    ...byAnybody,
    input: () => ({ body: { email: address(), username: unique('new'), password: TEST_PASSWORD } }),
    leaves: 'silently',
    rollsBack: service,
  },
  'auth.login': { ...byAnybody, input: withPassword, may: everybody('ok'), leaves: signsIn, rollsBack: service },
  'auth.login with a wrong password': {
    ...byAnybody,
    input: ({ self }) => ({ body: { emailID: self.email, password: text() } }),
    fails: 401,
    leaves: [],
  },
  'auth.login from a new device': {
    ...byAnybody,
    input: async (cell) => {
      const seen = { first_seen_at: new Date(), last_seen_at: new Date() }
      await cell.server.db
        .insertInto('known_devices')
        .values({ user_id: cell.self.id, device: CANARY, ...seen })
        .execute()
      return withPassword(cell)
    },
    leaves: [{ kind: 'account.signedIn', data: { ...network, newDevice: true } }],
  },
  'auth.login with two steps': {
    ...byAnybody,
    input: async (cell) => {
      await switchOnTwoStep(cell.server, cell.as('outsider'))
      return withPassword(cell)
    },
    leaves: 'silently',
    rollsBack: service,
  },
  'auth.login that mails a new code': {
    ...byAnybody,
    input: async (cell) => {
      const { user } = await unverified(cell)
      return { body: { emailID: user.email, password: TEST_PASSWORD } }
    },
    rollsBack: verification,
  },
  'auth.secondStep of a challenge that we have not made': {
    input: () => ({ body: { challenge: 'made up', code: '000000' } }),
    may: everybody(422),
  },
  'auth.secondStep': {
    ...byAnybody,
    input: async (cell) => {
      const { next } = await switchOnTwoStep(cell.server, cell.as('outsider'))
      const answer = await cell.as().auth.login(withPassword(cell))
      return { body: { challenge: 'challenge' in answer ? answer.challenge : '', code: next() } }
    },
    leaves: signsIn,
    rollsBack: 'modules/auth/second-step.ts',
    // A try is spent, whatever comes after it.
    except: ['sign_in_challenges.tries'],
  },
  'auth.verifyOtp with a wrong code': { input: ofNobody({ otp: '000000' }), may: everybody(422) },
  'auth.verifyOtp': {
    ...byAnybody,
    input: async (cell) => {
      const { user, mail } = await unverified(cell)
      return { body: { email: user.email, otp: codeIn(mail) }, account: user }
    },
    leaves: [{ kind: 'account.signedIn' }],
    rollsBack: verification,
    // A try at a code is counted before the code is compared, and stays counted whatever happens after it.
    except: ['one_time_codes.tries'],
  },
  'auth.verifyOtp that takes its place under several limits': {
    ...byAnybody,
    input: () => ({ body: { email: address(), otp: '000000' } }),
    fails: 422,
    rollsBack: 'limits/limits.ts',
  },
  'auth.verifyEmailToken with a wrong link': { input: ofNobody({ token: 'x' }), may: everybody(422) },
  'auth.verifyEmailToken': {
    ...byAnybody,
    input: async (cell) => {
      const { user, mail } = await unverified(cell)
      return { body: { email: user.email, token: linkIn(mail).token }, account: user }
    },
    leaves: [{ kind: 'account.signedIn' }],
    rollsBack: verification,
  },
  'auth.codeMail with a receipt that we have not made': {
    input: () => ({ body: { receipt: 'made up' } }),
    may: everybody(422),
  },
  'auth.codeMail': {
    ...byAnybody,
    input: async ({ server, as }) => {
      const { user } = await createUser(server, { isEmailVerified: false })
      const answer = await as().auth.login({ body: { emailID: user.email, password: TEST_PASSWORD } })
      return { body: { receipt: ('receipt' in answer && answer.receipt) || '' } }
    },
    leaves: [],
  },
  'auth.registrationOfLink with a wrong link': { input: ofNobody({ token: 'x' }), may: everybody(422) },
  'auth.registrationOfLink': {
    ...byAnybody,
    input: async (cell) => {
      const { user, mail } = await unverified(cell)
      return { body: { email: user.email, token: linkIn(mail).token } }
    },
    leaves: [],
  },
  'auth.resendOtp of an address that nobody has': {
    input: () => ({ body: { email: address() } }),
    may: everybody('ok'),
  },
  'auth.resendOtp': {
    ...byAnybody,
    input: async (cell) => ({ body: { email: (await unverified(cell)).user.email } }),
    leaves: 'silently',
    rollsBack: verification,
    isBehindAnswer: true,
  },
  'auth.forgotPassword of an address that nobody has': {
    input: () => ({ body: { email: address() } }),
    may: everybody('ok'),
    ...byAnybody,
    rollsBack: 'limits/limits.ts',
  },
  'auth.forgotPassword': {
    ...byAnybody,
    input: async (cell) => ({ body: { email: (await resetLink(cell)).email } }),
    leaves: 'silently',
    rollsBack: service,
    isBehindAnswer: true,
  },
  'auth.verifyResetToken with a wrong link': { input: ofNobody({ token: 'x' }), may: everybody(422) },
  'auth.verifyResetToken': { ...byAnybody, input: async (cell) => ({ body: await resetLink(cell) }), leaves: [] },
  'auth.resetPassword with a wrong link': {
    input: ofNobody({ token: 'x', password: TEST_PASSWORD }),
    may: everybody(422),
  },
  'auth.resetPassword': {
    ...byAnybody,
    input: async (cell) => ({ body: { ...(await resetLink(cell)), password: text() } }),
    leaves: [{ kind: 'account.passwordChanged', data: network }],
    rollsBack: service,
  },
  'auth.refreshToken': {
    ...byAnybody,
    input: refreshToken,
    may: everybody('ok'),
    leaves: 'silently',
    rollsBack: sessions,
  },
  'auth.logout': {
    ...byAnybody,
    input: refreshToken,
    may: everybody('ok'),
    leaves: [{ kind: 'account.signedOut' }],
    rollsBack: sessions,
  },

  'waitlist.subscribe': {
    ...byAnybody,
    input: () => ({ body: { email: address(), want: 'work' } }),
    may: everybody('ok'),
    leaves: 'silently',
  },
  'waitlist.validateInvitation with a wrong link': {
    ...byAnybody,
    input: ofNobody({ token: 'x' }),
    may: everybody(422),
    leaves: [],
  },
  'waitlist.createInvitation': {
    by: 'administrator',
    input: () => ({ body: { email: address() } }),
    may: administrators,
    leaves: [{ kind: 'waitlist.invited', data: { entryID: any } }],
  },
  'waitlist.inviteNext': {
    by: 'administrator',
    input: async ({ server }) => {
      await server.client().waitlist.subscribe({ body: { email: address(), want: 'work' } })
      return { body: { count: 1, want: 'work' } }
    },
    leaves: [{ kind: 'waitlist.invited', data: { entryID: any } }],
    rollsBack: 'modules/waitlist/service.ts',
  },
  'waitlist.inviteNext is for administrators': { input: () => ({ body: { count: 1 } }), may: administrators },
  'waitlist.funnel': { may: administrators },
  'waitlist.list': { may: administrators },
  'waitlist.remove of an entry that is not there': {
    input: nobodys,
    may: { ...administrators, administrator: 404 },
  },
  'waitlist.remove': {
    by: 'administrator',
    input: async ({ as }) => {
      const { data } = await as('administrator').waitlist.createInvitation({ body: { email: address() } })
      return { params: { id: data.id } }
    },
    leaves: (_, { params }) => [{ kind: 'waitlist.removed', data: { entryID: params?.['id'] } }],
    rollsBack: 'modules/waitlist/service.ts',
  },

  'notifications.unsubscribe with a made-up token': {
    input: () => ({ body: { token: 'made up' } }),
    may: everybody('ok'),
  },
  'notifications.unsubscribe': {
    ...byAnybody,
    input: ({ server, self }) => ({
      body: { token: unsubscribeToken(server.deps.secret(), { userID: self.id, group: 'money' }) },
    }),
    leaves: 'silently',
  },
}
