import { z } from 'zod'
import { id } from '../common.ts'
import { changedFields, eventFor, nobody, notice } from './event.ts'

const ofMembers = eventFor('members')
/** What is owed to somebody they and the managers know. */
const ofDue = eventFor('managers, and the subject as a member')

const amountCents = z.number().min(0).max(1_000_000_000_000)
const currency = z.string().length(3)
const money = z.strictObject({ amountCents, currency })
const ofClaim = money.extend({ claimID: id })

/** The events of offers and of the ledger. Each entry of the ledger names one of these, or a payment's. */
export const rewardEvents = {
  'offer.made': ofMembers({ data: money, notices: nobody, like: 'offers.set' }),
  // The amount before and after, where it is among the fields.
  'offer.changed': ofMembers({
    data: changedFields.extend({ amountCents: z.strictObject({ from: amountCents, to: amountCents }).optional() }),
    notices: [notice('subject', 'direct', 'task')],
    like: 'offers.set',
  }),
  'offer.closed': ofMembers({ data: z.strictObject({}), notices: nobody, like: 'offers.close' }),
  'reward.reserved': ofMembers({ data: money, notices: nobody, like: 'offers.set' }),
  'reward.released': ofMembers({ data: money, notices: nobody, like: 'offers.close' }),
  'reward.due': ofDue({
    data: ofClaim,
    // The answer to the hand-in, which comes at the same moment, stays a notice of its own.
    notices: [notice('subject', 'money', 'task', { apart: 'claimID' })],
    like: 'tasks.update',
    stale: ['payments.list', 'ledger.list', 'dues.list', 'dues.own', 'rewards.get'],
  }),
  // Its pay date comes near, or is over and nobody was reminded in time.
  'reward.reminded': ofDue({
    data: ofClaim.extend({ reminder: z.enum(['half', 'lastDay']) }),
    notices: [notice('managers', 'money', 'task')],
    stale: ['dues.list', 'dues.own'],
  }),
  'reward.settled': ofDue({ data: ofClaim, notices: nobody, like: 'payments.create' }),
  'reward.forgiven': ofDue({
    // Given up with the account of who was owed it, or lowered by an agreement, which has an event of its own.
    data: ofClaim.extend({ isGivenUp: z.literal(true).optional() }),
    notices: [notice('managers', 'money', 'task', { when: ({ data }) => data.isGivenUp === true })],
    like: 'proposals.accept',
  }),
}
