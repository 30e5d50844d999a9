import { TINY_PICTURE } from '../support/pictures.ts'
import { openSession } from '#server/modules/auth/sessions.ts'
import { unsubscribeToken } from '#server/modules/notifications/unsubscribe.ts'
import { askForCode } from '../support/account-transactions.ts'
import { createUser, TEST_PASSWORD, unique } from '../support/factories.ts'
import { codeIn, linkIn } from '../support/server.ts'
import { appCode, switchOnTwoStep } from '../support/two-step.ts'
import { any, CANARY, network, type Case, type World } from './events-world.ts'

/** Calls about accounts, the waitlist and creator applications, with the events they leave. */
export const accountCases = ({
  app,
  text,
  address,
  auth,
  person,
  administrator,
  unverified,
}: World): Record<string, Case> => ({
  'auth.register': async () => {
    const body = { email: address(), username: unique('someone'), password: TEST_PASSWORD }
    // An account is nobody's until its address is verified.
    return { act: () => auth().register({ body }), told: [] }
  },
  'auth.login': async () => {
    const { user } = await createUser(app(), { email: address() })
    const body = { emailID: user.email, password: TEST_PASSWORD }
    const told = { kind: 'account.signedIn', actorID: user.id, subjectID: user.id, data: network } as const
    return { act: () => auth().login({ body }), told: [told] }
  },
  'auth.login with a wrong password': async () => {
    const { user } = await createUser(app())
    const body = { emailID: user.email, password: text() }
    return {
      act: () =>
        auth()
          .login({ body })
          .catch(() => undefined),
      told: [],
    }
  },
  'auth.verifyOtp': async () => {
    const { id, email, mail } = await unverified()
    const body = { email, otp: codeIn(mail) }
    return { act: () => auth().verifyOtp({ body }), told: [{ kind: 'account.signedIn', actorID: id, subjectID: id }] }
  },
  'auth.verifyEmailToken': async () => {
    const { id, email, mail } = await unverified()
    const { token } = linkIn(mail)
    const act = () => auth().verifyEmailToken({ body: { token, email } })
    return { act, told: [{ kind: 'account.signedIn', actorID: id, subjectID: id }] }
  },
  'auth.codeMail': async () => {
    const { user } = await createUser(app(), { isEmailVerified: false })
    const answer = await auth().login({ body: { emailID: user.email, password: TEST_PASSWORD } })
    const receipt = ('receipt' in answer && answer.receipt) || ''
    return { act: () => auth().codeMail({ body: { receipt } }), told: [] }
  },
  'auth.resendOtp': async () => {
    const { user } = await createUser(app(), { isEmailVerified: false })
    return { act: () => auth().resendOtp({ body: { email: user.email } }), told: [] }
  },
  'auth.forgotPassword': async () => {
    const { user } = await createUser(app())
    return { act: () => auth().forgotPassword({ body: { email: user.email } }), told: [] }
  },
  'auth.registrationOfLink': async () => {
    const { user } = await createUser(app(), { isEmailVerified: false })
    await auth().resendOtp({ body: { email: user.email } })
    const { token } = linkIn((await app().mails(user.email))[0])
    return { act: () => auth().registrationOfLink({ body: { token, email: user.email } }), told: [] }
  },
  'auth.verifyResetToken': async () => {
    const { user } = await createUser(app())
    await auth().forgotPassword({ body: { email: user.email } })
    const { token } = linkIn((await app().mails(user.email))[0])
    return { act: () => auth().verifyResetToken({ body: { token, email: user.email } }), told: [] }
  },
  'auth.resetPassword': async () => {
    const { user } = await createUser(app())
    await auth().forgotPassword({ body: { email: user.email } })
    const { token } = linkIn((await app().mails(user.email))[0])
    const body = { token, email: user.email, password: text() }
    const told = { kind: 'account.passwordChanged', actorID: user.id, subjectID: user.id, data: network } as const
    return { act: () => auth().resetPassword({ body }), told: [told] }
  },
  'auth.refreshToken': async () => {
    const { refreshToken } = await createUser(app())
    return { act: () => auth().refreshToken({ body: { refreshToken } }), told: [] }
  },
  'auth.logout': async () => {
    const { user, refreshToken } = await createUser(app())
    const told = { kind: 'account.signedOut', actorID: user.id, subjectID: user.id } as const
    return { act: () => auth().logout({ body: { refreshToken } }), told: [told] }
  },
  'auth.login from a new device': async () => {
    const { user } = await createUser(app(), { email: address() })
    const known = { user_id: user.id, device: CANARY, first_seen_at: new Date(), last_seen_at: new Date() }
    await app().db.insertInto('known_devices').values(known).execute()
    const body = { emailID: user.email, password: TEST_PASSWORD }
    const data = { ...network, newDevice: true }
    const told = { kind: 'account.signedIn', actorID: user.id, subjectID: user.id, data } as const
    return { act: () => auth().login({ body }), told: [told] }
  },
  'auth.login with two steps': async () => {
    const { email, api } = await person({ email: address() })
    await switchOnTwoStep(app(), api)
    return { act: () => auth().login({ body: { emailID: email, password: TEST_PASSWORD } }), told: [] }
  },
  'auth.secondStep': async () => {
    const { id, email, api } = await person({ email: address() })
    const { next } = await switchOnTwoStep(app(), api)
    const answer = await auth().login({ body: { emailID: email, password: TEST_PASSWORD } })
    const body = { challenge: 'challenge' in answer ? answer.challenge : '', code: next() }
    const told = { kind: 'account.signedIn', actorID: id, subjectID: id, data: network } as const
    return { act: () => auth().secondStep({ body }), told: [told] }
  },
  'twoStep.setUp': async () => {
    const { api } = await person()
    return { act: () => api.twoStep.setUp({ body: { password: TEST_PASSWORD } }), told: [] }
  },
  'twoStep.confirm': async () => {
    const { id, api } = await person()
    const { key } = (await api.twoStep.setUp({ body: { password: TEST_PASSWORD } })).data
    const told = { kind: 'account.twoStepOn', actorID: id, subjectID: id, data: network } as const
    return { act: () => api.twoStep.confirm({ body: { code: appCode(app(), key) } }), told: [told] }
  },
  'twoStep.switchOff': async () => {
    const { id, api } = await person()
    const { recoveryCodes } = await switchOnTwoStep(app(), api)
    const body = { password: TEST_PASSWORD, code: recoveryCodes[0] ?? '' }
    const told = { kind: 'account.twoStepOff', actorID: id, subjectID: id, data: network } as const
    return { act: () => api.twoStep.switchOff({ body }), told: [told] }
  },
  'twoStep.renewCodes': async () => {
    const { api } = await person()
    const { recoveryCodes } = await switchOnTwoStep(app(), api)
    const body = { password: TEST_PASSWORD, code: recoveryCodes[0] ?? '' }
    return { act: () => api.twoStep.renewCodes({ body }), told: [] }
  },
  'account.confirm': async () => {
    const { api } = await person()
    return { act: () => api.account.confirm({ body: { password: TEST_PASSWORD } }), told: [] }
  },
  'account.changePassword': async () => {
    const { id, api } = await person()
    const body = { oldPassword: TEST_PASSWORD, newPassword: text() }
    const told = { kind: 'account.passwordChanged', actorID: id, subjectID: id, data: network } as const
    return { act: () => api.account.changePassword({ body }), told: [told] }
  },
  'account.changePassword with a wrong one': async () => {
    const { api } = await person()
    const body = { oldPassword: text(), newPassword: text() }
    return { act: () => api.account.changePassword({ body }).catch(() => undefined), told: [] }
  },
  'account.changeEmail': async () => {
    const { api } = await person()
    return { act: () => api.account.changeEmail({ body: { email: address(), password: TEST_PASSWORD } }), told: [] }
  },
  'account.confirmEmail': async () => {
    const { id, api } = await person()
    const code = await askForCode(app(), api, address())
    const told = { kind: 'account.emailChanged', actorID: id, subjectID: id, data: network } as const
    return { act: () => api.account.confirmEmail({ body: { code } }), told: [told] }
  },
  'account.takeBackEmail': async () => {
    const { id, email, api } = await person({ email: address() })
    await api.account.confirmEmail({ body: { code: await askForCode(app(), api, address()) } })
    const { token } = linkIn((await app().mails(email))[0])
    const told = { kind: 'account.emailChanged', actorID: id, subjectID: id, data: network } as const
    return { act: () => app().client().account.takeBackEmail({ body: { token } }), told: [told] }
  },
  ...Object.fromEntries(
    (
      [
        { verb: 'suspend', kind: 'account.suspended' },
        { verb: 'restore', kind: 'account.restored' },
        { verb: 'signOut', kind: 'account.signedOutByAdministrator' },
        { verb: 'revokeAdmin', kind: 'account.adminRevoked' },
      ] as const
    ).map(({ verb, kind }): [string, Case] => [
      `administration.${verb}`,
      async () => {
        const [admin, target] = [await administrator(), await person({ isAdministrator: verb === 'revokeAdmin' })]
        const params = { id: target.id }
        const { administration } = admin.api
        const suspend = () => administration.suspend({ params, body: { reason: text() } })
        if (verb === 'restore') await suspend()
        const act = verb === 'suspend' ? suspend : () => administration[verb]({ params, body: {} })
        return { act, told: [{ kind, actorID: admin.id, subjectID: target.id, data: network }] }
      },
    ]),
  ),
  'account.endSession': async () => {
    const { user, accessToken } = await createUser(app())
    await openSession(app().deps, app().db, user.id)
    const { account } = app().client(accessToken)
    const other = (await account.sessions({})).data.find(({ isCurrent }) => !isCurrent)
    const told = { kind: 'account.signedOut', actorID: user.id, subjectID: user.id, data: network } as const
    return { act: () => account.endSession({ params: { id: other?.id ?? '' } }), told: [told] }
  },
  'account.endOtherSessions': async () => {
    const { user, accessToken } = await createUser(app())
    for (let n = 0; n < 2; n++) await openSession(app().deps, app().db, user.id)
    const told = { kind: 'account.signedOut', actorID: user.id, subjectID: user.id, data: network } as const
    return { act: () => app().client(accessToken).account.endOtherSessions({}), told: [told, told] }
  },
  'account.endOtherSessions without any': async () => {
    const { api } = await person()
    return { act: () => api.account.endOtherSessions({}), told: [] }
  },
  'ownData.askExport': async () => {
    const { id, api } = await person()
    const told = { kind: 'account.exported', actorID: id, subjectID: id, data: network } as const
    return { act: () => api.ownData.askExport({ body: {} }), told: [told] }
  },
  'ownData.askDeletion': async () => {
    const { id, api } = await person()
    const data = { ...network, dueAt: any }
    const told = { kind: 'account.deletionAsked', actorID: id, subjectID: id, data } as const
    return { act: () => api.ownData.askDeletion({ body: { password: TEST_PASSWORD } }), told: [told] }
  },
  'ownData.askDeletion a second time': async () => {
    const { api } = await person()
    const act = () => api.ownData.askDeletion({ body: { password: TEST_PASSWORD } })
    await act()
    return { act, told: [] }
  },
  'ownData.takeBackDeletion': async () => {
    const { id, api } = await person()
    await api.ownData.askDeletion({ body: { password: TEST_PASSWORD } })
    const told = { kind: 'account.deletionTakenBack', actorID: id, subjectID: id, data: network } as const
    return { act: () => api.ownData.takeBackDeletion({}), told: [told] }
  },
  'tokens.create': async () => {
    const { id, api } = await person()
    const endsAt = new Date(Date.now() + 100 * 86_400_000).toISOString()
    const told = { kind: 'account.tokenMade', actorID: id, subjectID: id, data: { ...network, tokenID: any } } as const
    return { act: () => api.tokens.create({ body: { name: text(), scopes: ['read'], endsAt } }), told: [told] }
  },
  'tokens.revoke': async () => {
    const { id, api } = await person()
    const endsAt = new Date(Date.now() + 100 * 86_400_000).toISOString()
    const { data } = await api.tokens.create({ body: { name: text(), scopes: ['read'], endsAt } })
    const about = { actorID: id, subjectID: id, data: { ...network, tokenID: data.id } }
    return {
      act: () => api.tokens.revoke({ params: { id: data.id } }),
      told: [{ kind: 'account.tokenRevoked', ...about }],
    }
  },
  'users.updateBio': async () => {
    const { id, api } = await person()
    const told = { kind: 'account.profileChanged', actorID: id, subjectID: id, data: { fields: ['bio'] } } as const
    return { act: () => api.users.updateBio({ body: { bio: text() } }), told: [told] }
  },
  'users.updateBio to what it is': async () => {
    const { api } = await person()
    await api.users.updateBio({ body: { bio: CANARY } })
    return { act: () => api.users.updateBio({ body: { bio: CANARY } }), told: [] }
  },
  'users.updateProfile': async () => {
    const { id, api } = await person()
    const data = { fields: ['name', 'headline', 'skills', 'links', 'hoursPerWeek'] }
    const told = { kind: 'account.profileChanged', actorID: id, subjectID: id, data } as const
    const body = {
      name: text(),
      headline: text(),
      skills: [text()],
      links: ['https://example.org'],
      hoursPerWeek: 4,
      bio: '',
    }
    return { act: () => api.users.updateProfile({ body }), told: [told] }
  },
  'users.updateProfile to what it is': async () => {
    const { api } = await person()
    await api.users.updateProfile({ body: { headline: CANARY } })
    return { act: () => api.users.updateProfile({ body: { headline: CANARY } }), told: [] }
  },
  'users.welcome': async () => {
    const { api } = await person()
    return { act: () => api.users.welcome({ body: {} }), told: [] }
  },
  'users.setPicture': async () => {
    const { id, api } = await person()
    const told = { kind: 'account.profileChanged', actorID: id, subjectID: id, data: { fields: ['picture'] } } as const
    return { act: () => api.users.setPicture({ body: { picture: TINY_PICTURE } }), told: [told] }
  },
  'users.removePicture': async () => {
    const { id, api } = await person()
    await api.users.setPicture({ body: { picture: TINY_PICTURE } })
    const told = { kind: 'account.profileChanged', actorID: id, subjectID: id, data: { fields: ['picture'] } } as const
    return { act: () => api.users.removePicture({}), told: [told] }
  },
  'users.removePicture without one': async () => {
    const { api } = await person()
    return { act: () => api.users.removePicture({}), told: [] }
  },
  'users.updateSettings': async () => {
    const { api } = await person()
    return { act: () => api.users.updateSettings({ body: { emailOnInvitation: false } }), told: [] }
  },
  'notifications.changeSettings': async () => {
    const { api } = await person()
    const { data } = await api.notifications.settings({})
    return { act: () => api.notifications.changeSettings({ body: { ...data, digestHour: 7 } }), told: [] }
  },
  'notifications.unsubscribe': async () => {
    const { id } = await person()
    const token = unsubscribeToken(app().deps.secret(), { userID: id, group: 'money' })
    return { act: () => app().client().notifications.unsubscribe({ body: { token } }), told: [] }
  },
  'waitlist.subscribe': async () => ({
    act: () =>
      app()
        .client()
        .waitlist.subscribe({ body: { email: address() } }),
    told: [],
  }),
  'waitlist.validateInvitation': async () => {
    const body = { token: 'made up', email: address() }
    return {
      act: () =>
        app()
          .client()
          .waitlist.validateInvitation({ body })
          .catch(() => undefined),
      told: [],
    }
  },
  'waitlist.createInvitation': async () => {
    const { id, api } = await administrator()
    const told = { kind: 'waitlist.invited', actorID: id, data: { entryID: any } } as const
    return { act: () => api.waitlist.createInvitation({ body: { email: address() } }), told: [told] }
  },
  'waitlist.remove': async () => {
    const { id, api } = await administrator()
    const { data: entry } = await api.waitlist.createInvitation({ body: { email: address() } })
    const told = { kind: 'waitlist.removed', actorID: id, data: { entryID: entry.id } } as const
    return { act: () => api.waitlist.remove({ params: { id: entry.id } }), told: [told] }
  },
  'creatorApplications.apply': async () => {
    const { id, api } = await person()
    const about = { actorID: id, subjectID: id, data: { creatorApplicationID: any } }
    return {
      act: () => api.creatorApplications.apply({ body: {} }),
      told: [{ kind: 'creatorApplication.sent', ...about }],
    }
  },
  ...Object.fromEntries(
    (['update', 'approve', 'reject'] as const).map((verb): [string, Case] => [
      `creatorApplications.${verb}`,
      async () => {
        const [applicant, admin] = [await person(), await administrator()]
        const { data } = await applicant.api.creatorApplications.apply({ body: {} })
        const params = { id: data.id }
        const { creatorApplications } = admin.api
        const calls = {
          update: () => creatorApplications.update({ params, body: { status: 2, reason: text() } }),
          approve: () => creatorApplications.approve({ params, body: {} }),
          reject: () => creatorApplications.reject({ params, body: { reason: text() } }),
        }
        const kind = verb === 'approve' ? 'creatorApplication.approved' : 'creatorApplication.rejected'
        const about = { actorID: admin.id, subjectID: applicant.id, data: { creatorApplicationID: data.id } }
        return { act: calls[verb], told: [{ kind, ...about }] }
      },
    ]),
  ),
})
