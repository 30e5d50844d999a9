import { z } from 'zod'
import { id } from '../common.ts'
import { proposalSides } from '../proposals.ts'
import { eventFor, type Facts, notice } from './event.ts'

/** The subject is who has, or had, the task: one of the two sides. */
const ofSides = eventFor('managers and subject')

const proposal = z.strictObject({
  proposalID: id,
  claimID: id,
  side: z.enum(proposalSides),
  amountCents: z.number().min(0).max(1_000_000_000),
  currency: z.string().length(3),
})
const isBy =
  (side: (typeof proposalSides)[number]) =>
  ({ data }: Facts) =>
    data['side'] === side
const managers = notice('managers', 'money', 'task')
const holder = notice('subject', 'money', 'task')
const otherSide = [
  notice('managers', 'money', 'task', { when: isBy('holder') }),
  notice('subject', 'money', 'task', { when: isBy('managers') }),
] as const
const ownSide = [
  notice('managers', 'money', 'task', { when: isBy('managers') }),
  notice('subject', 'money', 'task', { when: isBy('holder') }),
] as const

/** The events of proposals of another amount. Their texts are in no event. */
export const proposalEvents = {
  'proposal.made': ofSides({ data: proposal, notices: otherSide, like: 'proposals.make' }),
  'proposal.accepted': ofSides({ data: proposal, notices: [managers, holder], like: 'proposals.accept' }),
  'proposal.refused': ofSides({ data: proposal, notices: ownSide, like: 'proposals.refuse' }),
  'proposal.withdrawn': ofSides({ data: proposal, notices: otherSide, like: 'proposals.withdraw' }),
  'proposal.expired': ofSides({ data: proposal, notices: [managers, holder], like: 'proposals.refuse' }),
}
