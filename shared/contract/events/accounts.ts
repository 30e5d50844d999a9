import { z } from 'zod'
import { id, tier } from '../common.ts'
import { inbox } from '../reads.ts'
import { changedFields, eventFor, nobody, notice, nothing, ownMail } from './event.ts'

const ofAccount = eventFor('subject')
const ofWaitlist = eventFor('administrators')
const ofCreatorApplication = eventFor('administrators and subject')

/** A network prefix (/24, /48), for administrators and the person only; null where no network was involved. */
const network = z.strictObject({ network: z.string().max(60).nullable() })
const creatorApplication = z.strictObject({ creatorApplicationID: id })
const waitlistEntry = z.strictObject({ entryID: id })
const decided = [notice('subject', 'requests', 'creatorApplication', ownMail)] as const
const aboutAccount = [notice('subject', 'account', 'account', { evenOwn: true, ...ownMail })] as const

/** The events of accounts, and of what administrators decide. */
export const accountEvents = {
  'creatorApplication.sent': ofCreatorApplication({
    data: creatorApplication,
    notices: [notice('administrators', 'requests', 'creatorApplication')],
    like: 'creatorApplications.apply',
  }),
  // Its answer date comes near, or is over.
  'creatorApplication.reminded': ofWaitlist({
    data: creatorApplication.extend({ reminder: z.enum(['half', 'lastDay', 'over']) }),
    notices: [notice('administrators', 'requests', 'creatorApplication')],
    stale: inbox,
  }),
  'creatorApplication.approved': ofCreatorApplication({
    data: creatorApplication,
    notices: decided,
    answers: 'creatorApplicationID',
    like: 'creatorApplications.approve',
  }),
  'creatorApplication.rejected': ofCreatorApplication({
    data: creatorApplication,
    notices: decided,
    answers: 'creatorApplicationID',
    like: 'creatorApplications.reject',
  }),

  // Somebody wants the address in a project, and waits for it to be let in.
  'waitlist.wanted': ofWaitlist({
    data: waitlistEntry,
    notices: [notice('administrators', 'requests', 'waitlist')],
    stale: ['waitlist.list', 'waitlist.funnel', ...inbox],
  }),
  'waitlist.invited': ofWaitlist({
    data: waitlistEntry,
    notices: nobody,
    answers: 'entryID',
    answersFor: 'administrators',
    like: 'waitlist.createInvitation',
    stale: inbox,
  }),
  'waitlist.removed': ofWaitlist({
    data: waitlistEntry,
    notices: nobody,
    answers: 'entryID',
    answersFor: 'administrators',
    like: 'waitlist.remove',
    stale: inbox,
  }),

  // `newDevice` where the person has never signed in from such a device, but has from another one.
  // Who signs out elsewhere stays signed in here.
  'account.signedIn': ofAccount({
    data: network.extend({ newDevice: z.literal(true).optional() }),
    notices: [
      notice('subject', 'account', 'account', { when: ({ data }) => 'newDevice' in data, evenOwn: true, ...ownMail }),
    ],
    stale: ['account.sessions', ...inbox],
  }),
  'account.signedOut': ofAccount({ data: network, notices: nobody, stale: ['account.sessions'] }),
  'account.passwordChanged': ofAccount({ data: network, notices: aboutAccount, like: 'account.changePassword' }),
  'account.emailChanged': ofAccount({ data: network, notices: aboutAccount, like: 'account.confirmEmail' }),
  'account.tokenMade': ofAccount({
    data: network.extend({ tokenID: id }),
    notices: aboutAccount,
    stale: ['tokens.list', ...inbox],
  }),
  'account.tokenRevoked': ofAccount({ data: network.extend({ tokenID: id }), notices: nobody, stale: ['tokens.list'] }),
  'account.twoStepOn': ofAccount({ data: network, notices: aboutAccount, stale: ['twoStep.state', ...inbox] }),
  // Without a network where a command on the server did it.
  'account.twoStepOff': ofAccount({
    data: network.partial(),
    notices: aboutAccount,
    stale: ['twoStep.state', ...inbox],
  }),
  'account.profileChanged': ofAccount({
    data: changedFields,
    notices: nobody,
    like: 'users.updateProfile',
    stale: ['users.settings', 'people.pictures'],
  }),
  // The rule about creators came with an update, and holds the tier back.
  'account.tierFell': ofAccount({
    data: z.strictObject({ from: tier, to: tier }),
    notices: [notice('subject', 'account', 'account')],
    stale: ['users.profile', 'people.profileByUsername', ...inbox],
  }),
  'account.exported': ofAccount({ data: network, notices: nobody, stale: ['ownData.export'] }),
  // The server asks again, without a network, when it could not delete the account at its time.
  'account.deletionAsked': ofAccount({
    data: network.extend({ dueAt: z.iso.datetime() }),
    notices: nobody,
    stale: ['ownData.deletion'],
  }),
  'account.deletionTakenBack': ofAccount({ data: network, notices: nobody, stale: ['ownData.deletion'] }),
  /** `texts`: in how many texts, by any author, the name was replaced. Older events do not say. */
  'account.deleted': ofAccount({
    data: z.strictObject({ texts: z.int().min(0).optional() }),
    notices: nobody,
    stale: [],
  }),
  'account.adminGranted': ofAccount({
    data: nothing,
    notices: nobody,
    stale: ['users.adminAccess', 'users.isPageAllowed', ...inbox],
  }),
  // Without a network where a command on the server did it.
  'account.adminRevoked': ofAccount({
    data: network.partial(),
    notices: nobody,
    stale: ['users.adminAccess', 'users.isPageAllowed', ...inbox],
  }),
  // Who is suspended cannot open an inbox: a mail tells them why.
  'account.suspended': ofAccount({ data: network, notices: nobody, stale: [] }),
  'account.restored': ofAccount({ data: network, notices: nobody, stale: [] }),
  'account.signedOutByAdministrator': ofAccount({ data: network, notices: nobody, stale: ['account.sessions'] }),
}
