import { tellOfFalls } from '#server/modules/reputation/service.ts'
import { TEST_PASSWORD, unique } from './factories.ts'
import type { Case, World } from './notice-cases.ts'
import { askForCode, linkIn } from './server.ts'
import { appCode, switchOnTwoStep } from './two-step.ts'
import { signedIn } from './signed-in.ts'

const NEW_PASSWORD = 'another battery of horses'

const commented = async ({ owner, create, comment }: World) => (await comment(owner, (await create()).id, 'Hello.')).id
const report = async ({ member }: World, id: string) =>
  (await member.api.reports.create({ body: { kind: 'comment', id, reason: 'spam' } })).data.id
const reported = async (world: World) => report(world, await commented(world))
const hide = ({ administrator }: World, id: string) =>
  administrator.api.reports.decide({ params: { id }, body: { decision: 'hide', text: 'It is a scam.' } })

/** The notices about reports to the administrators. */
const reportNoticeCases: Record<string, Case> = {
  '[REPORT-14] report.made': { prepare: commented, act: report, told: { administrator: 'requests' } },
  '[REPORT-09] report.decided': { prepare: reported, act: hide, told: { owner: 'requests' } },
  '[REPORT-14] report.appealed': {
    prepare: async (world) => {
      const id = await reported(world)
      await hide(world, id)
      return id
    },
    act: ({ owner }, id) => owner.api.reports.appeal({ params: { id }, body: { text: 'It is not.' } }),
    told: { administrator: 'requests' },
  },
}

/** The notice that somebody waits to be let in, to the administrators. */
const waitlistNoticeCases: Record<string, Case> = {
  '[ENTRY-05] waitlist.wanted': {
    act: ({ owner, params }) =>
      owner.api.addressInvitations.create({ params, body: { email: `${unique('ana')}@example.org` } }),
    told: { administrator: 'requests' },
  },
}

/** The notices about one's own account, always by mail too: it may be somebody else who acted. */
export const accountNoticeCases: Record<string, Case> = {
  ...reportNoticeCases,
  ...waitlistNoticeCases,
  '[INBOX-16] account.passwordChanged by a mailed link': {
    prepare: async ({ stranger, server }) => {
      await server.client().auth.forgotPassword({ body: { email: stranger.email } })
      return linkIn((await server.mails(stranger.email))[0]).token
    },
    act: async ({ stranger, server }, token) => {
      const { auth } = server.client()
      const [email, password] = [stranger.email, unique('another battery ')]
      await auth.resetPassword({ body: { token, email, password } })
      // The sessions before have ended.
      stranger.api = server.client((await signedIn(auth.login({ body: { emailID: email, password } }))).accessToken)
    },
    told: { stranger: 'account' },
    ownMails: { stranger: 'password-changed' },
  },
  '[INBOX-16] account.passwordChanged with the old one': {
    act: ({ stranger }) =>
      stranger.api.account.changePassword({ body: { oldPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD } }),
    told: { stranger: 'account' },
    ownMails: { stranger: 'password-changed' },
  },
  '[INBOX-16] account.emailChanged': {
    prepare: ({ stranger, server }) => askForCode(server, stranger.api, `${unique('new')}@example.org`),
    act: ({ stranger }, code) => stranger.api.account.confirmEmail({ body: { code } }),
    told: { stranger: 'account' },
    // To the address before.
    ownMails: { stranger: 'email-changed' },
  },
  '[INBOX-16] account.tokenMade': {
    act: ({ stranger, server }) => {
      const endsAt = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
      return stranger.api.tokens.create({ body: { name: 'For a script', scopes: ['read'], endsAt } })
    },
    told: { stranger: 'account' },
    ownMails: { stranger: 'token-made' },
  },
  '[RECORD-15] account.tierFell': {
    prepare: ({ stranger, server }) =>
      server.db.insertInto('tier_falls').values({ user_id: stranger.id, from_level: 2, to_level: 1 }).execute(),
    // The second look finds nobody.
    act: async ({ server }) => {
      await tellOfFalls(server)
      await tellOfFalls(server)
    },
    told: { stranger: 'account' },
  },
  '[PAYOUT-06] payout.changed': {
    act: ({ stranger }) =>
      stranger.api.payout.set({
        body: { method: 'bank', details: 'IBAN DE02', password: TEST_PASSWORD, receiptName: '', receiptAddress: '' },
      }),
    told: { stranger: 'account' },
    ownMails: { stranger: 'payout-changed' },
  },
  'account.twoStepOn': {
    prepare: async ({ stranger }) => (await stranger.api.twoStep.setUp({ body: { password: TEST_PASSWORD } })).data.key,
    act: ({ stranger, server }, key) => stranger.api.twoStep.confirm({ body: { code: appCode(server, key) } }),
    told: { stranger: 'account' },
    ownMails: { stranger: 'two-step-on' },
  },
  'account.twoStepOff': {
    prepare: async ({ stranger, server }) => (await switchOnTwoStep(server, stranger.api)).recoveryCodes[0] ?? '',
    act: ({ stranger }, code) => stranger.api.twoStep.switchOff({ body: { password: TEST_PASSWORD, code } }),
    told: { stranger: 'account' },
    ownMails: { stranger: 'two-step-off' },
  },
  '[INBOX-16] account.signedIn from a new device': {
    prepare: ({ stranger, server }) =>
      server.db
        .insertInto('known_devices')
        .values({ user_id: stranger.id, device: 'another', first_seen_at: new Date(), last_seen_at: new Date() })
        .execute(),
    act: ({ stranger, server }) =>
      server.client().auth.login({ body: { emailID: stranger.email, password: TEST_PASSWORD } }),
    told: { stranger: 'account' },
    ownMails: { stranger: 'new-device' },
  },
  'account.signedIn from a device that was seen before': {
    prepare: ({ stranger, server }) =>
      server.client().auth.login({ body: { emailID: stranger.email, password: TEST_PASSWORD } }),
    act: ({ stranger, server }) =>
      server.client().auth.login({ body: { emailID: stranger.email, password: TEST_PASSWORD } }),
    told: {},
  },
}
