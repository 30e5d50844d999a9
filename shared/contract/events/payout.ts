import { z } from 'zod'
import { id } from '../common.ts'
import { inbox } from '../reads.ts'
import { eventFor, nobody, notice, ownMail } from './event.ts'

const ofPayee = eventFor('subject')

/** The events of payout details, which say nothing of them. */
export const payoutEvents = {
  'payout.changed': ofPayee({
    data: z.strictObject({ network: z.string().max(60).nullable() }),
    notices: [notice('subject', 'account', 'account', { evenOwn: true, ...ownMail })],
    stale: ['payout.own', ...inbox],
  }),
  // Somebody who owes them something has read them.
  'payout.read': ofPayee({ data: z.strictObject({ claimID: id }), notices: nobody, stale: ['payout.own'] }),
}
