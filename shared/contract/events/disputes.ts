import { z } from 'zod'
import { id } from '../common.ts'
import { disputeReasons } from '../disputes.ts'
import { proposalSides } from '../proposals.ts'
import { inbox } from '../reads.ts'
import { eventFor, type Facts, nobody, notice } from './event.ts'

/** The subject is who has, or had, the task: one of the two sides. */
const ofSides = eventFor('managers and subject')
const ofRulers = eventFor('administrators')

/** `side` is that of who acts: of who opened it where an administrator or nobody does. */
const dispute = z.strictObject({
  disputeID: id,
  claimID: id,
  side: z.enum(proposalSides),
  reason: z.enum(disputeReasons),
})
const isMoney = ({ data }: Facts) => data['reason'] === 'notPaid'
const isBy =
  (side: (typeof proposalSides)[number]) =>
  ({ data }: Facts) =>
    data['side'] === side

/** Disputes about a payment are about money, all others about the review. */
const otherSide = [
  notice('managers', 'money', 'task', { when: (event) => isBy('holder')(event) && isMoney(event) }),
  notice('managers', 'review', 'task', { when: (event) => isBy('holder')(event) && !isMoney(event) }),
  notice('subject', 'money', 'task', { when: (event) => isBy('managers')(event) && isMoney(event) }),
  notice('subject', 'review', 'task', { when: (event) => isBy('managers')(event) && !isMoney(event) }),
] as const
const bothSides = [
  notice('managers', 'money', 'task', { when: isMoney }),
  notice('managers', 'review', 'task', { when: (event) => !isMoney(event) }),
  notice('subject', 'money', 'task', { when: isMoney }),
  notice('subject', 'review', 'task', { when: (event) => !isMoney(event) }),
] as const

/** The events of disputes. Their texts are in no event. */
export const disputeEvents = {
  'dispute.opened': ofSides({ data: dispute, notices: otherSide, like: 'disputes.open' }),
  'dispute.stated': ofSides({ data: dispute, notices: otherSide, like: 'disputes.state' }),
  'dispute.ruled': ofSides({ data: dispute, notices: bothSides, answers: 'disputeID', like: 'disputes.rule' }),
  // The acceptance of the proposal, or of the work, tells both sides.
  'dispute.agreed': ofSides({ data: dispute, notices: nobody, like: 'disputes.withdraw' }),
  'dispute.withdrawn': ofSides({ data: dispute, notices: otherSide, like: 'disputes.withdraw' }),
  // An administrator has opened it.
  'dispute.read': ofSides({ data: dispute, notices: nobody, stale: ['disputes.get'] }),
  // It is to be ruled, or the time for that is half or nearly over. Administrators know nothing of the project by it.
  'dispute.reminded': ofRulers({
    data: z.strictObject({ disputeID: id, reminder: z.enum(['toRule', 'half', 'lastDay']) }),
    notices: [notice('administrators', 'requests', 'dispute')],
    stale: ['disputes.queue', 'disputes.list', 'disputes.get', 'rewards.get', ...inbox],
  }),
}
