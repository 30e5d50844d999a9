// Written by `npm run lists:generate`.
import { accountEvents } from './events/accounts.ts'
import { claimEvents } from './events/claims.ts'
import { commentEvents } from './events/comments.ts'
import { disputeEvents } from './events/disputes.ts'
import { knownPeopleEvents } from './events/known-people.ts'
import { payoutEvents } from './events/payout.ts'
import { projectEvents } from './events/projects.ts'
import { proposalEvents } from './events/proposals.ts'
import { ratingEvents } from './events/ratings.ts'
import { reportEvents } from './events/reports.ts'
import { requestEvents } from './events/requests.ts'
import { rewardEvents } from './events/rewards.ts'
import { taskEvents } from './events/tasks.ts'
import { webhookEvents } from './events/webhooks.ts'

export const declaredEvents = {
  ...accountEvents,
  ...claimEvents,
  ...commentEvents,
  ...disputeEvents,
  ...knownPeopleEvents,
  ...payoutEvents,
  ...projectEvents,
  ...proposalEvents,
  ...ratingEvents,
  ...reportEvents,
  ...requestEvents,
  ...rewardEvents,
  ...taskEvents,
  ...webhookEvents,
}
