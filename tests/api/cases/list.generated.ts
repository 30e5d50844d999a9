// Written by `npm run lists:generate`.
import { accountCases } from './account.ts'
import { addressInvitationCases } from './address-invitations.ts'
import { authCases } from './auth.ts'
import { calendarCases } from './calendar.ts'
import { claimCases } from './claims.ts'
import { disputeCases } from './disputes.ts'
import { guestCases } from './guests.ts'
import { membershipCases } from './memberships.ts'
import { openTaskCases } from './open-tasks.ts'
import { payoutCases } from './payout.ts'
import { platformCases } from './platform.ts'
import { projectCases } from './projects.ts'
import { ratingCases } from './ratings.ts'
import { reportCases } from './reports.ts'
import { rewardCases } from './rewards.ts'
import { taskCases } from './tasks.ts'
import { webhookCases } from './webhooks.ts'
import { workCases } from './work.ts'

export const list = [
  accountCases,
  addressInvitationCases,
  authCases,
  calendarCases,
  claimCases,
  disputeCases,
  guestCases,
  membershipCases,
  openTaskCases,
  payoutCases,
  platformCases,
  projectCases,
  ratingCases,
  reportCases,
  rewardCases,
  taskCases,
  webhookCases,
  workCases,
]
